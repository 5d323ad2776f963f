/** The log as tables: a row an entry, or a row an episode of an alert with its messages. */
import * as z from "zod";
import { type Asked, batchRows, type Exported } from "../../history/export-history.ts";
import type { Column, ColumnKind, Row } from "../../lib/rows/row-writer.ts";
import type { Acknowledgement, Rating } from "../../model/answer-items.ts";
import type { Event, StoredEntry } from "../../model/event.ts";
import { type EventTypes, matchesType } from "../../model/event-types.ts";
import type { Alert } from "../../model/news-items.ts";
import type { StoreReader } from "../../store/reader.ts";

interface AskedEvents extends Asked {
  /** Types or patterns of them, such as `short.report.*`; left out: all. */
  readonly types?: readonly string[] | undefined;
}

const entryColumns: readonly Column[] = [
  { name: "seq", kind: "integer" },
  { name: "id", kind: "text" },
  { name: "time", kind: "moment" },
  { name: "type", kind: "text" },
  { name: "subject", kind: "text" },
  { name: "source", kind: "text" },
  { name: "published", kind: "text" },
  { name: "occurred", kind: "text" },
  { name: "simulated", kind: "json" },
  { name: "changed", kind: "json" },
];

/** With types the fields of their items are columns of their own, else `now` and `was` are one each. */
export function exportEvents(
  store: StoreReader,
  { from, to, types, subjects }: AskedEvents,
  known: EventTypes["known"],
): Exported {
  const fields = types === undefined ? undefined : fieldsOf(types, known);
  const columns = [...entryColumns, ...(fields?.flatMap(bothOf) ?? whole)];
  const isAsked = ({ type, subject }: StoredEntry): boolean =>
    (types?.some((pattern) => matchesType(pattern, type)) ?? true) && (subjects?.includes(subject) ?? true);
  let damaged = 0;
  return {
    columns,
    *batches() {
      for (const { entries, missing } of entriesBetween(store, from, to)) {
        damaged += missing;
        yield entries.filter(isAsked).map((entry) => entryRow(entry, fields));
      }
    },
    damaged: () => damaged,
    close: store.close,
  };
}

/** The entries of a time, in their order. Those that cannot be read are missing. */
function* entriesBetween(
  { log, search }: Pick<StoreReader, "log" | "search">,
  from: number,
  to: number,
): Generator<{ readonly entries: readonly StoredEntry[]; readonly missing: number }> {
  const first = Math.max(search.seqAt(new Date(from - 1).toISOString()), log.oldest() - 1);
  const last = Math.min(search.seqAt(new Date(to).toISOString()), log.head());
  for (let after = first; after < last; ) {
    const entries = log.read(after, batchRows).filter(({ seq }) => seq <= last);
    const next = entries.length < batchRows ? last : (entries.at(-1)?.seq ?? last);
    // What was let go meanwhile is not damaged.
    yield { entries, missing: Math.max(0, next - Math.max(after, log.oldest() - 1) - entries.length) };
    after = next;
  }
}

const whole: readonly Column[] = [
  { name: "now", kind: "json" },
  { name: "was", kind: "json" },
];

function bothOf({ name, kind }: Column): Column[] {
  return ["now", "was"].map((side) => ({ name: `${side}.${name}`, kind }));
}

/** The fields of the items of some types, each once; one that is of two kinds is text. */
function fieldsOf(patterns: readonly string[], known: EventTypes["known"]): Column[] {
  const kinds = new Map<string, ColumnKind>();
  for (const [type, { item }] of known) {
    if (!patterns.some((pattern) => matchesType(pattern, type))) continue;
    for (const [name, kind] of kindsOf(item))
      kinds.set(name, (kinds.get(name) ?? kind) === kind ? kind : "text");
  }
  return [...kinds].map(([name, kind]) => ({ name, kind }));
}

function kindsOf(item: z.ZodObject): [string, ColumnKind][] {
  const { properties = {} } = z.toJSONSchema(item, { io: "output", unrepresentable: "any" });
  return Object.entries(properties).map(([name, schema]) => {
    const type = typeof schema === "object" ? schema.type : undefined;
    if (type === "number" || type === "integer") return [name, "number"];
    return [name, type === "string" ? "text" : "json"];
  });
}

function entryRow({ seq, json }: StoredEntry, fields: readonly Column[] | undefined): Row {
  return {
    // The entry as it was committed, behind its number.
    json: () => `{"seq":${seq},${json.slice(1)}`,
    cells() {
      const { data, ...event } = JSON.parse(json) as Event;
      const { id, time, type, subject, source, published, occurred, simulated } = event;
      const facts = [seq, id, time, type, subject, source, published, occurred, simulated, data.changed];
      if (fields === undefined) return [...facts, data.now, data.was];
      return [...facts, ...fields.flatMap(({ name }) => [data.now[name], data.was?.[name]])];
    },
  };
}

// Episodes.

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

const episodeColumns: readonly (Column & { readonly name: keyof Episode })[] = [
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
  { name: "worth", kind: "text" },
  { name: "worthBy", kind: "text" },
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
  /** The last answer about its worth that came while it was open. */
  readonly rated?: Event;
  /** By message and address: one that tells several alerts of the episode is one. */
  readonly messages: Map<string, Message>;
}

/** Episodes that were open at some time of those asked for: as they ended, then those that are open, as they began. */
export function exportAlerts(store: StoreReader, { from, to, subjects, rules }: AskedAlerts): Exported {
  let damaged = 0;
  const isAsked = ({ rule, subject, since, resolved }: Episode): boolean =>
    (rules?.includes(rule) ?? true) &&
    (subjects?.includes(subject) ?? true) &&
    (resolved === undefined || Date.parse(resolved) >= from) &&
    Date.parse(since) <= to;
  return {
    columns: episodeColumns,
    *batches() {
      const open = new Map<string, Begun>();
      // From the beginning of the log, since an episode may have begun before the time that is asked for.
      for (const { entries, missing } of entriesBetween(store, 0, to)) {
        damaged += missing;
        const ended = entries.flatMap((entry) => step(open, entry, store.deliveries) ?? []);
        yield ended.filter(isAsked).map(episodeRow);
      }
      yield [...open.values()]
        .map((begun) => episodeOf(begun))
        .filter(isAsked)
        .map(episodeRow);
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
): Episode | undefined {
  if (!type.startsWith("alert.")) return undefined;
  const event = JSON.parse(json) as Event;
  const { rule, key } = event.data.now as Alert | Acknowledgement | Rating;
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
  if (type === "alert.rated") {
    open.set(name, { ...before, rated: event });
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

/** An episode with the facts of its latest alert. */
function episodeOf({ first, latest, times, acknowledged, rated, messages }: Begun, end?: Event) {
  const now = latest.data.now as Alert;
  const known = acknowledged?.data.now as Acknowledgement | undefined;
  const worth = rated?.data.now as Rating | undefined;
  const over = end?.data.now as Alert | undefined;
  const all = [...messages.values()];
  const count = (wanted: Message["state"]) => all.filter(({ state }) => state === wanted).length;
  return {
    alert: first.id,
    rule: now.rule,
    key: now.key,
    subject: latest.subject,
    severity: now.severity,
    title: now.title,
    state: over ? "resolved" : "open",
    since: first.time,
    last: latest.time,
    times,
    ...(acknowledged && known && { acknowledged: acknowledged.time, acknowledgedBy: known.by }),
    ...(worth && worth.worth !== "taken-back" && { worth: worth.worth, worthBy: worth.by }),
    ...(end && { resolved: end.time }),
    ...(over?.why && { why: over.why }),
    ...(over?.by && { by: over.by }),
    cause: now.cause.type,
    recipients: now.recipients,
    ...(now.watchlists && { watchlists: now.watchlists }),
    sent: count("sent"),
    waiting: count("waiting"),
    failed: count("failed"),
    messages: all,
  };
}

type Episode = ReturnType<typeof episodeOf>;

function episodeRow(episode: Episode): Row {
  return {
    json: () => JSON.stringify(episode),
    cells: () => episodeColumns.map(({ name }) => episode[name]),
  };
}
