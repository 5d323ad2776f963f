/** `/calendar.ics?token=...`: the days ahead as a file that calendar programs read again and again. */
import { type OpenRoute, textAnswer } from "../../lib/http/port.ts";
import { listenerOf } from "../../outputs/index.ts";
import { type DaysParts, daysAhead, periodAhead } from "./days-ahead.ts";

/** Dates of results are known some months ahead. */
const daysShown = 400;

/** Without a token in the settings, and with a wrong one, there is no such file. That of a person has their lists. */
export function calendarFile(parts: DaysParts): OpenRoute {
  const { outputs, people } = parts.config;
  const tokens = [listenerOf(outputs), ...people].flatMap(({ calendarTokens }) => calendarTokens);
  return {
    path: "/calendar.ics",
    async answer({ query, isAmong }) {
      const token = query.get("token") ?? "";
      if (tokens.length === 0 || !(await isAmong(token, tokens))) return textAnswer(404, "Not found.");
      // Loaded for those who have a calendar.
      const { calendarOf } = await import("./calendar-text.ts");
      const person = people.find(({ calendarTokens }) => calendarTokens.includes(token));
      const dates = await daysAhead(periodAhead(daysShown, parts), person?.watchlists, parts);
      return {
        status: 200,
        contentType: "text/calendar; charset=utf-8",
        headers: { "cache-control": "no-store" },
        body: calendarOf(dates, query.get("lang") === "en" ? "en" : "ja", parts.now()),
      };
    },
  };
}
