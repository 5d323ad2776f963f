/** The contenders' processes: bundled as the program is, and asked for rounds in turns. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { bundleScript } from "../run-bundled.ts";
import { compileNative } from "./native.ts";
import type { Round, RoundResult } from "./serve-rounds.ts";

const frameLeastBytes = 200;
export const webFolder = join(import.meta.dirname, "../../outputs/feed/support/page");

export interface RunningContender {
  readonly name: string;
  round(round: Round): Promise<RoundResult>;
  stop(): void;
}

export interface ContenderOptions {
  readonly name: string;
  /** Its script in `peers`, without the ending. */
  readonly script: string;
  readonly connections: number;
  /** Arguments that only it needs. */
  readonly more?: readonly string[];
}

/** Resolves when all its readers are connected. */
export async function startContender(options: ContenderOptions): Promise<RunningContender> {
  const { name, script, connections, more = [] } = options;
  const bundle = await bundleScript(join(import.meta.dirname, "peers", `${script}.ts`), ["socket.io"]);
  const given = [compileNative("sink.c"), connections, frameLeastBytes, ...more].map(String);
  const child = spawn(process.execPath, [...profiling(), bundle.file, ...given], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const line = async (): Promise<string> => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`${name} ended`);
    return value;
  };
  await line();
  await bundle.remove();
  return {
    name,
    async round(round) {
      child.stdin.write(`${JSON.stringify(round)}\n`);
      return JSON.parse(await line());
    },
    stop: () => end(child),
  };
}

/** PROFILE=FOLDER keeps a processor profile of each process there. */
function profiling(): string[] {
  const { PROFILE } = process.env;
  return PROFILE === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${PROFILE}`];
}

function end(child: ChildProcess): void {
  child.stdin?.end();
}

export interface Figures {
  readonly name: string;
  readonly perSecond: number;
  /** Processor time of the sender, microseconds a message. */
  readonly cpuUs: number;
  readonly p99Ms: number;
  readonly worstP99Ms: number;
}

/** Rounds in turns, so that what else the machine does meets all alike; of each the round in the middle. */
export async function compare(
  contenders: readonly RunningContender[],
  round: Round,
  rounds: number,
): Promise<Figures[]> {
  const results = contenders.map((): RoundResult[] => []);
  for (const contender of contenders) await contender.round({ ...round, ticks: Math.ceil(round.ticks / 2) });
  for (let made = 0; made < rounds; made += 1) {
    for (const [at, contender] of contenders.entries()) results[at]?.push(await contender.round(round));
  }
  return contenders.map(({ name }, at) => figuresOf(name, results[at] ?? []));
}

function figuresOf(name: string, results: readonly RoundResult[]): Figures {
  const middle = (of: (result: RoundResult) => number) =>
    results.map(of).sort((one, other) => one - other)[Math.floor(results.length / 2)] ?? Number.NaN;
  return {
    name,
    perSecond: middle(({ frames, ms }) => (frames / ms) * 1_000),
    cpuUs: middle(({ frames, cpuMs }) => (cpuMs / frames) * 1_000),
    p99Ms: middle(({ p99Ms }) => p99Ms),
    worstP99Ms: middle(({ worstP99Ms }) => worstP99Ms),
  };
}
