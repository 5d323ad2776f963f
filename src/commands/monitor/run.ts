/** `yagura run`: the monitor, until a signal stops it. */

import type { Monitor, MonitorLook } from "../../app/monitor.ts";
import { startMonitor } from "../../app.ts";
import { japanTime } from "../../lib/clock.ts";
import type { LogLines } from "../../lib/log.ts";
import { Refused } from "../../lib/problem.ts";
import { counted } from "../../lib/text/counted.ts";
import { tameLine } from "../../lib/text/tame.ts";
import { cellsIn } from "../../lib/text/terminal.ts";
import { callerLanguage, type Language, type Worded } from "../../model/language.ts";
import { severity as severityWords, sourceReason } from "../../model/news-words.ts";
import type { SourceStatus } from "../../why/status.ts";
import { refusalLines, type Terminal, terminalOf } from "../terminal.ts";
import { createScreen, readableLine, type StatusLine } from "./screen.ts";

type Ending = "SIGTERM" | "SIGINT" | "SIGHUP";

interface RunOptions {
  readonly config: string;
  readonly simulated?: boolean;
  /** Whether it ever writes, where it is a machine of a cluster; by default it may. */
  readonly mayWrite?: boolean;
}

export async function run({ config, simulated, mayWrite }: RunOptions): Promise<void> {
  let monitor: Monitor | undefined;
  const console = createConsole(process.stderr, process.env.TERM === "dumb");
  // A terminal that goes takes the monitor with it; a service is asked to read its files again.
  const isService = process.stderr.isTTY !== true;
  const endings: readonly Ending[] = ["SIGTERM", "SIGINT", ...(isService ? [] : ["SIGHUP" as const])];
  const stopped = new Promise<Ending>((resolve) => {
    for (const signal of endings) process.once(signal, () => resolve(signal));
  });
  if (isService) process.on("SIGHUP", () => void monitor?.reload());
  const waiting = new AbortController();
  void stopped.then(() => waiting.abort());
  const { signal } = waiting;
  const options = { verifier: process.argv[1], logLines: console.logLines, mayPlay: simulated, mayWrite };
  try {
    monitor = await startMonitor(config, process.env, { ...options, signal });
    sayReady(monitor, console);
    while (monitor !== undefined) {
      const ending: Monitor = monitor;
      if (!(await endOf(ending, stopped, console)).isOver) return;
      monitor = undefined;
      monitor = await startedAgain(ending, stopped, console);
    }
  } catch (error) {
    // What waited for the servers of its cluster was asked to stop.
    if (!signal.aborted || error !== signal.reason) throw error;
  }
}

/** Where log and answer share a terminal, the line goes where the status knows of it. */
function sayReady({ ready }: Monitor, console: Console): void {
  const line = readyLine(ready, process.stdout);
  if (process.stdout.isTTY === true && process.stderr.isTTY === true) console.say(line);
  else process.stdout.write(`${line}\n`);
}

/** Why a monitor ends, and whether another one is to take its place. */
interface EndOfMonitor {
  readonly reason: string;
  readonly isOver: boolean;
}

/** Waits for the end of a monitor and stops it; rejects with the bug that broke it. */
async function endOf(monitor: Monitor, stopped: Promise<Ending>, console: Console): Promise<EndOfMonitor> {
  const { log } = monitor;
  const unfollow = console.follow(monitor);
  let end: EndOfMonitor | undefined;
  try {
    const over = monitor.over.then((reason) => ({ reason, isOver: true }));
    const asked = stopped.then((reason) => ({ reason, isOver: false }));
    end = await Promise.race([asked, monitor.broken, over]);
    return end;
  } finally {
    const { reason } = end ?? { reason: "a fault" };
    if (end === undefined) log.error({ reason }, "stopping");
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
export function readyLine(
  ready: Monitor["ready"],
  { isTTY }: Pick<NodeJS.WriteStream, "isTTY">,
  language: Language = callerLanguage(process.env),
): string {
  if (isTTY !== true) return JSON.stringify(ready);
  const marked = ready.simulated.length > 0 ? `, SIMULATED: ${ready.simulated.join(", ")}` : "";
  return words[language].ready(ready.publicUrl ?? ready.page, `${ready.feed}${marked}`);
}

// The few lines below the log of a monitor on a terminal: its address, its sources, the last alerts, its readers.

const longest = 300;

const en = {
  ready: (page: string, feed: string) => `open ${page} (the feed: ${feed}); Ctrl-C stops it`,
  readers: (readers: number) => counted(readers, "reader"),
  sources: "  sources  ",
  alerts: "  alerts   ",
  noAlerts: "none since the start",
  listed: (parts: readonly string[]) => parts.join(", "),
  well: (ok: number, all: number) => `${ok} of ${all} well`,
  waits: (name: string) => `${name} waits for its first poll`,
  fails: (name: string, since: string, reason: string) => `${name} fails since ${since} (${reason})`,
  holds: (name: string, items: number) => `${name} holds back ${items} items`,
  late: (name: string) => `${name} is late`,
  severity: (name: string) => name,
  unknown: "an unknown time",
};

const ja: typeof en = {
  ready: (page, feed) => `${page} を開いてください（フィード：${feed}）。Ctrl-C で終了します`,
  readers: (readers) => `購読${readers}`,
  sources: "  情報源    ",
  alerts: "  アラート  ",
  noAlerts: "起動してからはありません",
  listed: (parts) => parts.join("、"),
  well: (ok, all) => `${all}件中${ok}件が正常`,
  waits: (name) => `${name} は初回取得待ち`,
  fails: (name, since, reason) =>
    `${name} は ${since} から障害（${sourceReason.values[reason]?.ja ?? reason}）`,
  holds: (name, items) => `${name} は${items}件を隔離中`,
  late: (name) => `${name} は公表の遅れ`,
  severity: (name) => (severityWords.values as Listed)[name]?.ja ?? name,
  unknown: "時刻不明",
};

/** Words by names that a monitor of another version may have more of. */
type Listed = Readonly<Record<string, Worded>>;

const words: Readonly<Record<Language, typeof en>> = { en, ja };

/** @param now ms since 1970 */
export function statusLines(
  { ready: { page, publicUrl = page, simulated }, look }: Pick<Monitor, "ready" | "look">,
  { paint, language }: Pick<Terminal, "paint" | "language">,
  now: number,
): StatusLine[] {
  const seen = look();
  const own = words[language];
  const marked = simulated.length > 0 ? `   SIMULATED: ${simulated.join(", ")}` : "";
  const { unwell, text } = sourcesLine(seen, own);
  return [
    {
      text: `─ Yagura ─ ${publicUrl} ─ ${own.readers(seen.readers)} ─ ${japanTime(now)}${marked}`,
      paint: (line) => paint("bold", line),
    },
    { text: `${own.sources}${text}`, paint: (line) => paint(unwell ? "yellow" : "green", line) },
    ...alertLines(seen.alerts, own),
  ];
}

function sourcesLine(
  { sources }: MonitorLook,
  own: typeof en,
): { readonly unwell: boolean; readonly text: string } {
  const all = Object.entries(sources);
  const inState = (state: SourceStatus["state"]) => all.filter(([, source]) => source.state === state);
  const waiting = inState("waiting").map(([name]) => own.waits(name));
  const unwell = [
    ...inState("failing").map(([name, { since, reason = "" }]) =>
      own.fails(name, since === undefined ? own.unknown : clockOf(since), reason),
    ),
    ...inState("quarantined").map(([name, { items = 0 }]) => own.holds(name, items)),
    ...all.flatMap(([name, { late }]) => (late === undefined ? [] : [own.late(name)])),
  ];
  return {
    unwell: unwell.length > 0,
    text: own.listed([own.well(inState("ok").length, all.length), ...unwell, ...waiting]),
  };
}

function alertLines(alerts: MonitorLook["alerts"], own: typeof en): StatusLine[] {
  if (alerts.length === 0) return [{ text: `${own.alerts}${own.noAlerts}` }];
  const blank = " ".repeat(cellsIn(own.alerts));
  return alerts.map(({ time, severity, title }, at) => ({
    text: `${at === 0 ? own.alerts : blank}${clockOf(time)}  ${own.severity(severity)}  ${tameLine(title, longest)}`,
  }));
}

/** Time of day in Japan. */
function clockOf(iso: string): string {
  return japanTime(Date.parse(iso)).slice(11, 19);
}
