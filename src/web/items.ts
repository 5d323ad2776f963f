/** An alert or an event as an item of a list. */
/// <reference lib="dom" />
import type { FeedEntry } from "../client/feed-client.ts";
import { inJapanTime } from "../lib/clock.ts";
import { answerRow, type SendAnswer } from "./answers.ts";

const severities = new Set(["info", "warning", "critical"]);

/** @param send by which its buttons answer it, if it is one that may be answered */
export function alertItem({ event }: FeedEntry, send: SendAnswer): HTMLElement {
  const { now } = event.data;
  const severity = text(now.severity);
  const item = make("li", "");
  const { step = "", said = text(now.body) } = steps[event.type]?.(now) ?? {};
  item.append(
    when(event.time),
    make("strong", ` ${step}${text(now.title)} `, severities.has(severity) ? severity : ""),
    make("span", ofAlert(now, event.subject), "quiet"),
    make("p", said),
  );
  if (event.type === "alert.fired") item.append(answerRow({ event }, send));
  return item;
}

type Item = FeedEntry["event"]["data"]["now"];

/** Later steps of an alert's life: the word before its title, and what is said instead of its text. */
const steps: Readonly<Record<string, (now: Item) => { readonly step: string; readonly said?: string }>> = {
  "alert.resolved": (now) => ({
    step: "resolved: ",
    ...(now.why === "hand" && { said: byWhom(now) }),
  }),
  "alert.acknowledged": (now) => ({ step: "acknowledged: ", said: byWhom(now) }),
};

function byWhom({ by, because }: Item): string {
  const reason = text(because);
  return `by ${text(by)}${reason === "" ? "" : `: ${reason}`}`;
}

export function eventItem({ seq, event }: FeedEntry): HTMLElement {
  const item = make("li", "");
  item.append(
    when(event.time),
    make("strong", ` ${seq} ${event.type} `),
    make("span", event.subject, "quiet"),
  );
  item.append(make("p", ""));
  item.lastElementChild?.append(make("code", JSON.stringify(event.data)));
  return item;
}

function when(time: string): HTMLElement {
  const made = make("time", inJapanTime(time));
  made.setAttribute("datetime", time);
  return made;
}

/** An alert's rule and subject, with the watchlists that the subject was on. */
export function ofAlert({ rule, watchlists }: FeedEntry["event"]["data"]["now"], subject: string): string {
  const lists = Array.isArray(watchlists) ? [`on ${watchlists.map(text).join(", ")}`] : [];
  return [text(rule), subject, ...lists].join(" · ");
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The state of each source, as the heartbeat tells it. */
/// <reference lib="dom" />

export function sourceItems(sources: Readonly<Record<string, unknown>>): HTMLElement[] {
  return Object.entries(sources).map(([name, told]) => {
    const facts = (told ?? {}) as SourceFacts;
    const { state, late } = facts;
    const waiting = state === "failing" || state === "quarantined" || late?.day !== undefined;
    return make("li", sourceLine(name, facts), waiting ? "failed" : "");
  });
}

/** Facts about a source from the heartbeat and /readyz. */
export interface SourceFacts {
  readonly state?: string;
  readonly reason?: string;
  readonly since?: string;
  readonly late?: { readonly day?: string };
}

/** The state of a source in a line. */
export function sourceLine(name: string, { state = "unknown", reason, since, late }: SourceFacts): string {
  const when = since === undefined ? "" : `since ${inJapanTime(since)}`;
  const why = when === "" ? "" : ` (${reason === undefined ? "" : `${reason}, `}${when})`;
  const missing = late?.day === undefined ? "" : `, the publication of ${late.day} is late`;
  return `${name}: ${state}${why}${missing}`;
}

/** Making and finding elements. Everything from the feed goes in as text, never as HTML. */
/// <reference lib="dom" />

/** Throws when the page lacks the element: index.html and page.ts belong together. */
export function element<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no #${id}`);
  return found;
}

function make(tag: string, text: string, className = ""): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  if (className !== "") made.className = className;
  return made;
}

/** Puts an item on top of a list and drops what is below the `most`th. */
export function putOnTop(list: HTMLElement, item: HTMLElement, most: number): void {
  list.prepend(item);
  while (list.childElementCount > most) list.lastElementChild?.remove();
}
