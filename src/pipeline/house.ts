/** What the pipeline needs of the rest of the house; app.ts puts it together. */
import type { Observable } from "rxjs";
import type { Tick } from "../lib/cron.ts";
import type { CommitBatch, HoldFacts, Outage, PublicationFacts } from "../model/commit.ts";
import type { EventDraft, LogEntry } from "../model/event.ts";
import type { LogReader } from "../model/log.ts";
import type { MailDraft, UnmailedReason } from "../model/mail.ts";
import type { DueMemory, Firing, RuleMemory, RuleSet } from "../model/rule.ts";
import type { TradingCalendar } from "../model/trading-calendar.ts";
import type { Output } from "../outputs/output.ts";
import type { Source, SourceState } from "../sources/source.ts";
import type { Committed } from "./commit.ts";
import type { Change } from "./diff.ts";
import type { Due } from "./due.ts";
import type { Pauses } from "./pauses.ts";
import type { QuarantineLimits } from "./quarantine.ts";

/** A source with its schedule. */
export interface Watched {
  readonly source: Source;
  readonly ticks$: Observable<Tick>;
  readonly pauses: Pauses;
  readonly quarantine: QuarantineLimits;
  /** When its publications are due; absent: nobody waits for one. */
  readonly due?: Due | undefined;
}

interface Store {
  readonly log: LogReader;
  state(source: string): SourceState;
  /** What is kept back of a source, null when nothing is. */
  hold(source: string): HoldFacts | null;
  /** The state as it would be were the hold taken; the same one where nothing is held. */
  heldState(source: string): SourceState;
  /** What the hold would have told, in order. */
  heldDrafts(source: string): readonly EventDraft[];
  outage(source: string): Outage | null;
  /** Why the next baseline of a source is not its first. */
  baselinedAnew(source: string): "damaged" | undefined;
  /** `waiting` resolves when what is stored was looked at; undefined: polls need not wait. */
  readonly startCheck: { waiting(): Promise<void> | undefined };
  /** What is known of its publications; nothing before the first. */
  publication(source: string): PublicationFacts;
  /** What a commit's `meta` wrote. */
  readonly meta: { get(key: string): string | undefined };
  /** When (rule, key) last fired, ms since 1970. */
  firedAt(rule: string, key: string): number | undefined;
  /** What a rule remembers of a key; undefined: nothing. */
  recall(memory: RuleMemory): unknown;
  /** Of how many keys a rule remembers something. */
  rememberedKeys(rule: string): number;
  /** Memories whose moment has come, the longest ago first; so many at most, by default all. */
  dueMemories(at: number, most?: number): readonly DueMemory[];
  /** One transaction. Throws a StoreError when the database cannot be written; then nothing is. */
  commit(batch: CommitBatch): void;
}

export interface House {
  readonly sources: readonly Watched[];
  /** The monitor's own news: rules loaded, mails given up. */
  readonly news$: Observable<Change>;
  readonly store: Store;
  readonly outputs: readonly Output[];
  /** The rules that are active now. */
  rules(): RuleSet;
  /** The mails that an alert asks for, one an address; none of those that are left out. */
  mails(alert: LogEntry, cause: LogEntry, firing: Firing): MailDraft[];
  /** Why mails that an alert asks for are left out; undefined, or left out: none is. */
  unmailed?: ((firing: Firing, cause: LogEntry) => UnmailedReason | undefined) | undefined;
  /** The trading days as far as they are known now. */
  calendar(): TradingCalendar;
  /** The time of what is written and judged: ms since 1970, never less than before. */
  now(): number;
  /** The machine's clock, for what is due by the time of day; ms since 1970. It may be set. */
  timeOfDay(): number;
  readonly signal: AbortSignal;
  /** Hears of every change, written or not: for the log, the metrics and the health checks. */
  report(committed: Committed): void;
}
