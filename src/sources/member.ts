/** The interface of the family: all that a source answers. What a member leaves out does not compile. */
import type * as z from "zod";
import type { Clock } from "../lib/clock.ts";
import type { EventTypeFacts, Excluded, SubjectKind } from "../model/event-types.ts";
import type { StandingAnswers } from "../model/standing.ts";
import type { Watchlists } from "../model/watchlists.ts";
import type { ForumClient } from "../upstreams/forum/records.ts";
import type { MarketClient } from "../upstreams/market/calls.ts";
import type { StatisticsClient } from "../upstreams/statistics/records.ts";
import type { ReadNames } from "./dated.ts";
import type { NoHistory, SourceHistory } from "./history.ts";
import type { Source } from "./source.ts";

export interface Clients {
  readonly forum: ForumClient;
  readonly market: MarketClient;
  readonly statistics: StatisticsClient;
}

export type UpstreamName = keyof Clients;

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
export interface Question {
  /** Name of the call in `yagura fetch`. */
  readonly call: string;
  /** The least plan that has it, by the documents; the service's answer decides. */
  readonly plan?: string;
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
  readonly clients: Partial<Clients>;
  /** Makes the service show these items from now on; items that are not named stay as they were shown before. */
  show(items: readonly unknown[]): void;
}

/** What a source watches: these subjects, where a database stands for all of its series, or what is on a watchlist. */
export type WatchedSubjects = { readonly subjects: readonly string[] } | { readonly watchlist: string };

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
  create(options: Options, clients: Clients, surroundings: Surroundings): Source;
  /** Events that never come with these settings. */
  excluded(settings: z.output<Settings>): Excluded;
  /** All that these settings watch, where they never give events about a subject; undefined: they may. */
  unwatched(
    settings: z.output<Settings>,
    subject: string,
    watchlists: Watchlists,
  ): WatchedSubjects | undefined;
  /** Calls that `check --online` makes, each as small as it can be. */
  questions(settings: z.output<Settings>, clients: Clients, days: Days, watchlists: Watchlists): Question[];
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
export function member<const Name extends string, Settings extends z.ZodType, Options>(
  one: SourceMember<Name, Settings, Options>,
): SourceMember<Name, Settings, Options> {
  return one;
}

export function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
