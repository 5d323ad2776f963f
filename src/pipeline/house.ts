/** Everything that the pipeline needs from the rest of the program; app/running.ts puts it together. */
import type { Observable } from "rxjs";
import type { AlertsAround } from "../alerts/life/book.ts";
import type {
  BaselineReason,
  CommitBatch,
  HeldPart,
  HoldFacts,
  HoldStage,
  Outage,
  PublicationFacts,
} from "../model/commit.ts";
import type { TradingCalendar } from "../model/dates.ts";
import type { LogEntry, LogReader } from "../model/event.ts";
import type { UnmailedReason } from "../model/mail.ts";
import type { DueMemory, Firing, RuleMemory, RuleSet } from "../model/rule.ts";
import type { Output } from "../outputs/output.ts";
import type { SourceState } from "../sources/source.ts";
import type { Change, Committed } from "./change.ts";
import type { Played } from "./judging/simulated.ts";
import type { Watched } from "./schedule.ts";
import type { KeptStanding } from "./standing/keep-standing.ts";

interface Store {
  readonly log: LogReader;
  state(source: string): SourceState;
  /** What is kept apart of a source: a quarantine, or on its way in or out; null if nothing is. */
  hold(source: string): (HoldFacts & { readonly stage: HoldStage }) | null;
  /** The state as it would be after a release; without a quarantine the state itself. */
  heldState(source: string): SourceState;
  /** The next part of what is kept apart: as much as one turn may write. */
  heldPart(source: string): HeldPart;
  /** Whether what is kept apart rewrites an item. */
  isRewriteHeld(source: string, item: string): boolean;
  outage(source: string): Outage | null;
  /** Time of its last answer; undefined: there was none. */
  answeredAt(source: string): number | undefined;
  /** The reason for a second baseline of a source; undefined: the next one is its first. */
  baselinedAnew(source: string): BaselineReason | undefined;
  /** `waiting` resolves when the stored state was checked for damage; undefined: polls need not wait. */
  readonly startCheck: { waiting(): Promise<void> | undefined };
  /** The facts that are known about its publications; none before the first. */
  publication(source: string): PublicationFacts;
  /** The values that a commit's `meta` wrote. */
  readonly meta: { get(key: string): string | undefined };
  /** The time at which a rule last fired for a key, ms since 1970. */
  firedAt(rule: string, key: string): number | undefined;
  /** The state of a rule for a key; undefined: none. */
  recall(memory: RuleMemory): unknown;
  /** The number of keys for which a rule has a state. */
  rememberedKeys(rule: string): number;
  /** States of rules that are due, the longest due first; at most `most` of them, by default all. */
  dueMemories(at: number, most?: number): readonly DueMemory[];
  /** One transaction. Throws a StoreError when the database cannot be written; then nothing is. */
  commit(batch: CommitBatch): void;
}

/** The stages that work in one turn of the event loop, in their order. */
export const timedStages = ["compare", "judge", "notify", "commit"] as const;

/** Takes note of times, in milliseconds; nothing of the pipeline depends on it. */
export interface StageTimes {
  /** Time that passes; nobody sets it. */
  elapsed(): number;
  /** A source's service answered, or failed, after so long. */
  asked(source: string, ms: number): void;
  did(stage: (typeof timedStages)[number], ms: number): void;
}

export interface House {
  readonly sources: readonly Watched[];
  /** The monitor's own news, such as rules loaded and mails given up. */
  readonly news$: Observable<Change>;
  readonly store: Store;
  readonly outputs: readonly Output[];
  /** The rules that are active now. */
  rules(): RuleSet;
  /** State of what stands, for rules; absent: none names anything of it. */
  readonly standing?: KeptStanding & {
    /** Resolves when what the rules name of it is there; undefined: polls need not wait. */
    waiting(): Promise<void> | undefined;
  };
  /** Rules are given a past; absent: they are not. */
  readonly seeding?: {
    /** Resolves when they have it; undefined: polls need not wait. */
    waiting(): Promise<void> | undefined;
  };
  /** Why alerts that one event gives together get no mail of their own: for each of them, in their order. */
  unmailed(firings: readonly Firing[], cause: LogEntry): readonly (UnmailedReason | undefined)[];
  /** What the simulator plays; absent: nothing. */
  readonly played?: Played | undefined;
  /** The life of alerts, and who is told; absent: nobody is. */
  readonly alerts?: Pick<AlertsAround, "policy" | "memory" | "bar" | "compose"> | undefined;
  /** The trading days that are known now. */
  calendar(): TradingCalendar;
  /** The time for everything that is written and evaluated: ms since 1970, never less than before. */
  now(): number;
  /** The machine's clock, for due times; ms since 1970. It may be set back or forward. */
  timeOfDay(): number;
  readonly signal: AbortSignal;
  /** Called now and then during a long poll, with the place that it has reached; left out: nobody looks. */
  progress?: ((source: string, at: string) => void) | undefined;
  /** Takes note of how long the stages take; absent: nobody wants to know. */
  readonly times?: StageTimes | undefined;
  /** Called with every change, written or not: for the log, the metrics and the health checks. */
  report(committed: Committed): void;
}
