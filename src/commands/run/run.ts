/** `yagura run`: the monitor, until a signal stops it. */
import { Refused, refusalLines } from "../../app/refused.ts";
import { type Monitor, startMonitor } from "../../app.ts";
import { type Console, createConsole, readyLine } from "./on-terminal.ts";

type Ending = "SIGTERM" | "SIGINT" | "SIGHUP";

export async function run({ config, simulated }: { config: string; simulated?: boolean }): Promise<void> {
  let monitor: Monitor | undefined;
  const console = createConsole(process.stderr, process.env.TERM === "dumb");
  // A terminal that goes takes the monitor with it; a service is asked to read its files again.
  const isService = process.stderr.isTTY !== true;
  const endings: readonly Ending[] = ["SIGTERM", "SIGINT", ...(isService ? [] : ["SIGHUP" as const])];
  const stopped = new Promise<Ending>((resolve) => {
    for (const signal of endings) process.once(signal, () => resolve(signal));
  });
  if (isService) process.on("SIGHUP", () => void monitor?.reload());
  const options = { verifier: process.argv[1], logLines: console.logLines, mayPlay: simulated };
  monitor = await startMonitor(config, process.env, options);
  sayReady(monitor, console);
  while (monitor !== undefined) {
    const ending: Monitor = monitor;
    if ((await endOf(ending, stopped, console)) !== "displaced") return;
    monitor = undefined;
    monitor = await startedAgain(ending, stopped, console);
  }
}

/** Where log and answer share a terminal, the line goes where the status knows of it. */
function sayReady({ ready }: Monitor, console: Console): void {
  const line = readyLine(ready, process.stdout);
  if (process.stdout.isTTY === true && process.stderr.isTTY === true) console.say(line);
  else process.stdout.write(`${line}\n`);
}

/** Waits for the end of a monitor and stops it; rejects with the bug that broke it. */
async function endOf(
  monitor: Monitor,
  stopped: Promise<Ending>,
  console: Console,
): Promise<Ending | "displaced"> {
  const { log } = monitor;
  const unfollow = console.follow(monitor);
  let why: Ending | "displaced" | "fault" = "fault";
  try {
    const displaced = monitor.displaced.then(() => "displaced" as const);
    why = await Promise.race([stopped, monitor.broken, displaced]);
    return why;
  } finally {
    const stopping = { displaced: "another database replaced the open one", fault: "a fault" };
    const reason = why === "displaced" || why === "fault" ? stopping[why] : why;
    if (why === "fault") log.error({ reason }, "stopping");
    else log.info({ reason }, "stopping");
    const began = performance.now();
    await monitor.stop();
    const seconds = Math.round((performance.now() - began) / 100) / 10;
    log.info({ reason, seconds }, "stopped cleanly: everything is written and closed");
    unfollow();
  }
}

const againMs = 5_000;

/** Tries until it starts; undefined once a signal stops that. */
async function startedAgain(
  before: Monitor,
  stopped: Promise<Ending>,
  console: Console,
): Promise<Monitor | undefined> {
  const ended = stopped.then(() => "stopped" as const);
  for (let told = ""; ; ) {
    try {
      return await before.again();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const lines = refusalLines(error).join("\n");
      if (lines !== told) console.say(lines);
      told = lines;
    }
    let timer: NodeJS.Timeout | undefined;
    const waited = new Promise<"waited">((resolve) => {
      timer = setTimeout(() => resolve("waited"), againMs);
    });
    if ((await Promise.race([ended, waited])) === "stopped") return undefined;
    clearTimeout(timer);
  }
}
