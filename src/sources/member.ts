/** The interface of the family: all that a source answers. What a member leaves out does not compile. */
import type * as z from "zod";
import type { Clock } from "../lib/clock.ts";
import type { EventTypeFacts, Excluded, SubjectKind } from "../model/event-types.ts";
import type { HistoryPeriod, HistoryPiece, HistoryReader, HistoryRecord } from "../model/history.ts";
import type { StandingAnswers } from "../model/standing.ts";
import type { Watchlists } from "../model/watchlists.ts";
import type { ForumCalls, ForumClient } from "../upstreams/forum/records.ts";
import type { MarketPlan } from "../upstreams/market/call.ts";
import type { MarketCalls, MarketClient } from "../upstreams/market/calls.ts";
import type { OddityCollector } from "../upstreams/misfits.ts";
import type { StatisticsCalls, StatisticsClient } from "../upstreams/statistics/records.ts";
import type { ReadNames } from "./dated.ts";
import type { SourceShown } from "./shown.ts";
import type { Source } from "./source.ts";

export interface SourceClients {
  readonly forum: ForumClient;
  readonly market: MarketClient;
  readonly statistics: StatisticsClient;
}

export type UpstreamName = keyof SourceClients;

export interface Clocks {
  readonly clock: Clock;
  /** The day (YYYY-MM-DD in Japan) that each service takes for today; a simulated one has its own. */
  readonly today: Readonly<Record<UpstreamName, () => string>>;
  /** Reader of the list of issues that several families of sources share; left out: one of their own. */
  readonly issueNames?: ReadNames;
}

/** Things that sources may share besides the clients. */
interface Surroundings extends Clocks {
  readonly issueNames: ReadNames;
  /** The watchlists as they are now. */
  watchlists(): Watchlists;
}

/** A small call of the kind that a source makes, to learn whether the account may. */
export interface TrialCall {
  /** Name of the call in `yagura fetch`. */
  readonly call: string;
  /** The least plan that has it, by the documents; the service's answer decides. */
  readonly plan?: string;
  /** The add-on to that plan that it needs. */
  readonly addOn?: string;
  /** Throws a Failure where it may not. */
  ask(): Promise<unknown>;
}

/** The days that questions are about, YYYY-MM-DD in Japan. */
interface Days {
  readonly today: string;
  /** A weekday whose publications are out. */
  readonly published: string;
}

/** The source's service in a test of rules: it shows what the test says. */
interface Stage {
  /** Clients that the source uses. */
  readonly clients: Partial<SourceClients>;
  /** Makes the service show these items from now on; items that are not named stay as they were shown before. */
  show(items: readonly unknown[]): void;
}

/** What a source watches: these subjects, where a database stands for all of its series, or what is on a watchlist. */
export type WatchedSubjects = { readonly subjects: readonly string[] } | { readonly watchlist: string };

// What its service tells of its past: what is asked, what that cannot tell, when it was published.

/** Clients with every call, for whoever fetches the past. */
export interface HistoryClients {
  readonly market: MarketCalls;
  readonly forum: ForumCalls;
  readonly statistics: StatisticsCalls;
}

export interface FetchContext {
  readonly signal: AbortSignal;
  /** Takes the records that cannot be read. */
  readonly oddities: OddityCollector;
  /** Called with the place that a long piece has reached. */
  progress(at: string): void;
}

/** A piece of the past with the way to ask for it. */
export interface AskedPiece extends HistoryPiece {
  readonly service: keyof HistoryClients;
  /** Name of the call in `yagura fetch`. */
  readonly call: string;
  /** Requests that it takes, as far as that is known before; at least 1. */
  readonly requests: number;
  /** The least plan that has the call, where there are plans. */
  readonly plan?: MarketPlan;
  /** Finds the moments at which the set of a day is published, ms since 1970; left out: nobody knows. */
  readonly publishedAt?: (day: string) => readonly number[];
  /** Whether its question names days: one that does not is answered on any plan that has the call. */
  readonly isByDay?: boolean;
  /** A file that has its records and those of other pieces; left out: there is none. */
  readonly file?: PieceFile;
  /** Gives its records page by page. Throws a Failure. */
  read(clients: HistoryClients, context: FetchContext): AsyncIterable<readonly HistoryRecord[]>;
}

/** A file of the past, the same object for each of the pieces whose records it has. */
export interface PieceFile {
  /** Name of the call that gives it, and the least plan that has that call. */
  readonly call: string;
  readonly plan: MarketPlan;
  /** Last day that it may have; left out: yesterday. */
  readonly to?: string;
  /** Requests that it takes, and its bytes, as far as that is known before. */
  readonly requests: number;
  readonly bytes: number;
  /**
   * Gives the records of some days, as the pieces of these days would. Throws a Failure; then what came of the file is
   * kept for the next time.
   */
  read(
    days: ReadonlySet<string>,
    clients: HistoryClients,
    context: FileContext,
  ): AsyncGenerator<readonly HistoryRecord[], ReadFile, void>;
}

/** A file that was read to its end. */
interface ReadFile {
  /** Whether it had all of a day, so that the day's piece is not to be asked for. */
  hasAll(day: string): boolean;
  /** Deletes it, once it is noted what it had. */
  discard(): void;
}

interface FileContext extends FetchContext {
  /** Folder that keeps what came of files; it need not be there. */
  readonly folder: string;
}

/** Surroundings in which pieces are planned. */
interface HistoryMeans {
  watchlists(): Watchlists;
}

/** @typeParam Settings what the settings say of the source */
export interface SourceHistory<Settings = unknown> {
  /** Pieces of the past between two days, each asked once, in the order in which they are worth most: the newest first. */
  pieces(settings: Settings, period: HistoryPeriod, means: HistoryMeans): readonly AskedPiece[];
  /** Facts that the past does not tell and life does, a sentence each. */
  readonly untold: readonly string[];
  /**
   * Moments (ms since 1970, ascending) at which its service showed something new in the days of a period, as far as
   * the past tells: a source that is polled then sees what it would have seen in life.
   */
  moments(settings: Settings, history: HistoryReader, period: HistoryPeriod): Iterable<number>;
}

/** Reason why a service tells no past of a source, a sentence. */
export interface NoHistory {
  readonly none: string;
}

/**
 * @typeParam Settings what the settings say of it
 * @typeParam Options as much of them as it needs
 */
export interface SourceMember<
  Name extends string = string,
  Settings extends z.ZodType = z.ZodType,
  Options = unknown,
> {
  readonly name: Name;
  /** Description of what it watches, for editors. */
  readonly about: string;
  /** Service whose data it watches. */
  readonly upstream: UpstreamName;
  readonly settings: Settings;
  /** Its settings where the file says nothing of sources. */
  readonly defaults: z.input<Settings>;
  /** Its event types, each with its items (whose fields have the labels of mails) and a description. */
  readonly events: Readonly<Record<string, EventTypeFacts>>;
  /** Kind of thing that the subject of its events names. */
  readonly subject: SubjectKind;
  /** Fields that only say which version an item is of, or come from elsewhere: a mass rewrite does not name them. */
  readonly asides: readonly string[];
  /** How its events and its stored state say which items stand. */
  readonly standing: StandingAnswers;
  create(options: Options, clients: SourceClients, surroundings: Surroundings): Source;
  /** Events that never come with these settings. */
  excluded(settings: z.output<Settings>): Excluded;
  /** All that these settings watch, where they never give events about a subject; undefined: they may. */
  unwatched(
    settings: z.output<Settings>,
    subject: string,
    watchlists: Watchlists,
  ): WatchedSubjects | undefined;
  /** Calls that `check --online` makes, each as small as it can be. */
  questions(
    settings: z.output<Settings>,
    clients: SourceClients,
    days: Days,
    watchlists: Watchlists,
  ): TrialCall[];
  /** What people are shown of it besides its events. */
  readonly shown: SourceShown;
  /** What its service tells of its past. */
  readonly history: SourceHistory<z.output<Settings>> | NoHistory;
  readonly testing: {
    /** Schema of an answer in a test, in the words of its events. */
    readonly answer: z.ZodType;
    /** @param settings undefined where the settings leave it out: a test may poll it all the same */
    stage(settings: z.output<Settings> | undefined): Stage & { options(): Options };
  };
}

/** A member, its types kept. */
export function sourceMember<const Name extends string, Settings extends z.ZodType, Options>(
  one: SourceMember<Name, Settings, Options>,
): SourceMember<Name, Settings, Options> {
  return one;
}

/** The question of a piece as the name of its scope, such as "code=7203&section=x". */
export function scopeOf(query: Readonly<Record<string, string>>): string {
  const parts = Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1));
  return parts.map(([name, value]) => `${name}=${value}`).join("&");
}
