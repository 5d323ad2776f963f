/** The hub of all connections. It gives them short turns in rotation and lets the event loop in between. */
import type { ReadFrame } from "../frames/client-frames.ts";
import type { Leaving } from "../frames/server-frames.ts";
import { limits } from "../limits.ts";
import { Audiences } from "./audiences.ts";
import { type CompileFilter, Conditions } from "./conditions.ts";
import { Connection, type ConnectionSettings } from "./connection.ts";
import { noOwner } from "./consumers.ts";
import { LogWindow, MaskedWindow, type OutgoingEntry } from "./entries.ts";
import type { FeedSocket } from "./socket.ts";

export interface HubSettings extends ConnectionSettings {
  readonly compileFilter: CompileFilter;
  /** Longest time of turns before that; at least one is taken. */
  readonly sliceMs: number;
  /** Called when all that was committed up to `seq` is written to all who can take it; absent: nobody wants to know. */
  reached?(seq: number): void;
  /** Called when a connection is gone; absent: nobody wants to know. */
  closed?(reason: Leaving): void;
}

/** Somebody who reads the feed. */
export interface FeedReader {
  /** Who has the consumers that are asked for. */
  readonly owner: string;
  /** Who may not gets addresses of receivers masked. */
  readonly mayAct: boolean;
}

const nobody: FeedReader = { owner: noOwner, mayAct: false };

/** Entries that are offered at once, for subscribers who want them all to get a turn in between. */
const loadEntries = 32;
/** Connections that are ready or were written to before more entries are offered. */
const mostReady = 256;

/** Shortest rest; less than this is no burden to anybody. */
const shortestRestMs = 1;

export class Hub {
  readonly #settings: HubSettings;
  readonly #window: LogWindow;
  readonly #connections = new Set<Connection>();
  readonly #turnedAway = new Set<Connection>();
  /** Subscriptions of readers who may act, and of all others, who get addresses masked. */
  readonly #audiences = { whole: new Audiences(), masked: new Audiences() };
  readonly #conditions: Conditions;
  readonly #ready = new Set<Connection>();
  #deferred = false;
  #closed = false;
  #cancelSweep: () => void = () => {};
  #cancelRest: () => void = () => {};
  #conditionMs = 0;

  constructor(settings: HubSettings) {
    this.#settings = settings;
    this.#window = new LogWindow(settings.log);
    this.#conditions = new Conditions(settings.compileFilter);
  }

  get size(): number {
    return this.#connections.size;
  }

  /** Bytes that were written to all of them and that the network has not taken yet. */
  queuedBytes(): number {
    let bytes = 0;
    for (const connection of this.#connections) bytes += connection.queuedBytes;
    return bytes;
  }

  start(): void {
    this.#cancelSweep = this.#settings.clock.after(limits.sweepMs, () => {
      for (const connection of this.#connections) connection.look();
      this.start();
    });
  }

  /** Entries may have been committed. Returns at once. */
  wake(): void {
    if (this.#deferred) return;
    this.#deferred = true;
    this.#settings.defer(() => this.#run());
  }

  /**
   * Takes a new socket; `asked` is what its address subscribes to.
   * @param reader left out: somebody who has no consumers and may only read
   */
  open(socket: FeedSocket, asked: ReadFrame | undefined, gone: () => void, reader = nobody): Connection {
    const connection = this.#connect(socket, gone, reader);
    this.#connections.add(connection);
    if (this.#closed) connection.close("stopping");
    else connection.open(asked);
    return connection;
  }

  /** Tells one who is too many, and counts it no longer than its closing takes. */
  turnAway(socket: FeedSocket): Connection {
    const connection = this.#connect(socket, () => {}, nobody);
    this.#turnedAway.add(connection);
    connection.close("too-many");
    return connection;
  }

  /** Says bye to everybody. */
  close(): void {
    this.#closed = true;
    this.#cancelSweep();
    this.#cancelRest();
    for (const connection of this.#connections) connection.close("stopping");
  }

  terminate(): void {
    for (const connection of [...this.#connections, ...this.#turnedAway]) connection.terminate();
  }

  #connect(socket: FeedSocket, gone: () => void, { owner, mayAct }: FeedReader): Connection {
    return new Connection(socket, this.#settings, {
      owner,
      reader: mayAct ? this.#window : new MaskedWindow(this.#window),
      audiences: mayAct ? this.#audiences.whole : this.#audiences.masked,
      conditions: this.#conditions,
      schedule: (one) => this.#schedule(one),
      spent: (ms) => {
        this.#conditionMs += ms;
      },
      gone: (one, reason) => {
        this.#settings.closed?.(reason);
        this.#connections.delete(one);
        this.#turnedAway.delete(one);
        this.#ready.delete(one);
        gone();
      },
    });
  }

  #schedule(connection: Connection): void {
    this.#ready.add(connection);
    this.wake();
  }

  #run(): void {
    // Deferred before the end, called after it: nobody reads any more, and the log may be shut.
    if (this.#closed) return;
    this.#takeIn();
    const until = performance.now() + this.#settings.sliceMs;
    const goesOn = () => performance.now() <= until;
    let turns = 0;
    for (const connection of this.#ready) {
      this.#ready.delete(connection);
      // Added again it comes last: a set is walked in the order of adding.
      if (connection.turn(goesOn)) this.#ready.add(connection);
      turns += 1;
      if (turns >= limits.sliceTurns || !goesOn()) break;
    }
    // Only now, so that what was asked for meanwhile is one further run, behind the rest, and not a second one beside it.
    this.#deferred = false;
    const isDone = this.#ready.size === 0 && !this.#window.behind;
    if (isDone && this.#connections.size > 0) this.#settings.reached?.(this.#window.head);
    if (!isDone || this.#conditionMs >= shortestRestMs) this.#runLater();
  }

  /** Tells the subscriptions of the new entries that may be for them. */
  #takeIn(): void {
    let taken = 0;
    let written = 0;
    do {
      const { head } = this.#window;
      const fresh = this.#window.load(loadEntries);
      taken += fresh.length;
      // Entries that are gone or damaged are announced by those who read the log.
      if (this.#window.head === head + fresh.length) written += this.#offer(fresh);
      else for (const connection of this.#connections) connection.missed(head);
    } while (taken < limits.stepEntries && this.#window.behind && this.#ready.size + written < mostReady);
  }

  #offer(fresh: readonly OutgoingEntry[]): number {
    const { whole, masked } = this.#audiences;
    return whole.offer(fresh) + masked.offer(fresh.map((entry) => entry.masked));
  }

  /** Runs again after as long as conditions took, so that everything else in the process has as much time. */
  #runLater(): void {
    const ms = this.#conditionMs;
    this.#conditionMs = 0;
    if (ms < shortestRestMs) {
      this.wake();
      return;
    }
    this.#deferred = true;
    this.#cancelRest = this.#settings.clock.after(ms, () => this.#run());
  }
}
