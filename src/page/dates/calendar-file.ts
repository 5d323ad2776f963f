/** `/calendar.ics?token=...`: the days ahead as a file that calendar programs read again and again. */
import { type OpenRoute, textAnswer } from "../../lib/http/port.ts";
import { listenerOf } from "../../outputs/index.ts";
import { type DaysParts, daysAhead, periodAhead } from "./days-ahead.ts";

/** Dates of results are known some months ahead. */
const daysShown = 400;

/** Without a token in the settings, and with a wrong one, there is no such file. */
export function calendarFile(parts: DaysParts): OpenRoute {
  const { calendarTokens } = listenerOf(parts.config.outputs);
  return {
    path: "/calendar.ics",
    async answer({ query, isAmong }) {
      if (calendarTokens.length === 0 || !(await isAmong(query.get("token") ?? "", calendarTokens)))
        return textAnswer(404, "Not found.");
      // Loaded for those who have a calendar.
      const { calendarOf } = await import("./calendar-text.ts");
      const dates = await daysAhead(periodAhead(daysShown, parts), parts);
      return {
        status: 200,
        contentType: "text/calendar; charset=utf-8",
        headers: { "cache-control": "no-store" },
        body: calendarOf(dates, query.get("lang") === "en" ? "en" : "ja", parts.now()),
      };
    },
  };
}
