/**
 * The seam between Yagura and the engine of a cluster: all that is asked of one, as types alone. The engine elects,
 * replicates and keeps; of Yagura are the messages, and the guard by which one machine writes.
 */

import { Refused } from "../lib/problem.ts";

/** Where the servers of the engine are, and who asks them. Plain data, which a thread may take. */
export interface EngineSettings {
  /** Addresses of the servers, such as nats://a.example:4222. */
  readonly nats: readonly string[];
  /** Path of a file of credentials; left out: the servers ask for none. */
  readonly credentials?: string | undefined;
  /** Path of the certificates (PEM) that vouch for the servers; left out: those that Node knows, where an address is tls. */
  readonly ca?: string | undefined;
  /** Name of this machine. */
  readonly name: string;
  /** Servers that keep each message: 3 or 5, or 1 where there is one server. */
  readonly replicas: 1 | 3 | 5;
}

/** A message of the log: plain JSON data; `kind` says what. */
export interface LogMessage {
  readonly kind: string;
}

/** Who wrote a message, and by which form of the database (its user_version). */
export interface Stamp {
  readonly term: number;
  readonly format: number;
}

/** What became of a message: the sequence of its last part, or the end of a log on which somebody else was first. */
export type Appended = { readonly stored: number } | { readonly refused: number };

/**
 * One sequence of the log. `message` comes with its last part: a place that is kept is that of a message, since what
 * begins within one cannot be read. Parts that never got their end bring none.
 */
export interface LogRead extends Stamp {
  readonly sequence: number;
  readonly message?: LogMessage;
}

export interface SharedLog {
  /**
   * Adds a message behind the sequence `expected`, and settles what became of it: a lost answer is no answer. Rejects
   * with Unconfirmed where that is not known in time; the message may then stand on the log later.
   */
  append(expected: number, message: LogMessage, stamp: Stamp, withinMs: number): Promise<Appended>;
  /** Every sequence after `after`, in order, also those to come, until the signal. Throws LogGap. */
  read(after: number, signal: AbortSignal): AsyncIterable<LogRead>;
  /** The end, by the leader. Rejects with Unconfirmed where it does not answer in time. */
  end(withinMs: number): Promise<LogEnd>;
  /**
   * Whether the log ends at a sequence, by a leader that most of the servers heard within the last two seconds: one that
   * is cut off with a writer says for ten that it leads. False also where nobody answers in time.
   */
  isEnd(sequence: number, withinMs: number): Promise<boolean>;
  /** Rejects with Unconfirmed. */
  facts(): Promise<LogFacts>;
  /** Forgets everything up to and with a sequence. Rejects with Unconfirmed. */
  purge(to: number): Promise<void>;
}

export interface LogEnd {
  /** The last sequence; 0: there is none. */
  readonly sequence: number;
  /** The term of the last message; 0: there is none. */
  readonly term: number;
}

export interface LogFacts {
  /** The server that leads the log; undefined while none does. */
  readonly leader: string | undefined;
  readonly followers: readonly { readonly name: string; readonly isCurrent: boolean }[];
  readonly first: number;
  readonly last: number;
  readonly bytes: number;
  /** The servers that answer, of all that there are. */
  readonly servers: readonly EngineServer[];
  /** Whether servers sync each message before they confirm it: no client of theirs can see that. */
  readonly syncs: "unknown";
}

export interface EngineServer {
  readonly name: string;
  readonly version: string;
}

/**
 * Copies of the database, each with the sequence up to which it has everything. Calls reject with Unconfirmed where the
 * servers do not answer, and with the error of the file.
 */
export interface SnapshotStore {
  /** Puts a file there under its sequence. */
  put(sequence: number, file: string): Promise<void>;
  newest(): Promise<StoredSnapshot | undefined>;
  /** Writes a snapshot into a new file, which is there only when it is whole. Refused: it is spoiled, or gone. */
  get(sequence: number, file: string): Promise<void>;
  /** Deletes those below a sequence, and what is left of those that never got whole. */
  drop(olderThan: number): Promise<void>;
}

export interface StoredSnapshot {
  readonly sequence: number;
  readonly bytes: number;
  /** When it was put there, ms since 1970. */
  readonly at: number;
}

/** What the machines of an epoch have together. */
export interface EpochEngine {
  readonly log: SharedLog;
  readonly snapshots: SnapshotStore;
  /** Tells all machines something small at once; who does not listen misses it. */
  beat(beat: object): void;
  /** Hears every beat, one's own too; the answer stops listening. What is heard is untrusted. */
  heard(listener: (beat: unknown) => void): () => void;
  /** Asks the writer. Refused: what it refuses, no answer in time, too large; NoWriter: there is none. */
  ask(question: object, timeoutMs: number): Promise<unknown>;
  /** Answers what others ask, as the writer does; the answer of the call ends that. A Refused of the handler is told. */
  answer(handler: (question: unknown) => Promise<object>): () => void;
}

/**
 * Epochs in the order in which they began: the newest counts. Calls reject with Unconfirmed where the servers do not
 * answer, and with the reason of the signal with which the engine was connected.
 */
export interface Epochs {
  newest(): Promise<EpochPlace | undefined>;
  /**
   * Makes the log and the snapshots of an epoch and begins it, behind the place `after` (0: there is none yet). False:
   * another came first.
   */
  begin(epoch: string, after: number): Promise<boolean>;
}

interface EpochPlace {
  readonly epoch: string;
  /** Place among the epochs. */
  readonly sequence: number;
}

export interface ClusterEngine {
  readonly epochs: Epochs;
  /** What an epoch has. Refused: its log is not there, or is kept otherwise than it must be. */
  open(epoch: string): Promise<EpochEngine>;
  /** What the machines of an epoch say, whatever became of its log. */
  talk(epoch: string): Pick<EpochEngine, "beat" | "heard" | "ask" | "answer">;
  close(): Promise<void>;
}

/** No machine writes at the moment: nobody was asked. */
export class NoWriter extends Refused {
  constructor() {
    super("the cluster has no writer at the moment: try again");
    this.name = "NoWriter";
  }
}

/** It is not known what became of a call: the servers gave no certain answer in time. */
export class Unconfirmed extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "Unconfirmed";
  }
}

/** Another machine writes: it was first behind the last message of this one. */
export class Fenced extends Error {
  /** The end of the log as it was then. */
  readonly last: number;

  constructor(last: number) {
    super("another machine of the cluster writes");
    this.name = "Fenced";
    this.last = last;
  }
}

/**
 * The log does not go on where a reader stands: what followed is deleted (`purged`), the log ends before (`shorter`), or
 * the place is within a message (`within`).
 */
export class LogGap extends Error {
  readonly reason: "purged" | "shorter" | "within";
  /** The place after which the reader wanted to go on. */
  readonly after: number;

  constructor(reason: LogGap["reason"], after: number) {
    super(`the log of the cluster does not go on after ${after}: ${reason}`);
    this.name = "LogGap";
    this.reason = reason;
    this.after = after;
  }
}
