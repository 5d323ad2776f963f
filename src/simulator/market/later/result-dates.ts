/** Dates of results, by the day of their publication, by the day itself, or by stock. */
import type { DateReport } from "../../world/market/result-dates.ts";
import { businessDay } from "../../world/trading-calendar.ts";
import type { World } from "../../world/world.ts";
import { boundsOfDays, type CallQuery, CallRefusal, type Endpoint, lazily } from "../endpoint.ts";
import type { DoubtfulForms } from "../forms.ts";

export function resultDates(forms: DoubtfulForms): Endpoint {
  return {
    parameters: { code: "code", date: "date", scheduled_date: "scheduled", pagination_key: "paginationKey" },
    check({ code, date, scheduled }) {
      if ([code, date, scheduled].filter((one) => one !== undefined).length !== 1)
        throw new CallRefusal(
          400,
          "This API requires exactly 1 parameter as follows; code, date, scheduled_date",
        );
    },
    find(world, query, at) {
      const reports = reportsOf(world, query, at);
      const rows = forms.has("two-on-a-day") ? reports.flatMap(withEarlier) : reports;
      return lazily(rows, (one) => record(world, one));
    },
  };
}

/** Within the days of publication that the query is left with: a plan may reach only so far. */
function reportsOf(world: World, query: CallQuery, at: number): readonly DateReport[] {
  const { calendar, resultDates: dates } = world;
  const { code, date, scheduled, ...plan } = query;
  if (date !== undefined) return calendar.isOpen(date) ? dates.publishedOn(calendar.dayFrom(date), at) : [];
  const { from, to } = boundsOfDays(
    plan,
    calendar.dateOf(calendar.firstDay),
    calendar.dateOf(businessDay(at)),
  );
  const isWithin = ({ publishedOn }: DateReport) =>
    calendar.dateOf(publishedOn) >= from && calendar.dateOf(publishedOn) <= to;
  if (code !== undefined)
    return code.endsWith("0") ? dates.about(code.slice(0, -1), at).filter(isWithin) : [];
  if (scheduled === undefined || !calendar.isOpen(scheduled)) return [];
  return dates.scheduledOn(calendar.dayFrom(scheduled), at).filter(isWithin);
}

/** A report that moves a date, after one of the same day that says the old date once more. */
function withEarlier(report: DateReport): DateReport[] {
  const { reports } = report.round;
  const last = reports[reports.indexOf(report) - 1];
  return last ? [{ ...report, scheduledOn: last.scheduledOn }, report] : [report];
}

function record({ calendar }: World, { round, publishedOn, scheduledOn }: DateReport) {
  const { issuer, period, yearEnd } = round;
  return {
    PubDate: calendar.dateOf(publishedOn),
    SchDate: scheduledOn === undefined ? "" : calendar.dateOf(scheduledOn),
    FQName: period,
    FYE: yearEnd.slice(5).replace("-", ""),
    Code: `${issuer.code}0`,
    CoName: issuer.name,
    CoNameEn: issuer.english,
  };
}
