/** One contender in a process of its own: it sends to its readers when it is told to, and says how long that took. */
import { createInterface } from "node:readline";
import { monotonicMs, openSink } from "./sink.ts";

export interface Contender {
  readonly port: number;
  /** The path that its readers ask for, with a `%d` for their number. */
  readonly path: string;
  readonly greeting?: string;
  /** Work before the measured part, such as a commit. Gives how many frames each tick brings in all. */
  prepare(entries: number): number;
  /** Sends what was prepared. */
  send(): void;
}

/** Told as a line of JSON. */
export interface Round {
  readonly ticks: number;
  /** Events of a tick. */
  readonly entries: number;
}

/** Answered as a line of JSON. */
export interface RoundResult {
  readonly frames: number;
  /** From the commit to the last reader, all ticks together. */
  readonly ms: number;
  /** Processor time of the sender meanwhile. */
  readonly cpuMs: number;
  /** From the commit to 99 in 100 readers: the median of the ticks, and the worst but one in a hundred. */
  readonly p99Ms: number;
  readonly worstP99Ms: number;
}

/** The arguments of a contender's process: the sink's program, connections, and the frames that are counted. */
export interface ContenderArguments {
  readonly sink: string;
  readonly connections: number;
  readonly leastBytes: number;
  /** For what only one contender needs. */
  readonly more: readonly string[];
}

export function contenderArguments(): ContenderArguments {
  const [sink = "", connections, leastBytes, ...more] = process.argv.slice(2);
  return { sink, connections: Number(connections), leastBytes: Number(leastBytes), more };
}

/** Opens the readers, says so, and does rounds until the input ends. */
export async function serveRounds(contender: Contender): Promise<never> {
  const { sink: program, ...rest } = contenderArguments();
  const sink = await openSink({ program, ...rest, ...contender });
  process.stdout.write("ready\n");
  for await (const line of createInterface(process.stdin)) {
    const { ticks, entries } = JSON.parse(line) as Round;
    const p99s: number[] = [];
    let [frames, ms, cpuMs] = [0, 0, 0];
    for (let tick = 0; tick < ticks; tick += 1) {
      const expected = contender.prepare(entries);
      const { arrived } = await sink.expect(expected);
      const cpu = process.cpuUsage();
      const begun = monotonicMs();
      contender.send();
      const { lastMs, p99Ms } = await arrived;
      const { user, system } = process.cpuUsage(cpu);
      frames += expected;
      ms += lastMs - begun;
      cpuMs += (user + system) / 1_000;
      p99s.push(p99Ms - begun);
    }
    p99s.sort((one, other) => one - other);
    const at = (share: number) => p99s[Math.min(p99s.length - 1, Math.floor(p99s.length * share))] ?? 0;
    const result: RoundResult = { frames, ms, cpuMs, p99Ms: at(0.5), worstP99Ms: at(0.99) };
    process.stdout.write(`${JSON.stringify(result)}\n`);
  }
  sink.close();
  process.exit(0);
}
