/** The alerts that are open, kept from a snapshot and the entries after it. */
import type { FeedEpisode, FeedEvent } from "./frames.ts";

/** An alert that is open: one rule and key, from its first alert until it is over. */
export interface OpenEpisode {
  readonly rule: string;
  readonly key: string;
  readonly severity: FeedEpisode["severity"];
  readonly subject: string;
  /** Id of its first alert, by which calls name it. */
  readonly alert: string;
  /** Silences that begin or end after the snapshot do not change it. */
  readonly state: FeedEpisode["state"];
  /** When it first fired, ISO. */
  readonly since: string;
  /** How often it fired so far. */
  readonly times: number;
  /** Number of its latest `alert.fired`, which `event` is. */
  readonly seq: number;
  /** Absent where the log does not keep it any more. */
  readonly event?: FeedEvent;
}

export class OpenEpisodes {
  /** By rule and key, in the order of their beginning. */
  #open: Map<string, OpenEpisode> | undefined;
  /** Alerts of a snapshot that is not whole yet. */
  #coming = new Map<string, OpenEpisode>();

  /** A copy. */
  list(): OpenEpisode[] | undefined {
    return this.#open && [...this.#open.values()];
  }

  begin(): void {
    this.#coming = new Map();
  }

  add({ rule, key, severity, subject, alert, state, since, times, seq, event }: FeedEpisode): void {
    const facts = { rule, key, severity, subject, alert, state, since, times, seq };
    this.#coming.set(idOf(facts), event === undefined ? facts : { ...facts, event });
  }

  live(): void {
    this.#open = this.#coming;
  }

  hear(seq: number, event: FeedEvent): void {
    const change = changes[event.type];
    if (change === undefined || this.#open === undefined) return;
    const id = idOf(nameOf(event));
    const before = this.#open.get(id);
    // A snapshot may hold what was committed while it was sent.
    if (before !== undefined && seq <= before.seq) return;
    const after = change(before, seq, event);
    if (after === undefined) this.#open.delete(id);
    else this.#open.set(id, after);
  }
}

type Change = (before: OpenEpisode | undefined, seq: number, event: FeedEvent) => OpenEpisode | undefined;

const changes: Readonly<Record<string, Change>> = {
  "alert.fired": (before, seq, event) => ({
    ...nameOf(event),
    severity: event.data.now.severity as OpenEpisode["severity"],
    subject: event.subject,
    alert: before?.alert ?? event.id,
    state: before?.state ?? "firing",
    since: before?.since ?? event.time,
    times: (before?.times ?? 0) + 1,
    seq,
    event,
  }),
  "alert.resolved": () => undefined,
  "alert.acknowledged": (before) =>
    before && { ...before, state: before.state === "silenced" ? "silenced" : "acknowledged" },
};

function nameOf({ data: { now } }: FeedEvent): { rule: string; key: string } {
  return { rule: String(now.rule), key: String(now.key) };
}

function idOf({ rule, key }: { rule: string; key: string }): string {
  return JSON.stringify([rule, key]);
}
