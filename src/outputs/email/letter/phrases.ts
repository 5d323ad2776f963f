/**
 * Fixed words of mails, in one table a language: whatever is not from a rule, a field or a stranger. Layout is elsewhere,
 * so a language may put the words in any order.
 */
import type { EpisodeEnd } from "../../../model/alerts.ts";
import type { Severity } from "../../../model/news-items.ts";
import type { Language } from "../../../model/notification.ts";
import type { JapanDay, Span } from "./times.ts";

/** A stock of the reader's watchlists. */
export interface HeldWords {
  readonly shares?: string | undefined;
  readonly price?: string | undefined;
  readonly side?: "long" | "short" | undefined;
}

/** The end of an episode. */
export interface OverWords {
  readonly why?: EpisodeEnd | undefined;
  /** Who ended it by hand, and the reason that they gave. */
  readonly by?: string | undefined;
  readonly because?: string | undefined;
  /** How long it was open; absent: that is not known. */
  readonly span?: string | undefined;
  readonly times: number;
}

/** Low, high and latest value of a chart, and the unit of all; "" where there is none. */
export interface ChartWords {
  readonly label: string;
  readonly unit: string;
  readonly low: string;
  readonly high: string;
  readonly latest: string;
}

export interface Phrases {
  /** Value of the HTML part's `lang`. */
  readonly lang: string;
  /** Stands before the subject; the severity's follows it. */
  readonly subjectMarks: Readonly<Record<Severity, string>>;
  readonly simulated: string;
  readonly severities: Readonly<Record<Severity, string>>;
  /** @param year whether the reader needs it, since it is not that of the mail */
  day(day: JapanDay, year: boolean): string;
  span(span: Span): string;
  /** A count with its thousands separated. */
  number(value: number): string;
  /** Joins short words into a list. */
  list(words: readonly string[]): string;
  /** The company and its code. */
  stock(name: string, code: string): string;

  readonly headings: {
    sinceLast(when: string): string;
    readonly changed: string;
    readonly details: string;
    readonly others: string;
    readonly times: string;
    readonly past: string;
    readonly links: string;
    readonly yourStocks: string;
    readonly fresh: string;
    readonly grown: string;
    readonly over: string;
    readonly rest: string;
  };
  readonly labels: {
    readonly title: string;
    readonly severity: string;
    readonly occurred: string;
    readonly published: string;
    readonly seen: string;
    readonly rule: string;
    readonly more: string;
  };
  readonly columns: {
    readonly stock: string;
    readonly alert: string;
    readonly when: string;
  };
  readonly links: {
    readonly alert: string;
    readonly why: string;
    readonly acknowledge: string;
    readonly silence: string;
    readonly page: string;
    stockPage(stock: string): string;
  };

  /** Changes of a value. */
  readonly changes: {
    /** It has a value, and had none. */
    appeared(now: string): string;
    /** It had a value, and has none. */
    gone(was: string): string;
    /** One period of a series: revised, withdrawn, without a value. */
    revised(period: string, from: string, to: string): string;
    withdrawn(period: string, from: string): string;
    valued(period: string, value: string): string;
    unvalued(period: string): string;
    andMore(count: string): string;
  };

  /** The alert's place in its episode. */
  again(times: number, since: string): string;
  stillOpen(span: string, since: string, times: number): string;
  over(end: OverWords): string;
  /** The same, short enough for a row of a table. */
  readonly rows: {
    again(times: number): string;
    stillOpen(span: string): string;
    readonly over: string;
  };
  held(count: number, since: string): string;
  flapping(often: string): string;
  /** @param more number of further lists, which are not named */
  watched(lists: readonly string[], more: number, held: HeldWords): string;
  /** What the chart shows. */
  chart(values: ChartWords): string;

  /** Titles of messages about several alerts. */
  group(about: string | undefined, count: number): string;
  digest(name: string | undefined, day: string, count: number): string;
  braked(rule: string, count: number): string;
  /** How many alerts of a rule are not in the tables. */
  restOf(rule: string, count: number): string;
  moreOnPage(count: number): string;

  readonly notes: {
    readonly simulated: string;
    ofRule(rule: string): string;
    ofRoute(route: string): string;
    page(url: string): string;
  };
}

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const grouping = new Intl.NumberFormat("en-US");
const number = (value: number) => grouping.format(value);
const plural = (count: number, one: string) => `${number(count)} ${one}${count === 1 ? "" : "s"}`;

const ends: Readonly<Record<EpisodeEnd, string>> = {
  until: "an event came that ends it",
  time: "nothing new came for long",
  hand: "somebody ended it by hand",
};

const english: Phrases = {
  lang: "en",
  subjectMarks: { info: "", warning: "Warning: ", critical: "Critical: " },
  simulated: "SIMULATED",
  severities: { info: "INFO", warning: "WARNING", critical: "CRITICAL" },
  day({ year, month, day, weekday, clock }, withYear) {
    const words = `${weekdays[weekday]} ${day} ${months[month - 1]}${withYear ? ` ${year}` : ""}`;
    return clock === undefined ? words : `${words}, ${clock}`;
  },
  span: ({ count, unit }) => plural(count, unit),
  number,
  list: (words) => words.join(", "),
  stock: (name, code) => `${name} (${code})`,

  headings: {
    sinceLast: (when) => `What changed since the last mail (${when})`,
    changed: "What changed",
    details: "Details",
    others: "Other alerts about this event",
    times: "Times, in Japan",
    past: "Up to now",
    links: "Links",
    yourStocks: "Your stocks",
    fresh: "New",
    grown: "Grown",
    over: "Over",
    rest: "The rest",
  },
  labels: {
    title: "Title",
    severity: "Severity",
    occurred: "Occurred",
    published: "Published",
    seen: "Seen by Yagura",
    rule: "Alert of the rule",
    more: "More",
  },
  columns: { stock: "Stock", alert: "Alert", when: "When, in Japan" },
  links: {
    alert: "This alert",
    why: "Why it came",
    acknowledge: "Acknowledge: no repeats",
    silence: "Silence",
    page: "All alerts",
    stockPage: (stock) => `Page of ${stock}`,
  },

  changes: {
    appeared: (now) => `${now} (new)`,
    gone: (was) => `no longer ${was}`,
    revised: (period, from, to) => `${period}: ${from} → ${to}`,
    withdrawn: (period, from) => `${period}: ${from}, withdrawn`,
    valued: (period, value) => `${period}: ${value}`,
    unvalued: (period) => `${period}: without a value`,
    andMore: (count) => `and ${count} more`,
  },

  again: (times, since) => `This is alert ${number(times)} of an episode that is open since ${since}.`,
  stillOpen: (span, since, times) =>
    `It is still open, ${span} after it began (${since})${times > 1 ? `, with ${number(times)} alerts so far` : ""}.`,
  over({ why, by, because, span, times }) {
    const reason = by ? `: ${by} ended it` : why === undefined ? "" : `: ${ends[why]}`;
    const said = because ? ` (${because})` : "";
    const open = span && ` It was open for ${span}${times > 1 ? `, with ${number(times)} alerts` : ""}.`;
    return `It is over${reason}${said}.${open ?? ""}`;
  },
  rows: {
    again: (times) => `alert ${number(times)}`,
    stillOpen: (span) => `open for ${span}`,
    over: "over",
  },
  held: (count, since) => `${plural(count, "message")} ${count === 1 ? "was" : "were"} held since ${since}`,
  flapping: (often) =>
    `This alert fired ${often}. The same alert is held back now, until it would fire less often.`,
  watched(lists, more, { shares, price, side }) {
    const named = `${lists.join(", ")}${more > 0 ? ` and ${number(more)} more` : ""}`;
    const where = `On your ${lists.length + more === 1 ? "list" : "lists"} ${named}`;
    const position = [
      ...(side === undefined ? [] : [side]),
      ...(shares === undefined ? [] : [`${shares} shares`]),
      ...(price === undefined ? [] : [`at ${price} yen`]),
    ].join(" ");
    return `${where}${position === "" ? "" : `: ${position}`}.`;
  },
  chart: ({ label, unit, low, high, latest }) =>
    `${label}${unit === "" ? "" : `, ${unit}`}: lowest ${low}, highest ${high}, now ${latest}`,

  group: (about, count) => (about ? `${plural(count, "alert")}: ${about}` : plural(count, "alert")),
  digest: (name, day, count) => `Digest ${name ? `${name}, ` : ""}${day}: ${plural(count, "alert")}`,
  braked: (rule, count) =>
    `The rule ${rule} fires far more often than ever before (${plural(count, "alert")} today). It is told no more today; all its alerts are on the page and the feed.`,
  restOf: (rule, count) => `${rule}: ${number(count)}`,
  moreOnPage: (count) => `and ${number(count)} more`,

  notes: {
    simulated: "The data is simulated: companies, people and figures are invented.",
    ofRule: (rule) =>
      `You get this because the rule "${rule}" sends its alerts to this address. To change or stop it, edit that rule in the rule files of your Yagura, or the recipients in its configuration.`,
    ofRoute: (route) =>
      `You get this because the route "${route}" in the settings of your Yagura tells this address.`,
    page: (url) => `All alerts are on the page: ${url}`,
  },
};

/** The words of a language. */
export function phrasesIn(_language: Language): Phrases {
  return english;
}
