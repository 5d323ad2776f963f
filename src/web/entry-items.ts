/** An alert or an event as an item of a list. */
/// <reference lib="dom" />
import type { FeedEntry } from "../client/feed-client.ts";
import { inJapanTime } from "../lib/japan-time.ts";
import { make } from "./elements.ts";

const severities = new Set(["info", "warning", "critical"]);

export function alertItem({ event }: FeedEntry): HTMLElement {
  const { now } = event.data;
  const severity = text(now.severity);
  const item = make("li", "");
  const resolved = event.type === "alert.resolved" ? "resolved: " : "";
  item.append(
    when(event.time),
    make("strong", ` ${resolved}${text(now.title)} `, severities.has(severity) ? severity : ""),
    make("span", `${text(now.rule)} · ${event.subject}`, "quiet"),
    make("p", text(now.body)),
  );
  return item;
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

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
