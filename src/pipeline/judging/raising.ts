/** The alerts that rules wish for, as entries of the log: what each said, about which event, and which watchlists have its stock. */
import { fitRecord } from "../../lib/json/fit-record.ts";
import { type EventDraft, type LogEntry, numbered } from "../../model/event.ts";
import type { UnmailedReason } from "../../model/mail.ts";
import type { Alert } from "../../model/news-items.ts";
import { type AlertData, type Firing, mostDataBytes, type TimedFiring } from "../../model/rule.ts";
import { listsWith, type Watchlists } from "../../model/watchlists.ts";
import type { House } from "../house.ts";

const none: readonly LogEntry[] = [];

/**
 * Makes the alerts of firings, in order, and adds them to those of the evaluation.
 * @param place the next place on the log, a new one at each call
 */
export function createRaising(
  alerts: LogEntry[],
  place: () => Parameters<typeof numbered>[1],
  house: Pick<House, "rules" | "unmailed">,
) {
  const lists = house.rules().watchlists;
  const put = (firing: Firing, cause: LogEntry, unmailed: UnmailedReason | undefined): LogEntry => {
    const alert = numbered(alertDraft(firing, cause, { unmailed, lists }), place());
    alerts.push(alert);
    return alert;
  };
  return {
    raise(firings: readonly Firing[], cause: LogEntry): readonly LogEntry[] {
      if (firings.length === 0) return none;
      const unmailed = house.unmailed(firings, cause);
      return firings.map((firing, index) => put(firing, cause, unmailed[index]));
    },
    /** Alerts of one moment in the order given, whose mails are decided for each cause together. */
    raiseTimed(given: readonly TimedFiring[], causeAt: (seq: number) => LogEntry | undefined): LogEntry[] {
      if (given.length === 0) return [];
      const plans = new Map<
        TimedFiring,
        { readonly cause: LogEntry; readonly unmailed: UnmailedReason | undefined }
      >();
      for (const [causeSeq, own] of groupedByCause(given)) {
        const cause = causeAt(causeSeq);
        if (cause === undefined) continue;
        const unmailed = house.unmailed(
          own.map(({ firing }) => firing),
          cause,
        );
        for (const [index, one] of own.entries()) plans.set(one, { cause, unmailed: unmailed[index] });
      }
      return given.flatMap((one) => {
        const { cause, unmailed } = plans.get(one) ?? {};
        return cause ? put(one.firing, cause, unmailed) : [];
      });
    },
  };
}

function groupedByCause(given: readonly TimedFiring[]): Map<number, TimedFiring[]> {
  const byCause = new Map<number, TimedFiring[]>();
  for (const firing of given) {
    const own = byCause.get(firing.causeSeq);
    if (own === undefined) byCause.set(firing.causeSeq, [firing]);
    else own.push(firing);
  }
  return byCause;
}

/**
 * Drafts the entry for an alert that begins or ends.
 * @param lists watchlists, of which the alert names those that have its subject
 */
export function alertDraft(
  firing: Firing,
  { seq, event }: LogEntry,
  {
    unmailed,
    lists = {},
  }: { readonly unmailed?: UnmailedReason | undefined; readonly lists?: Watchlists | undefined },
): EventDraft {
  const { rule, key, severity, title, body, texts, labels, notify, flapping, resolved } = firing;
  const { id, type, source, published, occurred } = event;
  const origin = originOf(event);
  const cause = { seq, id, type, source, subject: event.subject, ...(origin !== undefined && { origin }) };
  const recipients = [...notify];
  const now: Alert = { rule, key, severity, title, body, labels: { ...labels }, recipients, cause };
  const subject = firing.subject ?? event.subject;
  // What never came has no item; what ended its alert has one.
  const hasItem = firing.subject === undefined || resolved !== undefined;
  const data = firing.data ?? (hasItem ? dataOfCause(event) : undefined);
  if (data !== undefined) now.data = data;
  const watchlists = listsWith(lists, subject);
  if (watchlists.length > 0) now.watchlists = watchlists;
  if (texts !== undefined) now.texts = { ...texts };
  if (flapping !== undefined) now.flapping = flapping;
  if (unmailed !== undefined) now.unmailed = unmailed;
  if (resolved !== undefined) now.why = resolved;
  const draft: { -readonly [Field in keyof EventDraft]: EventDraft[Field] } = {
    type: resolved === undefined ? "alert.fired" : "alert.resolved",
    source: `/rules/${rule}`,
    subject,
    data: { now },
  };
  if (published !== undefined) draft.published = published;
  if (occurred !== undefined) draft.occurred = occurred;
  if (event.simulated) draft.simulated = true;
  return draft;
}

/** Data of an alert whose rule names none: the item of its cause, or the data of the alert that is its cause. */
function dataOfCause({ type, data: { now } }: LogEntry["event"]): AlertData | undefined {
  return type.startsWith("alert.") ? (now as Partial<Alert>).data : fitRecord(now, mostDataBytes);
}

/** The source of the event at the beginning of an alert that is a cause itself. */
function originOf({ type, data }: LogEntry["event"]): string | undefined {
  if (!type.startsWith("alert.")) return undefined;
  // Absent where a person is the cause.
  const { cause } = data.now as Partial<Alert>;
  return cause?.origin ?? cause?.source;
}
