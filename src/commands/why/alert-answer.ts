/** Explains why an alert came, and what happened to it. */
import type { LogEntry } from "../../model/event.ts";
import type { Alert } from "../../model/news-items.ts";
import type { AlertAnswer, AlertFacts, Verdict } from "./answer.ts";
import { causeFacts, eventFacts } from "./event-facts.ts";
import { heldBackAround } from "./held-back.ts";
import { entryAt, type Inquiry } from "./inquiry.ts";
import { mailFacts } from "./mail-facts.ts";
import { verdictsOn } from "./verdict.ts";

/** @param entry an `alert.fired` or `alert.resolved` */
export function aboutAlert(entry: LogEntry, inquiry: Inquiry): AlertAnswer {
  const alert = entry.event.data.now as unknown as Alert;
  const cause = entryAt(alert.cause.seq, inquiry);
  const verdict = cause && verdictNow(alert.rule, cause, inquiry);
  const at = Date.parse(entry.event.time);
  const around = heldBackAround({ rule: alert.rule, key: alert.key, at, causeSeq: alert.cause.seq }, inquiry);
  const gone = cause === undefined ? [`the log does not keep its cause, #${alert.cause.seq}, any more`] : [];
  const renamed = isKnown(alert.rule, inquiry) ? [] : [`there is no rule \`${alert.rule}\` now`];
  return {
    about: "alert",
    alert: alertFacts(entry, alert, inquiry),
    ...(cause === undefined ? {} : { cause: causeFacts(cause, inquiry) }),
    ...(verdict === undefined ? {} : { verdict }),
    heldBackBefore: around.before,
    heldBackAfter: around.after,
    mails: mailFacts(entry.seq, inquiry),
    notes: [...gone, ...renamed],
  };
}

/** Undefined where there is no such rule now, or it is about other events. */
function verdictNow(name: string, cause: LogEntry, inquiry: Inquiry): Verdict | undefined {
  const rules = inquiry.rules.rules.filter((each) => each.name === name);
  return verdictsOn(cause, rules, inquiry)[0];
}

function isKnown(name: string, { rules }: Inquiry): boolean {
  return rules.names.includes(name);
}

function alertFacts(entry: LogEntry, alert: Alert, inquiry: Inquiry): AlertFacts {
  const { rule, key, severity, title, flapping, unmailed, why } = alert;
  const written = inquiry.rules.rules.find(({ name }) => name === rule);
  return {
    ...eventFacts(entry, inquiry),
    rule,
    ...(written === undefined ? {} : { file: written.file, line: written.line }),
    ...{ key, severity, title },
    ...(flapping === undefined ? {} : { flapping }),
    ...(unmailed === undefined ? {} : { unmailed }),
    ...(why === undefined ? {} : { why }),
  };
}
