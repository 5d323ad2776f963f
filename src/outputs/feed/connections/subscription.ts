/** A subscription: the entries that it lets through, and where it starts. */
import type { ConsumerPlace, LogReader } from "../../../model/event.ts";
import { matchesType } from "../../../model/event-types.ts";
import { codeMeant, shortCodePattern } from "../../../model/fields.ts";
import { codeSetOf, type Watchlists } from "../../../model/watchlists.ts";
import type { FrameError, SubscribeFrame } from "../frames/client-frames.ts";
import type { Gap } from "../frames/server-frames.ts";
import type { TakeCondition } from "./conditions.ts";
import type { Condition, Equality, OutgoingEntry } from "./entries.ts";

/** The types and watchlists that a subscription may name. */
export interface Types {
  /** All types of events that there are. */
  readonly eventTypes: readonly string[];
  /** The watchlists as they are now. */
  watchlists(): Watchlists;
}

/** A value that an entry must have to be for a subscription. */
export interface Demand {
  /** Demands with one name read the same. */
  readonly name: string;
  read(entry: OutgoingEntry): unknown;
  /** Any of them. */
  readonly values: ReadonlySet<unknown>;
}

export interface Subscription {
  readonly id: string;
  /** All that it means, with their full names. */
  readonly types: readonly string[];
  /** What an entry must have to be wanted and to meet the condition. */
  readonly demands: readonly Demand[];
  /** Whether a type is one of its types. */
  means(type: string): boolean;
  /** Whether an entry is of its types and subjects. */
  wants(entry: OutgoingEntry): boolean;
  /** Condition that must hold besides; it takes time to evaluate. */
  readonly condition?: Condition;
  /** To be called once it is over; may be called again. */
  release(): void;
}

export type MadeSubscription = { ok: true; subscription: Subscription } | { ok: false; error: FrameError };

export function createSubscription(
  frame: SubscribeFrame,
  { eventTypes, watchlists, takeCondition }: Types & { readonly takeCondition: TakeCondition },
): MadeSubscription {
  const { id, types: patterns, watchlist } = frame;
  const unknown = patterns?.find((pattern) => !eventTypes.some((type) => matchesType(pattern, type)));
  if (unknown !== undefined) {
    const message = `no event has the type ${JSON.stringify(unknown)}`;
    return { ok: false, error: { code: "unknown-event-type", message, id } };
  }
  const meant = (type: string) => patterns === undefined || patterns.some((one) => matchesType(one, type));
  const odd = frame.subjects && oddSubject(frame.subjects, eventTypes.filter(meant));
  if (odd !== undefined) {
    const [subject, code] = [odd.subject, odd.meant].map((text) => JSON.stringify(text));
    const message = `subjects: no stock has the code ${subject}; write ${code}`;
    return { ok: false, error: { code: "invalid-frame", message, id } };
  }
  if (watchlist !== undefined && codeSetOf(watchlists(), watchlist) === undefined) {
    const message = `the settings have no watchlist ${JSON.stringify(watchlist)}`;
    return { ok: false, error: { code: "unknown-watchlist", message, id } };
  }
  const listed = watchlist === undefined ? undefined : () => codeSetOf(watchlists(), watchlist);
  const types = eventTypes.filter(meant);
  const wants = matcher(meant, frame.subjects, listed);
  const demands = demandsOf(frame, listed);
  if (frame.where === undefined)
    return { ok: true, subscription: { id, types, means: meant, demands, wants, release() {} } };
  const taken = takeCondition(frame.where, types);
  if (!taken.ok) return { ok: false, error: { ...taken.error, id } };
  const { condition, release } = taken;
  demands.push(...(condition.equalities ?? []).map(demandOf));
  return { ok: true, subscription: { id, types, means: meant, demands, wants, condition, release } };
}

type Listed = (() => ReadonlySet<string> | undefined) | undefined;

function demandsOf({ subjects, watchlist }: SubscribeFrame, listed: Listed): Demand[] {
  const demands: Demand[] = [];
  if (subjects !== undefined) {
    demands.push({ name: "subject", read: ({ subject }) => subject, values: new Set(subjects) });
  }
  if (listed !== undefined) {
    const read = ({ subject }: OutgoingEntry) => listed()?.has(subject) === true;
    demands.push({ name: `on ${watchlist}`, read, values: new Set([true]) });
  }
  return demands;
}

function demandOf({ name, read, values }: Equality): Demand {
  return { name, read: (entry) => read(entry.event()), values };
}

function matcher(
  meant: (type: string) => boolean,
  subjects: readonly string[] | undefined,
  listed: Listed,
): (entry: OutgoingEntry) => boolean {
  // Asked once per type name, not per entry: the log knows few types.
  const known = new Map<string, boolean>();
  const wanted = subjects === undefined ? undefined : new Set(subjects);
  return (entry) => {
    let typeMatches = known.get(entry.type);
    if (typeMatches === undefined) {
      typeMatches = meant(entry.type);
      known.set(entry.type, typeMatches);
    }
    if (!typeMatches || (wanted !== undefined && !wanted.has(entry.subject))) return false;
    return listed === undefined || listed()?.has(entry.subject) === true;
  };
}

interface OddSubject {
  readonly subject: string;
  /** The code that was meant. */
  readonly meant: string;
}

/** Events with a stock's code as their subject; that of an alert is its cause's. */
const aboutStocks = /^(forum|margin|short|alert)\./;

/**
 * The first of the subjects that is a stock's code in a form that no event has, such as `7203.T`. Undefined where there
 * is none, or where the events may be about something else of that name.
 */
function oddSubject(subjects: readonly string[], types: readonly string[]): OddSubject | undefined {
  if (!types.some((type) => aboutStocks.test(type))) return undefined;
  // Records of calls that the settings name may have codes of five characters.
  const mayBeOther = types.some((type) => type.startsWith("market."));
  for (const subject of subjects) {
    const plain = subject.normalize("NFKC").trim().toUpperCase();
    const meant = codeMeant(subject);
    if (meant === undefined || code.test(subject)) continue;
    if (form.test(plain) && !(mayBeOther && ofFive.test(subject))) return { subject, meant };
  }
  return undefined;
}

const code = new RegExp(shortCodePattern);
const form = /^([A-Z]{2,4}:)?[0-9][0-9A-Z]{3}0?([.: ][A-Z]{1,4})?$/;
const ofFive = /^[0-9][0-9A-Z]{3}0$/;

export interface ResumeRequest {
  readonly since?: SubscribeFrame["since"];
  readonly epoch?: string | undefined;
}

export interface LogBounds {
  readonly epoch: string;
  readonly head: number;
  readonly oldest: number;
  /** The first entry after a seq that can be read; the others are damaged. head + 1 where there is none. */
  next(seq: number): number;
}

/** The bounds as a log says them. */
export function boundsOf(log: LogReader): LogBounds {
  const head = log.head();
  const next = (seq: number) => (seq >= head ? head + 1 : (log.read(seq, 1)[0]?.seq ?? head + 1));
  return { epoch: log.epoch, head, oldest: log.oldest(), next };
}

export interface Resumption {
  /** Every matching entry after it follows. */
  readonly since: number;
  readonly recovered: boolean;
  /** Exact and inclusive; always there when not recovered. */
  readonly gap?: Gap;
}

export function resume(request: ResumeRequest, log: LogBounds): Resumption {
  const { since } = request;
  if (since === undefined || since === "snapshot") return { since: log.head, recovered: true };
  if (since === "start") return fromWhole(log.oldest - 1, log.oldest, log);
  const elsewhere = request.epoch !== undefined && request.epoch !== log.epoch;
  // A seq that this log never reached was counted in another one, whatever the client believes.
  if (elsewhere || since > log.head) {
    return { since: log.head, recovered: false, gap: { from: 1, to: log.head } };
  }
  return fromWhole(Math.max(since, log.oldest - 1), since + 1, log);
}

/** Goes on behind what is damaged; what is found damaged further on is told where it would stand. */
function fromWhole(after: number, from: number, log: LogBounds): Resumption {
  const since = log.next(after) - 1;
  return since < from ? { since, recovered: true } : { since, recovered: false, gap: { from, to: since } };
}

// Where the subscription of a consumer begins: by what it asks for, and by its place.

export interface ConsumerStart {
  readonly start: Resumption;
  /** The place to keep before the subscription begins; absent: it has that place. */
  readonly place?: ConsumerPlace;
}

/** @param known the place that is kept; undefined: the consumer is a new one */
export function consumerStart(
  { since, epoch }: ResumeRequest,
  known: ConsumerPlace | undefined,
  log: LogBounds,
): ConsumerStart {
  if (since === "snapshot") {
    const start = resume({ since }, log);
    if (known !== undefined) return { start };
    // Until it has all of its snapshot, it has nothing.
    return { start, place: { epoch: log.epoch, seq: start.since, lostFrom: 1 } };
  }
  if (since === "start") return asked({ epoch: log.epoch, seq: log.oldest - 1 }, known, log);
  if (since !== undefined) return asked({ epoch: epoch ?? log.epoch, seq: since }, known, log);
  if (known !== undefined) return asked(known, known, log);
  const start = resume({}, log);
  return { start, place: { epoch: log.epoch, seq: start.since } };
}

function asked(place: ConsumerPlace, known: ConsumerPlace | undefined, log: LogBounds): ConsumerStart {
  const start = resume({ since: place.seq, epoch: place.epoch }, log);
  // What is lost is said again until the consumer was seen to go on behind it.
  if (place.epoch !== log.epoch || place.seq > log.head)
    return { start, place: { epoch: log.epoch, seq: log.head, lostFrom: 1 } };
  const { lostFrom } = place;
  if (lostFrom !== undefined)
    return { start: { since: start.since, recovered: false, gap: { from: lostFrom, to: start.since } } };
  const isKnown = known?.epoch === place.epoch && known.seq === place.seq && known.lostFrom === undefined;
  return isKnown ? { start } : { start, place };
}
