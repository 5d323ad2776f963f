/** `yagura run`: the monitor, until a signal stops it. */

import { type Monitor, type MonitorLook, startMonitor } from "../../app.ts";
import { japanTime } from "../../lib/clock.ts";
import type { LogLines } from "../../lib/log.ts";
import { Refused } from "../../lib/problem.ts";
import { tameLine } from "../../lib/text/tame.ts";
import type { SourceStatus } from "../../why/status.ts";
import { refusalLines, type Terminal, terminalOf } from "../terminal.ts";
import { createScreen, readableLine, type StatusLine } from "./screen.ts";

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
  for (let reason = ""; ; ) {
    try {
      return await before.again();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const lines = refusalLines(error).join("\n");
      if (lines !== reason) console.say(lines);
      reason = lines;
    }
    let timer: NodeJS.Timeout | undefined;
    const waited = new Promise<"waited">((resolve) => {
      timer = setTimeout(() => resolve("waited"), againMs);
    });
    if ((await Promise.race([ended, waited])) === "stopped") return undefined;
    clearTimeout(timer);
  }
}

// What a person sees of a running monitor: on a terminal readable lines and a status; elsewhere JSON, as it is.

interface Console {
  /** Takes the log; undefined: it goes to stderr as it is. */
  readonly logLines: LogLines | undefined;
  /** Says a line to whoever started it. */
  say(text: string): void;
  /** Shows how it is doing, again and again; the answer ends that. */
  follow(monitor: Monitor): () => void;
}

const redrawMs = 1_000;

/** @param dumb whether the terminal cannot move its cursor: it gets no status */
function createConsole(stderr: NodeJS.WriteStream, dumb: boolean): Console {
  if (stderr.isTTY !== true)
    return {
      logLines: undefined,
      say: (text) => void stderr.write(`${text}\n`),
      follow: () => () => undefined,
    };
  const screen = createScreen(stderr);
  const terminal = terminalOf(stderr);
  return {
    logLines: {
      write(lines) {
        for (const line of lines.split("\n").filter((one) => one !== ""))
          screen.line(readableLine(line, terminal));
      },
    },
    say: (text) => screen.line(text),
    follow(monitor) {
      if (dumb) return () => undefined;
      const draw = (): void => screen.status(statusLines(monitor, terminal, Date.now()));
      draw();
      const drawing = setInterval(draw, redrawMs);
      return () => {
        clearInterval(drawing);
        screen.status([]);
      };
    },
  };
}

/** The line about a monitor that is ready: JSON for a program, words for a terminal. */
export function readyLine(ready: Monitor["ready"], { isTTY }: Pick<NodeJS.WriteStream, "isTTY">): string {
  if (isTTY !== true) return JSON.stringify(ready);
  const marked = ready.simulated.length > 0 ? `, SIMULATED: ${ready.simulated.join(", ")}` : "";
  return `open ${ready.publicUrl ?? ready.page} (the feed: ${ready.feed}${marked}); Ctrl-C stops it`;
}

// The few lines below the log of a monitor on a terminal: its address, its sources, the last alerts, its readers.

const longest = 300;

/** @param now ms since 1970 */
function statusLines(
  { ready: { page, publicUrl = page, simulated }, look }: Pick<Monitor, "ready" | "look">,
  { paint }: Pick<Terminal, "paint">,
  now: number,
): StatusLine[] {
  const seen = look();
  const marked = simulated.length > 0 ? `   SIMULATED: ${simulated.join(", ")}` : "";
  const readers = seen.readers === 1 ? "1 reader" : `${seen.readers} readers`;
  const { unwell, text } = sourceWords(seen);
  return [
    {
      text: `─ Yagura ─ ${publicUrl} ─ ${readers} ─ ${japanTime(now)}${marked}`,
      paint: (line) => paint("bold", line),
    },
    { text: `  sources  ${text}`, paint: (line) => paint(unwell ? "yellow" : "green", line) },
    ...alertLines(seen.alerts),
  ];
}

function sourceWords({ sources }: MonitorLook): { readonly unwell: boolean; readonly text: string } {
  const all = Object.entries(sources);
  const counted = (state: SourceStatus["state"]) => all.filter(([, source]) => source.state === state);
  const ok = counted("ok").length;
  const waiting = counted("waiting").map(([name]) => `${name} waits for its first poll`);
  const failing = counted("failing").map(
    ([name, { since, reason }]) => `${name} fails since ${clockOf(since)} (${reason})`,
  );
  const held = counted("quarantined").map(([name, { items }]) => `${name} holds back ${items} items`);
  const late = all.flatMap(([name, { late: day }]) => (day === undefined ? [] : [`${name} is late`]));
  const unwell = [...failing, ...held, ...late];
  return {
    unwell: unwell.length > 0,
    text: [`${ok} of ${all.length} well`, ...unwell, ...waiting].join(", "),
  };
}

function alertLines(alerts: MonitorLook["alerts"]): StatusLine[] {
  if (alerts.length === 0) return [{ text: "  alerts   none since the start" }];
  return alerts.map(({ time, severity, title }, at) => ({
    text: `  ${at === 0 ? "alerts " : "       "}  ${clockOf(time)}  ${severity}  ${tameLine(title, longest)}`,
  }));
}

/** Time of day in Japan. */
function clockOf(iso: string | undefined): string {
  return iso === undefined ? "an unknown time" : japanTime(Date.parse(iso)).slice(11, 19);
}
