/** What a consumer is to get, by docs/feed.md alone: it hears every frame and says what is wrong with it. */
import type { AnyFrame } from "./fake-socket.ts";

/** The log as the page's reader knows it. */
export interface ToldLog {
  readonly epoch: string;
  /** Subject of each entry that ever was, the first one first. */
  readonly subjects: readonly string[];
  readonly oldest: number;
}

interface Place {
  readonly epoch: string;
  readonly seq: number;
  /** A gap up to `seq` that was not acknowledged. */
  readonly lostFrom?: number;
}

interface Answer {
  readonly since: number;
  readonly recovered: boolean;
  readonly gap?: { readonly from: number; readonly to: number };
}

type Since = "start" | "snapshot" | number | undefined;

/** What a question may have found and made: the answer that the page promises, and the place from then on. */
interface Finding {
  readonly said: string;
  readonly place: Place | undefined;
}

/** One consumer over all of its connections. */
export class ConsumerOracle {
  readonly wrong: string[] = [];
  /** Places that it may have; undefined: none. Several where a crash left open what was written. */
  #places: readonly (Place | undefined)[] = [undefined];
  /** Places that a crash may leave it. */
  #kept: readonly (Place | undefined)[] = [undefined];
  #asked: readonly Finding[] = [];
  /** Everything up to here was sent or announced; undefined: nothing comes now. */
  #position: number | undefined;
  #isSnapshot = false;
  readonly #subject: string | undefined;

  /** @param subject the only one that it asks for */
  constructor(subject?: string) {
    this.#subject = subject;
  }

  /** The last entry that it may acknowledge. */
  get position(): number | undefined {
    return this.#isSnapshot ? undefined : this.#position;
  }

  asks(since: Since, log: ToldLog): void {
    this.#position = undefined;
    this.#isSnapshot = since === "snapshot";
    this.#asked = this.#places.map((place) => ({
      said: saidBy(answerTo(since, place, log)),
      place: placeAfter(since, place, log),
    }));
    this.#may(this.#asked.map(({ place }) => place));
  }

  acks(seq: number, epoch: string): void {
    this.#may(
      this.#places.map((last) =>
        last === undefined || seq > last.seq || (seq === last.seq && last.lostFrom !== undefined)
          ? { epoch, seq }
          : last,
      ),
    );
  }

  /** Its connection is gone. */
  leaves(): void {
    this.#position = undefined;
    this.#asked = [];
  }

  /** The monitor is gone; what was not written is lost. */
  crashes(): void {
    this.leaves();
    this.#places = this.#kept;
  }

  hears(frame: AnyFrame, log: ToldLog): void {
    if (frame.type === "subscribed") this.#starts(frame, log);
    else if (frame.type === "event") this.#takes(frame.seq, log);
    else if (frame.type === "live") this.#lives(frame.seq, log);
    else if (frame.type === "acked") this.#confirmed(frame.seq);
    else if (frame.type === "heartbeat") this.#beats(frame.seq, log);
    else if (!["welcome", "item", "episode", "bye"].includes(frame.type))
      this.wrong.push(`${frame.type} ${frame.message ?? ""}`);
  }

  /** All that matches up to the end of the log was sent. */
  settled(log: ToldLog): void {
    if (this.#position === undefined) this.wrong.push("nothing comes");
    else if (this.#next(this.#position, log) <= log.subjects.length)
      this.wrong.push(`entry ${this.#next(this.#position, log)} is missing`);
  }

  #may(places: readonly (Place | undefined)[]): void {
    this.#places = places;
    this.#kept = [...this.#kept, ...places];
  }

  /** It was heard what its place is, and that this is on disk. */
  #has(places: readonly (Place | undefined)[]): void {
    this.#places = places;
    this.#kept = places;
  }

  #starts(frame: Answer, log: ToldLog): void {
    if (this.#position !== undefined) {
      this.#jumps(frame, log);
      return;
    }
    const fits = this.#asked.filter(({ said }) => said === saidBy(frame));
    if (fits.length === 0) this.wrong.push(`${saidBy(frame)} where ${JSON.stringify(this.#asked)}`);
    this.#has(fits.map(({ place }) => place));
    this.#position = frame.since;
  }

  /** Entries left the log before they were sent. */
  #jumps({ gap, recovered }: Answer, log: ToldLog): void {
    const position = this.#position ?? 0;
    const { from, to } = gap ?? { from: 0, to: 0 };
    // What it did not ask for may have been passed over before.
    const isExact = from > position && from <= this.#next(position, log) && to < log.oldest;
    if (recovered || !isExact) this.wrong.push(`a gap ${JSON.stringify(gap)} after ${position}`);
    this.#position = to;
  }

  #takes(seq: number, log: ToldLog): void {
    if (this.#isSnapshot) this.wrong.push("an event within a snapshot");
    const next = this.#next(this.#position ?? Number.NaN, log);
    if (seq !== next) this.wrong.push(`event ${seq} where ${next} comes next`);
    this.#position = seq;
  }

  #lives(seq: number, log: ToldLog): void {
    if (!this.#isSnapshot || seq !== this.#position) this.wrong.push(`live ${seq}`);
    this.#isSnapshot = false;
    this.#may([{ epoch: log.epoch, seq }]);
  }

  #confirmed(seq: number): void {
    const fits = this.#places.filter((place) => place?.seq === seq);
    if (fits.length === 0) this.wrong.push(`acked ${seq} at ${JSON.stringify(this.#places)}`);
    this.#has(fits);
  }

  #beats(seq: number, log: ToldLog): void {
    // Before its subscription begins it is told nothing of it.
    if (this.#position === undefined) return;
    const most = this.#isSnapshot ? this.#position : this.#next(this.#position, log) - 1;
    if (seq > most) this.wrong.push(`a heartbeat at ${seq} after ${this.#position}`);
    this.#position = Math.max(seq, this.#position);
  }

  /** The first entry behind a seq that it asks for, or what would be the next of the log. */
  #next(after: number, { subjects }: ToldLog): number {
    for (let seq = after + 1; seq <= subjects.length; seq += 1)
      if (this.#subject === undefined || subjects[seq - 1] === this.#subject) return seq;
    return subjects.length + 1;
  }
}

/** The answer that the page promises to a consumer with a place. */
function answerTo(since: Since, place: Place | undefined, { epoch, subjects, oldest }: ToldLog): Answer {
  const head = subjects.length;
  const all = { since: head, recovered: false, gap: { from: 1, to: head } };
  if (since === "snapshot") return { since: head, recovered: true };
  if (since === "start") return { since: oldest - 1, recovered: true };
  if (typeof since === "number") return since > head ? all : after(since, undefined, oldest);
  if (place === undefined) return { since: head, recovered: true };
  return place.epoch === epoch ? after(place.seq, place.lostFrom, oldest) : all;
}

/** The place that a consumer has once its question is answered. */
function placeAfter(since: Since, place: Place | undefined, log: ToldLog): Place | undefined {
  const { epoch, subjects, oldest } = log;
  const head = { epoch, seq: subjects.length };
  if (since === "start") return { epoch, seq: oldest - 1 };
  if (since === "snapshot") return place ?? { ...head, lostFrom: 1 };
  if (typeof since === "number") return since > head.seq ? { ...head, lostFrom: 1 } : { epoch, seq: since };
  if (place === undefined) return head;
  return place.epoch === epoch ? place : { ...head, lostFrom: 1 };
}

function saidBy({ since, recovered, gap }: Answer): string {
  return JSON.stringify([since, recovered, gap]);
}

function after(seq: number, lostFrom: number | undefined, oldest: number): Answer {
  const since = Math.max(seq, oldest - 1);
  if (lostFrom !== undefined) return { since, recovered: false, gap: { from: lostFrom, to: since } };
  return since === seq
    ? { since, recovered: true }
    : { since, recovered: false, gap: { from: seq + 1, to: since } };
}
