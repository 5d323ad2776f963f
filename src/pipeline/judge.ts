/** Gives each event its place on the log and asks the rules about it. Pure but for reading what last fired. */
import type { CommitBatch, Cooldown } from "../model/commit.ts";
import { endOf } from "../model/duration.ts";
import { type LogEntry, numbered } from "../model/event.ts";
import type { Alert } from "../model/items.ts";
import type { MailDraft } from "../model/mail.ts";
import type { Firing } from "../model/rule.ts";
import type { TradingCalendar } from "../model/trading-calendar.ts";
import type { Change } from "./diff.ts";
import type { House } from "./house.ts";
import { remembering } from "./remembering.ts";

export interface Judged {
  readonly change: Change;
  readonly batch: CommitBatch;
}

/** The events of a change, then the alerts that they raise, in the order of their causes. */
export function judge(change: Change, house: House): Judged {
  const { epoch } = house.store.log;
  const at = house.now();
  const time = new Date(at).toISOString();
  let seq = house.store.log.head();
  const place = () => ({ epoch, seq: ++seq, time });
  const causes = change.drafts.map((draft) => numbered(draft, place()));

  const alerts: LogEntry[] = [];
  const mails: MailDraft[] = [];
  const fired = new Map<string, Cooldown>();
  const rules = house.rules();
  const judging = remembering(house);
  const raise = (firing: Firing, cause: LogEntry) => {
    const { rule, key, resolved } = firing;
    const id = JSON.stringify([rule, key]);
    const before = fired.get(id)?.firedAt ?? house.store.firedAt(rule, key);
    if (resolved === undefined && coolsDown(firing, before, at, house.calendar())) return;
    const alert = numbered(alertDraft(firing, cause), place());
    alerts.push(alert);
    if (resolved !== undefined) return;
    mails.push(...house.mails(alert, cause, firing));
    if (firing.cooldown !== undefined) fired.set(id, { rule, key, firedAt: at });
  };
  // What was due before these events came is said before them, as a replay of the log would say it.
  for (const memory of house.store.dueMemories(at)) {
    const said = rules.pass(memory, judging);
    const cause = said && storedEntry(said.causeSeq, house);
    if (said && cause) raise(said.firing, cause);
  }
  for (const cause of causes) for (const firing of rules.match(cause, judging)) raise(firing, cause);
  const entries = [...causes, ...alerts];
  const memories = judging.writes();
  return { change, batch: { ...change.batch, entries, cooldowns: [...fired.values()], memories, mails } };
}

/** Undefined where the log does not keep it any more. */
function storedEntry(seq: number, { store }: House): LogEntry | undefined {
  const [stored] = store.log.read(seq - 1, 1);
  return stored?.seq === seq ? { seq, event: JSON.parse(stored.json) } : undefined;
}

function coolsDown(
  { cooldown }: Firing,
  before: number | undefined,
  at: number,
  calendar: TradingCalendar,
): boolean {
  return cooldown !== undefined && before !== undefined && at < endOf(before, cooldown, calendar);
}

function alertDraft(firing: Firing, { seq, event }: LogEntry) {
  const { rule, key, severity, title, body, labels, notify, resolved } = firing;
  const { id, type, source, subject, published, occurred } = event;
  const cause = { seq, id, type, source, subject };
  const now: Alert = {
    rule,
    key,
    severity,
    title,
    body,
    labels: { ...labels },
    recipients: [...notify],
    cause,
  };
  return {
    type: resolved === undefined ? ("alert.fired" as const) : ("alert.resolved" as const),
    source: `/rules/${rule}`,
    subject,
    ...(published === undefined ? {} : { published }),
    ...(occurred === undefined ? {} : { occurred }),
    data: { now: resolved === undefined ? now : { ...now, why: resolved } },
  };
}
