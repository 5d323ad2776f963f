/**
 * Entries of the log, CloudEvents 1.0 objects with a number, and how the log is read: the store implements it, the
 * feed and the tools read through it.
 */

/** Name of an event type, such as short.report.opened; those of an installation are in its EventTypes. */
export type EventType = `${string}.${string}`;

export type Fields = Readonly<Record<string, unknown>>;

interface EventData {
  /** The whole item; for what is gone, its last state. */
  readonly now: Fields;
  /** The whole item before; absent for what is new. */
  readonly was?: Fields;
  /** Names of the fields that differ between `was` and `now`. */
  readonly changed?: readonly string[];
}

/** An event before the log gives it a number, an id and a time. */
export interface EventDraft {
  readonly type: EventType;
  /** Path of the part that tells it: `/sources/NAME`. */
  readonly source: string;
  readonly subject: string;
  /** Time at which the service published it (ISO date or time). */
  readonly published?: string;
  /** The day that the fact is about (ISO date or time). */
  readonly occurred?: string;
  /** Name of the rewritten item, if the event says that something published was rewritten; a mass rewrite is counted by it. Not part of the event. */
  readonly rewrites?: string;
  /** The service that it tells of is simulated, or the alert is about such an event; absent where it is real. */
  readonly simulated?: true;
  readonly data: EventData;
}

export interface Event extends Omit<EventDraft, "rewrites"> {
  readonly specversion: "1.0";
  readonly id: string;
  /** Time at which Yagura saw it, ISO with milliseconds in UTC. */
  readonly time: string;
  readonly datacontenttype: "application/json";
}

export interface LogEntry {
  readonly seq: number;
  readonly event: Event;
}

/** Number of an entry, as its id has it. */
export function seqOfId(id: string): number {
  return Number(id.slice(id.lastIndexOf("-") + 1));
}

/** Gives a draft its place on the log. The id holds over restarts and replays: nothing else has this place. */
export function numbered(
  draft: EventDraft,
  { epoch, seq, time }: { epoch: string; seq: number; time: string },
): LogEntry {
  const { type, source, subject, published, occurred, simulated, data } = draft;
  const id = `${epoch}-${seq}`;
  // Most have both days. In one piece: this is done for every event, and to add fields later takes twice as long.
  if (published !== undefined && occurred !== undefined && simulated === undefined) {
    return {
      seq,
      event: {
        specversion: "1.0",
        id,
        source,
        type,
        subject,
        time,
        published,
        occurred,
        datacontenttype: "application/json",
        data,
      },
    };
  }
  const event: { -readonly [Field in keyof Event]?: Event[Field] } = {
    specversion: "1.0",
    id,
    source,
    type,
    subject,
    time,
  };
  // A spread of what may be absent takes longer still.
  if (published !== undefined) event.published = published;
  if (occurred !== undefined) event.occurred = occurred;
  if (simulated !== undefined) event.simulated = simulated;
  event.datacontenttype = "application/json";
  event.data = data;
  return { seq, event: event as Event };
}

/** Names of the fields whose values differ, in the order of `now`, then of `was`. */
export function changedFields(was: Fields, now: Fields): string[] {
  const names = new Set([...Object.keys(now), ...Object.keys(was)]);
  return [...names].filter((name) => JSON.stringify(was[name]) !== JSON.stringify(now[name]));
}

export interface StoredEntry {
  readonly seq: number;
  readonly type: string;
  readonly subject: string;
  /** The event as the JSON text that was committed, byte for byte. */
  readonly json: string;
}

/**
 * A text that a stored event says of itself, without parsing the whole: it stands before the event's data, and within a
 * text the quotes would be escaped.
 */
export function ownText(json: string, field: "source" | "time"): string {
  const mark = `"${field}":"`;
  const from = json.indexOf(mark) + mark.length;
  return json.slice(from, json.indexOf('"', from));
}

export interface LogReader {
  /** Random id of this database; seq numbers mean something only within it. */
  readonly epoch: string;
  /** The last seq that was committed, 0 on an empty log. */
  head(): number;
  /** The oldest seq that is still kept; head() + 1 on an empty log. */
  oldest(): number;
  /** At most `limit` entries with seq > after, in order; one that is missing, up to the head, cannot be read. */
  read(after: number, limit: number): StoredEntry[];
}

/** The place of a consumer of the feed, whose place the server keeps under a name: it has handled every entry up to `seq`. */
export interface ConsumerPlace {
  /** Epoch of the log in which `seq` is counted. */
  readonly epoch: string;
  readonly seq: number;
  /** First entry of what it lost and was not seen to take note of, up to `seq`; absent: it lost nothing. */
  readonly lostFrom?: number | undefined;
}

export interface NamedPlace extends ConsumerPlace {
  readonly name: string;
  /** Who has it: `token:` and the name of a token, or `address:` and an address; absent: an earlier version kept it. */
  readonly owner?: string | undefined;
  /** Id of the subscription's hold that writes it, where several machines write places. */
  readonly hold?: string;
  /**
   * It is the first that its hold writes, which has the consumer from then on: at the place that is `kept`, or at one
   * that is `set`, also further back. Absent: the hold goes on.
   */
  readonly begins?: "kept" | "set";
}

export interface SeenPlace extends NamedPlace {
  /** When it was there last, up to an hour behind; ms since 1970. */
  readonly seenAt: number;
}

/** The kept places. */
export interface ConsumerPlaces {
  /** The place of a consumer; undefined: it is not known. One that was lost is in no epoch: `epoch` is empty. */
  place(name: string): ConsumerPlace | undefined;
  /** Who has a consumer; undefined: it is not known, or an earlier version kept it. */
  owner(name: string): string | undefined;
  /** Number of consumers that are known, of one owner or of all. */
  count(owner?: string): number;
  /** All of them, by name; what is damaged is left out. */
  all(): SeenPlace[];
  /** Whether there was one of that name. Throws or rejects with a StoreError where it stays. */
  forget(name: string): boolean | Promise<boolean>;
  /**
   * Writes places in one transaction; these consumers were seen now. They are on disk when it returns, or when its
   * promise is fulfilled. Throws or rejects with a StoreError; then none is written.
   */
  keep(places: readonly NamedPlace[]): void | Promise<void>;
  /**
   * Fulfilled once this copy has all places that any machine wrote up to now; rejects with a StoreError where that cannot
   * be known. Absent, or undefined: this copy has them.
   */
  settled?(): Promise<void> | undefined;
  /**
   * Calls with each place that is written, by this machine as well, and with undefined for a consumer that is forgotten:
   * in the order in which all machines have them, and before a `keep` or `forget` of its own ends. Absent: no other
   * machine writes places.
   */
  watch?(heard: (name: string, place: NamedPlace | undefined) => void): void;
}

/**
 * The place to write of one that a machine asks for; undefined: none, since it comes too late. It depends on nothing but
 * what was written before, so all copies decide alike.
 * @param placeOf the place of a consumer that is kept
 */
export function placeToKeep(asked: NamedPlace, placeOf: ConsumerPlaces["place"]): NamedPlace | undefined {
  if (asked.hold === undefined || asked.begins === "set") return asked;
  const known = placeOf(asked.name);
  // It was forgotten.
  if (known === undefined) return undefined;
  // A hold that has lost its consumer may not know it yet: its place never leads back.
  if (known.epoch !== asked.epoch || known.seq <= asked.seq) return asked;
  return { ...asked, seq: known.seq, lostFrom: known.lostFrom };
}

/** Finding of a start: the database is not the one that was told of last. */
export interface PutBack {
  /**
   * `older`: it ends before what was told; `another`: it has other entries under the same numbers; `restored`: it took
   * the place of another one by `yagura restore`; `adopted`: a cluster began anew with it by `yagura cluster adopt`.
   */
  readonly reason: "older" | "another" | "restored" | "adopted";
  /** Its last entry then, 0 where it had none. */
  readonly head: number;
  /** The last entry that was told of the one before. */
  readonly told: number;
}

/** Entries at the end of the log that may be damaged without their time being lost. */
const lastOnes = 200;

/** The time of the newest entry that can be read, ms since 1970; of an empty log, long ago. */
export function lastTimeOf(log: LogReader): number {
  const last = log.read(Math.max(0, log.head() - lastOnes), lastOnes).at(-1);
  return last === undefined ? 0 : Date.parse((JSON.parse(last.json) as Event).time);
}

/** Reads an entry of the commit, or one before it; undefined where the log does not keep it any more. */
export function entryReader(
  entries: readonly LogEntry[],
  log: Pick<LogReader, "read">,
): (seq: number) => LogEntry | undefined {
  const [first] = entries;
  return (seq) => {
    if (first !== undefined && seq >= first.seq) return entries[seq - first.seq];
    const [stored] = log.read(seq - 1, 1);
    return stored?.seq === seq ? { seq, event: JSON.parse(stored.json) } : undefined;
  };
}
