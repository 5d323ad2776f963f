/** The alerts of the log as a table: a row an episode, from its first alert until it is over, with its messages. */

import type { Asked, Exported } from "../../history/export-history.ts";
import type { Column, Row } from "../../lib/rows/row-writer.ts";
import type { Event, StoredEntry } from "../../model/event.ts";
import type { Acknowledgement, Alert } from "../../model/news-items.ts";
import type { StoreReader } from "../../store/reader.ts";
import { entriesBetween } from "./export-events.ts";

interface AskedAlerts extends Asked {
  /** Names of rules; left out: all. */
  readonly rules?: readonly string[] | undefined;
}

interface Message {
  readonly address: string;
  readonly state: "waiting" | "sent" | "failed";
  readonly attempts: number;
  readonly queued: string;
  readonly sent?: string;
}

/** An episode as it is told; its facts are those of its latest alert. */
interface ExportedEpisode {
  readonly alert: string;
  readonly rule: string;
  readonly key: string;
  readonly subject: string;
  readonly severity: string;
  readonly title: string;
  readonly state: "open" | "resolved";
  readonly since: string;
  readonly last: string;
  readonly times: number;
  readonly acknowledged?: string;
  readonly acknowledgedBy?: string;
  readonly resolved?: string;
  readonly why?: string;
  readonly by?: string;
  readonly cause: string;
  readonly recipients: readonly string[];
  readonly watchlists?: readonly string[];
  readonly sent: number;
  readonly waiting: number;
  readonly failed: number;
  readonly messages: readonly Message[];
}

const columns: readonly (Column & { readonly name: keyof ExportedEpisode })[] = [
  { name: "alert", kind: "text" },
  { name: "rule", kind: "text" },
  { name: "key", kind: "text" },
  { name: "subject", kind: "text" },
  { name: "severity", kind: "text" },
  { name: "title", kind: "text" },
  { name: "state", kind: "text" },
  { name: "since", kind: "moment" },
  { name: "last", kind: "moment" },
  { name: "times", kind: "integer" },
  { name: "acknowledged", kind: "moment" },
  { name: "acknowledgedBy", kind: "text" },
  { name: "resolved", kind: "moment" },
  { name: "why", kind: "text" },
  { name: "by", kind: "text" },
  { name: "cause", kind: "text" },
  { name: "recipients", kind: "json" },
  { name: "watchlists", kind: "json" },
  { name: "sent", kind: "integer" },
  { name: "waiting", kind: "integer" },
  { name: "failed", kind: "integer" },
  { name: "messages", kind: "json" },
];

interface Begun {
  readonly first: Event;
  readonly latest: Event;
  readonly times: number;
  readonly acknowledged?: Event;
  /** By message and address: one that tells several alerts of the episode is one. */
  readonly messages: Map<string, Message>;
}

/** Episodes that were open at some time of those asked for: as they ended, then those that are open, as they began. */
export function exportAlerts(store: StoreReader, { from, to, subjects, rules }: AskedAlerts): Exported {
  let damaged = 0;
  const isAsked = ({ rule, subject, since, resolved }: ExportedEpisode): boolean =>
    (rules?.includes(rule) ?? true) &&
    (subjects?.includes(subject) ?? true) &&
    (resolved === undefined || Date.parse(resolved) >= from) &&
    Date.parse(since) <= to;
  return {
    columns,
    *batches() {
      const open = new Map<string, Begun>();
      // From the beginning of the log, since an episode may have begun before the time that is asked for.
      for (const { entries, missing } of entriesBetween(store, 0, to)) {
        damaged += missing;
        const ended = entries.flatMap((entry) => step(open, entry, store.deliveries) ?? []);
        yield ended.filter(isAsked).map(rowOf);
      }
      yield [...open.values()]
        .map((begun) => episodeOf(begun))
        .filter(isAsked)
        .map(rowOf);
    },
    damaged: () => damaged,
    close: store.close,
  };
}

/** Takes an entry into the open episodes; gives the one that it ends. */
function step(
  open: Map<string, Begun>,
  { seq, type, json }: StoredEntry,
  deliveries: StoreReader["deliveries"],
): ExportedEpisode | undefined {
  if (!type.startsWith("alert.")) return undefined;
  const event = JSON.parse(json) as Event;
  const { rule, key } = event.data.now as Alert | Acknowledgement;
  const name = JSON.stringify([rule, key]);
  const before = open.get(name);
  if (type === "alert.fired") {
    const { first = event, times = 0, messages = new Map<string, Message>() } = before ?? {};
    takeMessages(messages, deliveries.ofAlert(seq), seq);
    open.set(name, { ...before, first, latest: event, times: times + 1, messages });
    return undefined;
  }
  if (before === undefined) return undefined;
  if (type === "alert.acknowledged") {
    open.set(name, { ...before, acknowledged: event });
    return undefined;
  }
  open.delete(name);
  takeMessages(before.messages, deliveries.ofAlert(seq), seq);
  return episodeOf(before, event);
}

function takeMessages(
  messages: Map<string, Message>,
  deliveries: ReturnType<StoreReader["deliveries"]["ofAlert"]>,
  seq: number,
): void {
  for (const { message, address, state, attempts, queuedAt, tries } of deliveries) {
    const sent = tries.find(({ outcome }) => outcome === "sent");
    const facts = { address, state, attempts, queued: iso(queuedAt), ...(sent && { sent: iso(sent.at) }) };
    messages.set(JSON.stringify([message ?? seq, address]), facts);
  }
}

const iso = (moment: number) => new Date(moment).toISOString();

function episodeOf({ first, latest, times, acknowledged, messages }: Begun, end?: Event): ExportedEpisode {
  const now = latest.data.now as Alert;
  const known = acknowledged?.data.now as Acknowledgement | undefined;
  const over = end?.data.now as Alert | undefined;
  const all = [...messages.values()];
  const count = (wanted: Message["state"]) => all.filter(({ state }) => state === wanted).length;
  return {
    ...{ alert: first.id, rule: now.rule, key: now.key, subject: latest.subject },
    ...{ severity: now.severity, title: now.title, state: over ? "resolved" : "open" },
    ...{ since: first.time, last: latest.time, times },
    ...(acknowledged && known && { acknowledged: acknowledged.time, acknowledgedBy: known.by }),
    ...(end && over && { resolved: end.time, ...(over.why && { why: over.why }) }),
    ...(over?.by && { by: over.by }),
    ...{ cause: now.cause.type, recipients: now.recipients },
    ...(now.watchlists && { watchlists: now.watchlists }),
    ...{ sent: count("sent"), waiting: count("waiting"), failed: count("failed"), messages: all },
  };
}

function rowOf(episode: ExportedEpisode): Row {
  return {
    json: () => JSON.stringify(episode),
    cells: () => columns.map(({ name }) => episode[name]),
  };
}
