/** Runs a program under strace, which sees its system calls and can kill it at one of them. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";

/** The call whose n-th time, from 1, is never made: the process gets SIGKILL on its way into it. */
export interface KillAt {
  readonly call: string;
  readonly nth: number;
}

export interface TracedRun {
  readonly command: readonly string[];
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  /** Names of system calls. */
  readonly calls: readonly string[];
  /** Only calls about these files, where given. */
  readonly paths?: readonly string[];
  readonly killAt?: KillAt;
  /** Where the calls are written, one a line. */
  readonly output?: string;
  readonly more?: readonly string[];
}

/** Arguments of strace, the first being its own name. */
export function straceOf({ command, calls, paths = [], killAt, output, more = [] }: TracedRun): string[] {
  const kill = killAt === undefined ? [] : ["-e", `inject=${killAt.call}:signal=KILL:when=${killAt.nth}`];
  const files = paths.flatMap((path) => ["-P", path]);
  const to = output ?? "/dev/null";
  return [
    "strace",
    "-f",
    "-qq",
    "-o",
    to,
    "-e",
    `trace=${calls.join(",")}`,
    ...kill,
    ...files,
    ...more,
    "--",
    ...command,
  ];
}

export interface Traced {
  readonly stdout: string;
  readonly stderr: string;
  readonly killed: boolean;
}

/** To its end. */
export async function runTraced(run: TracedRun): Promise<Traced> {
  const [program = "", ...args] = straceOf(run);
  const child = spawn(program, args, {
    ...(run.cwd === undefined ? {} : { cwd: run.cwd }),
    env: { PATH: process.env.PATH, ...run.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const told = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    told.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    told.stderr += text;
  });
  const [code, signal] = await once(child, "close");
  return { ...told, killed: signal === "SIGKILL" || code === 137 };
}

/** Throws where it is not there: a fault that cannot be made is not proven. */
export function requireStrace(): void {
  if (spawnSync("strace", ["-V"]).status !== 0) throw new Error("strace is missing: run test/setup.sh");
}
