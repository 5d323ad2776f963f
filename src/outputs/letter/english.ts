/** The fixed words of mails in English. */
import type { EpisodeEnd } from "../../model/alerts.ts";
import { groupedNumber as number } from "../../model/numbers.ts";
import type { Phrases } from "./phrases.ts";

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const plural = (count: number, one: string) => `${number(count)} ${one}${count === 1 ? "" : "s"}`;

const ends: Readonly<Record<EpisodeEnd, string>> = {
  until: "its end condition was met",
  time: "there was no news for some time",
  hand: "somebody resolved it",
};

export const englishPhrases: Phrases = {
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
    sinceLast: (when) => `What changed since the last message (${when})`,
    changed: "What changed",
    details: "Details",
    others: "Other alerts about this event",
    times: "Times, in Japan",
    past: "Recent history",
    links: "Links",
    yourStocks: "Your stocks",
    holdings: "Your holdings",
    fresh: "New",
    grown: "Updated",
    over: "Resolved",
    rest: "Other",
  },
  labels: {
    titleBefore: "Title before",
    severity: "Severity",
    occurred: "Occurred",
    published: "Published",
    seen: "Detected by Yagura",
    rule: "Alert rule",
    more: "More",
  },
  columns: { stock: "Stock", alert: "Alert, and its time in Japan" },
  links: {
    alert: "This alert",
    why: "Why you got it",
    acknowledge: "Acknowledge: no repeats",
    silence: "Silence",
    rate: "Useful or not?",
    page: "All alerts",
    stockPage: (stock) => `Page of ${stock}`,
  },

  changes: {
    appeared: (now) => `${now} (no value before)`,
    gone: (was) => `no value now (before: ${was})`,
    revised: (period, from, to) => `${period}: ${from} → ${to}`,
    withdrawn: (period, from) => `${period}: ${from}, withdrawn`,
    valued: (period, value) => `${period}: ${value}`,
    unvalued: (period) => `${period}: without a value`,
    andMore: (count) => `and ${count} more`,
  },

  ended: (title) => `Resolved: ${title}`,
  again: (times, since) => `This is alert ${number(times)} since ${since}.`,
  stillOpen: (span, since, times) =>
    `It is still open, ${span} after it began (${since})${times > 1 ? `, with ${number(times)} alerts so far` : ""}.`,
  over({ why, by, because, span, times }) {
    const reason = by ? `: ${by} resolved it` : why === undefined ? "" : `: ${ends[why]}`;
    const said = because ? ` (${because})` : "";
    const open = span && ` It was open for ${span}${times > 1 ? `, with ${number(times)} alerts` : ""}.`;
    return `It is resolved${reason}${said}.${open ?? ""}`;
  },
  rows: {
    again: (times) => `alert ${number(times)}`,
    stillOpen: (span) => `open for ${span}`,
    over: "resolved",
  },
  held: (count, since) =>
    `${plural(count, "message")} ${count === 1 ? "was" : "were"} held back since ${since}`,
  flapping: (often) => `This alert fired ${often}. It is suppressed until it fires less often.`,
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
  beside: (words) => ` ${words}.`,
  chart: ({ label, unit, low, high, latest }) =>
    `${label}${unit === "" ? "" : `, ${unit}`}: lowest ${low}, highest ${high}, now ${latest}`,

  group(about, count, { named, more }) {
    const head = `${plural(count, "alert")}${about ? `, ${about}` : ""}`;
    const rest = more === undefined ? " and others" : more > 0 ? ` and ${number(more)} more` : "";
    return named.length === 0 ? head : `${head}: ${named.join(", ")}${rest}`;
  },
  andMore: (title, more) => `${title}, and ${number(more)} more`,
  groupThread: (about) => (about === "" ? "Alerts" : `Alerts: ${about}`),
  digest: (name, day, count) =>
    `Digest ${name ? `${name}, ` : ""}${day}: ${count === 0 ? "nothing new" : plural(count, "alert")}`,
  digestAbout: (own, others) => {
    const ofOwn = own === 0 ? "none of your stocks" : `${number(own)} of your stocks`;
    return `About ${ofOwn}${others === 0 ? "" : ` and ${plural(others, "other")}`}.`;
  },
  braked: (rule, count, isWatched) =>
    `No more messages from rule ${rule} ${isWatched ? "about your stocks " : ""}today: it fired ${plural(count, "alert")}`,
  brakedSince:
    "That is far more than on any of the last 30 days. All its alerts are on the page and the feed. Alerts about stocks on your watchlists are counted apart from others.",
  restOf: (rule, count) => `${rule}: ${number(count)}`,
  moreOnPage: (count) => `and ${number(count)} more`,

  notes: {
    simulated: "The data is simulated: companies, people and figures are invented.",
    ofRule: (rule) =>
      `You get this because the rule "${rule}" sends its alerts to this address. To change or stop it, edit that rule in the rule files of your Yagura, or the recipients in its configuration.`,
    ofRules:
      "You get this because rules send their alerts to this address. To change or stop it, edit the rule files of your Yagura, or the recipients in its configuration.",
    ofRoute: (route) =>
      `You get this because the route "${route}" in the settings of your Yagura notifies this address.`,
    page: (url, isHere) =>
      `All alerts are on the page${isHere ? ", which opens only on the machine of Yagura" : ""}: ${url}`,
  },
};
