/** Answers to the page about the sources, the consumers of the feed, and the monitor itself. */
import type { Outage } from "../commit.ts";
import type { SeenPlace } from "../event.ts";
import type { Worded } from "../language.ts";
import type { MachineAnswer } from "./machine.ts";

/** A publication that was due, or will be. */
export interface PublicationDue {
  /** The trading day whose publication it is. */
  readonly day: string;
  readonly dueAt: number;
  readonly lateAt: number;
  readonly isSeen: boolean;
}

/** A median and a 95th percentile, ms. */
export interface Spread {
  readonly p50: number;
  readonly p95: number;
}

/** How long changes of a source took in the last 30 days, from their appearance on the service. */
export interface NoticeTimes {
  /** Polls that found something, 500 at most. */
  readonly changes: number;
  /** How far the moment of an appearance is uncertain, either way; the median, ms. */
  readonly doubtMs: number;
  readonly committed: Spread;
  /** To where a mail server or a chat took the message; absent: none was sent at once. */
  readonly delivered?: Spread;
}

/**
 * Why an extra poll is made: publications came between two times of day before, or one is due from one to the other; or it
 * is of some stocks alone, since their forums have so many comments an hour.
 */
export type NextWhy =
  | {
      readonly from: string;
      readonly to: string;
      /** How many of the last publications came then; absent: too few are known. */
      readonly known?: { readonly within: number; readonly of: number };
    }
  | { readonly paces: readonly { readonly scope: string; readonly perHour: number }[] };

export interface ShownSource {
  readonly name: string;
  readonly service: string;
  readonly isSimulated: boolean;
  readonly state: "waiting" | "ok" | "failing" | "quarantined";
  readonly lastSuccess?: string;
  readonly attemptAt?: number;
  readonly nextAt?: number;
  /** Why it is polled then, where that is beside its schedule. */
  readonly nextWhy?: NextWhy;
  /** Time for which it is not polled since it fails, ms; 0: none. */
  readonly pausedMs: number;
  /** A cron expression with seconds, its zone, and whether closed days are left out; absent: it is simulated. */
  readonly schedule?: { readonly cron: string; readonly timezone: string; readonly onTradingDays: boolean };
  /** Why it fails, whatever else is the matter with it. */
  readonly outage?: Outage;
  /** Codes that it asks for and its service does not know, with the service's words; absent: none. */
  readonly unknownCodes?: readonly { readonly code: string; readonly message: string }[];
  readonly hold?: { readonly since: string; readonly items: number; readonly message: string };
  /** Last and next publication; absent: it has no due time. */
  readonly due?: { readonly last?: PublicationDue; readonly next?: PublicationDue };
  /** Absent: nothing new came in the last 30 days. */
  readonly noticed?: NoticeTimes;
  /** The newest day whose publication was seen. */
  readonly published?: string;
  /** The publication that has not come in time, and since when (ISO). */
  readonly late?: { readonly day: string; readonly since: string };
}

/** What came of a poll that a person asked for. */
export interface PollNowAnswer {
  readonly source: string;
  /** `under-way`: it takes long, and goes on. */
  readonly outcome: "answered" | "failed" | "unwritten" | "under-way";
  /** Events that it told. */
  readonly events: number;
  readonly reason?: string;
  /** Why it failed, or could not be written. */
  readonly message?: string;
  /** Items that it put into quarantine; absent: none. */
  readonly held?: number;
  readonly nextAt?: number;
}

/** What is left of a limit of a service, for all of its calls or for some that have one of their own. */
export interface ServiceLimit {
  readonly service: string;
  /** Name of the plan, where the service sells plans. */
  readonly plan?: string;
  /** End of the paths that it is about; "" for all. */
  readonly calls: string;
  readonly requests?: number;
  readonly windowMs: number;
  readonly left?: number;
  /** Time for which the service is left alone since it refused, ms. */
  readonly pausedMs: number;
}

export interface SourcesAnswer {
  readonly sources: readonly ShownSource[];
  readonly limits: readonly ServiceLimit[];
  /** Last day of which the trading calendar knows; absent: weekdays count. */
  readonly calendarTo?: string;
}

/** News of a source itself. */
export interface SourceNewsItem {
  readonly seq: number;
  readonly time: string;
  readonly type: string;
  readonly reason?: string;
  readonly message?: string;
}

/** One event that a quarantine holds. */
export interface HeldSampleShown {
  readonly type: string;
  readonly subject: string;
  readonly name?: string;
  /** What was rewritten, in words of the reader's language. */
  readonly rows: Readonly<
    Record<
      "en" | "ja",
      readonly { readonly label: string; readonly was?: string | undefined; readonly now: string }[]
    >
  >;
}

export interface SourceAnswer {
  readonly source: ShownSource;
  readonly limits: readonly ServiceLimit[];
  /** The latest first. */
  readonly news: readonly SourceNewsItem[];
  /** What a quarantine holds; absent: there is none. */
  readonly held?: {
    /** Events that a release tells, and those that a discard leaves out. */
    readonly events: number;
    readonly rewrites: number;
    readonly samples: readonly HeldSampleShown[];
    /** To be given as `after` for more samples. */
    readonly next?: number;
  };
}

export const consumerPaths = { list: "/control/consumers", forget: "/control/consumers/forget" } as const;

/** A consumer as calls and commands show it; times are ISO. */
export interface ToldConsumer {
  readonly name: string;
  /** `person:` and a name, `token:` and the name of a token, or `address:` and an address; absent: an earlier version kept it. */
  readonly owner?: string;
  /** Up to where it has handled the log; absent: that is lost. */
  readonly seq?: number;
  /** Number of entries that were committed since. */
  readonly behind?: number;
  readonly seenAt: string;
  /** Undefined where no monitor runs. */
  readonly isConnected?: boolean;
}

/** @param log the log that is kept now */
export function toldConsumer(
  { name, owner, epoch, seq, seenAt }: SeenPlace,
  log: { readonly epoch: string; head(): number },
): ToldConsumer {
  return {
    name,
    ...(owner !== undefined && { owner }),
    ...(epoch === log.epoch && { seq, behind: Math.max(0, log.head() - seq) }),
    seenAt: new Date(seenAt).toISOString(),
  };
}

/** Answer of `/api/about`: what the page shows of the monitor itself. */
export interface AboutAnswer {
  readonly version: string;
  /** Names of the services that are made up. */
  readonly simulated: readonly string[];
  /** Address of a page about a stock, with `{code}` in it, if the settings have one. */
  readonly stockPage?: string;
  /** Sentences that services want to be shown with their data. */
  readonly credits: readonly Worded[];
  /** Where several machines are a cluster: the one that answers. */
  readonly cluster?: MachineAnswer;
}
