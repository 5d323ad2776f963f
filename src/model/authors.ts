/** Who wrote a comment, taken out of entries of the log: of its events, and of alerts about them. */
import type { Event, EventType, LogEntry } from "./event.ts";
import type { EventTypeFacts } from "./event-types.ts";

/** Stands in texts where somebody was named. */
const mark = "…";
/** Writers of so many comments are remembered, since alerts come soon after what caused them. */
const mostRemembered = 2_000;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Makes the function that takes authors out of entries, which come in the order of the log: the fields that name them, and
 * their names in the texts of alerts. It answers undefined where there is none.
 * @param types all that events may be, with the fields that name who wrote them
 */
export function createAuthorBlank(
  types: ReadonlyMap<EventType, Pick<EventTypeFacts, "authors">>,
): (entry: LogEntry) => Event | undefined {
  const written = new Map<number, readonly string[]>();
  const authorsOf = (type: unknown) => types.get(type as EventType)?.authors;
  return ({ seq, event }) => {
    const { now, was, ...rest } = event.data;
    const authors = authorsOf(event.type);
    if (authors !== undefined) {
      const names = namesIn([now, was], authors);
      if (names.length === 0) return undefined;
      remember(written, seq, names);
      const data = { now: without(now, authors), ...(was && { was: without(was, authors) }), ...rest };
      return { ...event, data };
    }
    const cause = (now.cause ?? {}) as { readonly seq?: number; readonly type?: string };
    const ofCause = authorsOf(cause.type);
    if (ofCause === undefined) return undefined;
    const data = now.data as Fields | undefined;
    const names = [...(written.get(Number(cause.seq)) ?? []), ...namesIn([data], ofCause)];
    if (names.length === 0) return undefined;
    const { title, body, texts } = now;
    const left = { title, body, texts, data: data && without(data, ofCause) };
    return { ...event, data: { ...event.data, now: { ...now, ...(nameless(left, names) as Fields) } } };
  };
}

function namesIn(items: readonly (Fields | undefined)[], authors: readonly string[]): string[] {
  const values = items.flatMap((item) => authors.map((field) => item?.[field]));
  return [...new Set(values.filter((value) => typeof value === "string" && value !== ""))] as string[];
}

function without(item: Fields, authors: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(item).filter(([field]) => !authors.includes(field)));
}

/** The value with each name in its texts replaced; undefined fields are left out. */
function nameless(value: unknown, names: readonly string[]): unknown {
  if (typeof value === "string") return names.reduce((text, name) => text.replaceAll(name, mark), value);
  if (Array.isArray(value)) return value.map((one) => nameless(one, names));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(entries.map(([key, one]) => [key, nameless(one, names)]));
}

function remember(written: Map<number, readonly string[]>, seq: number, names: readonly string[]): void {
  written.set(seq, names);
  const [oldest] = written.keys();
  if (written.size > mostRemembered && oldest !== undefined) written.delete(oldest);
}
