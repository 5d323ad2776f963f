/**
 * The interface of what the settings say about telling alerts: who is told, when, together with what, and what is kept
 * quiet. The life of alerts asks it; the settings' section `alerts` is compiled into it.
 */
import type { AlertFacts } from "../model/alerts.ts";
import type { Hours, TradingCalendar } from "../model/dates.ts";
import type { Duration } from "../model/duration.ts";
import type { Language } from "../model/language.ts";
import type { Growth, QuietFate, Silence } from "../model/silence.ts";

export interface Policy {
  /**
   * The receivers of an alert, each once: those that its rule names, then those of the routes that match, each with the
   * terms of the first matching route that names it or names nobody.
   * @param recipients targets of the rule's `notify`
   */
  plans(
    facts: AlertFacts,
    recipients: readonly string[],
    at: number,
    calendar: TradingCalendar,
  ): readonly ReceiverPlan[];
  terms(receiver: string): ReceiverTerms;
  /** The silence or recurring window that quiets an alert at a moment; undefined: none does. */
  quieted(
    facts: AlertFacts,
    at: number,
    silences: readonly Silence[],
    calendar: TradingCalendar,
  ): Quieted | undefined;
  readonly inhibitions: readonly Inhibition[];
  /** Time without news after which an episode is over, where its rule says nothing else. */
  readonly resolveAfter: Duration;
  /** Undefined: no rule is braked. */
  readonly brake: { readonly times: number; readonly atLeast: number } | undefined;
}

export interface ReceiverPlan {
  readonly receiver: string;
  readonly route: RouteTerms;
}

/** How alerts of a route are told. */
export interface RouteTerms {
  /** "" where no route matched. */
  readonly name: string;
  /** Values by which alerts are told together; undefined: those about one event are. */
  readonly groupOf: ((facts: AlertFacts) => readonly string[]) | undefined;
  /** Words of the group, such as `rule short-large`. */
  readonly about: (values: readonly string[], language?: Language) => string;
  /** How long a new group waits for more, and how long between its messages, ms. */
  readonly waitMs: number;
  readonly everyMs: number;
  /** How long until an open, unacknowledged alert is told again; undefined: never. */
  readonly repeat: Duration | undefined;
  /** Whether the end of an episode is told to who was told of it. */
  readonly resolved: boolean;
  /** Undefined: told one by one or in groups. */
  readonly digest: Digest | undefined;
}

export interface Digest {
  /** The next time of a digest after a moment, with its name, such as "after the close"; ms since 1970. */
  next(after: number, calendar: TradingCalendar): { readonly at: number; readonly name: string };
}

export interface ReceiverTerms {
  /** Undefined: at any time. */
  readonly hours: Hours | undefined;
  /** Fate of alerts outside of the hours. */
  readonly outside: QuietFate;
  /** Most messages in an hour and in a day; critical alerts are not held by it. */
  readonly cap: { readonly hour?: number | undefined; readonly day?: number | undefined };
  readonly language: Language;
  /** The receiver's digests, for what silences and hours leave to a digest; undefined: it is held instead. */
  readonly digest: Digest | undefined;
}

export interface Quieted {
  /** Id of the silence, or name of the window. */
  readonly by: string;
  readonly fate: QuietFate;
  /** When it ends, ms since 1970. */
  readonly until: number;
  /** What ends the silence before. */
  readonly grows?: Growth | undefined;
}

/** While an alert is open that feeds it, alerts with equal values are quiet. */
export interface Inhibition {
  /** Unique, and another one where its settings change. */
  readonly name: string;
  feeds(facts: AlertFacts): boolean;
  quiets(facts: AlertFacts): boolean;
  /** The values that must be equal. */
  values(facts: AlertFacts): readonly string[];
}
