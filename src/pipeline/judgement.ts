/**
 * What the rules make of entries: everything that stands between an event and a mail. The running monitor and a
 * replay of the log both come this way. Pure but for reading what is remembered.
 */
import type { CommitBatch, Cooldown } from "../model/commit.ts";
import { endOf } from "../model/duration.ts";
import { type LogEntry, numbered } from "../model/event.ts";
import type { MailDraft } from "../model/mail.ts";
import type { Firing } from "../model/rule.ts";
import type { HeldBack, Suppression } from "../model/suppression.ts";
import { alertDraft } from "./alert-draft.ts";
import type { House } from "./house.ts";
import { remembering } from "./remembering.ts";

/** What of the house a judgement is made with. */
export interface JudgingHouse extends Pick<House, "rules" | "mails" | "calendar"> {
  readonly store: Pick<House["store"], "firedAt" | "recall" | "dueMemories"> & {
    readonly log: Pick<House["store"]["log"], "read">;
  };
}

export interface Moment {
  /** ms since 1970. */
  readonly at: number;
  /** The next place on the log, a new one at each call. */
  place(): Parameters<typeof numbered>[1];
}

export type Judgement = Required<Pick<CommitBatch, "cooldowns" | "memories" | "suppressions" | "mails">> & {
  readonly alerts: readonly LogEntry[];
};

/** The alerts that entries raise, in the order of their causes, after those that were due before them. */
export function judgeEntries(entries: readonly LogEntry[], moment: Moment, house: JudgingHouse): Judgement {
  const { store } = house;
  const alerts: LogEntry[] = [];
  const mails: MailDraft[] = [];
  const suppressions: Suppression[] = [];
  const fired = new Map<string, Cooldown>();
  const rules = house.rules();
  const calendar = house.calendar();
  let { at } = moment;
  const holdBack = (heldBack: HeldBack, until?: number) =>
    suppressions.push({ ...heldBack, at, ...(until === undefined ? {} : { until }) });
  const judging = remembering({ recall: store.recall, calendar }, (heldBack) => void holdBack(heldBack));
  const raise = (firing: Firing, cause: LogEntry) => {
    const { rule, key, cooldown, resolved } = firing;
    const id = JSON.stringify([rule, key]);
    const before = cooldown && (fired.get(id)?.firedAt ?? store.firedAt(rule, key));
    const until = cooldown && before !== undefined ? endOf(before, cooldown, calendar) : undefined;
    if (resolved === undefined && until !== undefined && at < until) {
      holdBack({ rule, key, reason: "cooldown", causeSeq: cause.seq }, until);
      return;
    }
    const alert = numbered(alertDraft(firing, cause), moment.place());
    alerts.push(alert);
    if (resolved !== undefined) return;
    mails.push(...house.mails(alert, cause, firing));
    if (cooldown !== undefined) fired.set(id, { rule, key, firedAt: at });
  };
  // What was due before these entries came is said before them, and as of then: so a replay says it too.
  for (const memory of store.dueMemories(moment.at)) {
    at = memory.due;
    const said = rules.pass(memory, judging);
    const cause = said && storedEntry(said.causeSeq, house);
    if (said && cause) raise(said.firing, cause);
  }
  at = moment.at;
  for (const cause of entries) for (const firing of rules.match(cause, judging)) raise(firing, cause);
  return { alerts, mails, suppressions, cooldowns: [...fired.values()], memories: judging.writes() };
}

/** Undefined where the log does not keep it any more. */
function storedEntry(seq: number, { store }: JudgingHouse): LogEntry | undefined {
  const [stored] = store.log.read(seq - 1, 1);
  return stored?.seq === seq ? { seq, event: JSON.parse(stored.json) } : undefined;
}
