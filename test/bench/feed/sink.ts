/** The readers of a bench (sink.c), in a process of their own. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export interface SinkOptions {
  /** The compiled sink.c. */
  readonly program: string;
  readonly port: number;
  /** A `%d` in it is the number of the connection; any other `%` is written twice. */
  readonly path: string;
  readonly connections: number;
  /** Shorter frames are not counted. */
  readonly leastBytes: number;
  /** The first text frame of each client. */
  readonly greeting?: string | undefined;
}

/** Times of the monotonic clock, ms, as `performance.now` and its origin have them. */
interface Arrival {
  readonly lastMs: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

export interface Sink {
  /** Resolves when so many frames will be counted from now on; then `arrived` resolves when they have come. */
  expect(frames: number): Promise<{ readonly arrived: Promise<Arrival> }>;
  close(): void;
}

/** Resolves when all connections are open. */
export async function openSink(options: SinkOptions): Promise<Sink> {
  const { program, port, path, connections, leastBytes, greeting } = options;
  const given = [port, path, connections, leastBytes].map(String);
  const child = spawn(program, greeting === undefined ? given : [...given, greeting], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const line = async (): Promise<string> => {
    const { value, done } = await lines.next();
    if (done) throw new Error("the readers are gone");
    return value;
  };
  await line();
  return {
    async expect(frames) {
      child.stdin.write(`expect ${frames}\n`);
      await line();
      return { arrived: line().then(arrivalOf) };
    },
    close: () => void child.kill(),
  };
}

function arrivalOf(line: string): Arrival {
  const [lastMs = 0, medianMs = 0, p99Ms = 0] = line
    .split(" ")
    .slice(1)
    .map((ns) => Number(ns) / 1e6);
  return { lastMs, medianMs, p99Ms };
}

/** The time of the clock that arrivals are measured on, ms. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
