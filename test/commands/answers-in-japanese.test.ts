/** Every command answers a reader of Japanese in Japanese: each is called as the program calls it, with a monitor and after it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startMonitor } from "../../src/app.ts";
import { createProgram, exitStatus } from "../../src/commands/index.ts";
import { readyLine, statusLines } from "../../src/commands/monitor/run.ts";
import { readableLine } from "../../src/commands/monitor/screen.ts";
import { freePort } from "../support/free-port.ts";
import { until } from "../support/until.ts";

const token = "a-token-of-the-answers-in-japanese";
const rules = `
rules:
  - name: loaded
    on: rules.loaded
    title: ルールを読み込みました
    severity: warning
    notify: [email:desk]
    examples: [{ fires: { type: rules.loaded, now: { files: [all.yaml], rules: [loaded] } } }]
  - { name: short-five, on: short.report.opened, when: now.ratio >= 5, title: "{{ now.code }} の空売り" }
`;
const failing = `
tests:
  - name: 出ないアラート
    steps: [{ at: "2026-11-20T17:00:00+09:00", expect: { alerts: [{ rule: loaded }] } }]
`;

let folder: string;
let monitor: Awaited<ReturnType<typeof startMonitor>>;
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "yagura-"));
  vi.stubEnv("YAGURA_LANGUAGE", "ja");
  mkdirSync(at("rules"));
  writeFileSync(at("rules/all.yaml"), rules);
  writeFileSync(at("failing.yaml"), failing);
  writeFileSync(at("held.csv"), "コード,株数,単価\n7203,100,2500\nTM,1,1\n");
  for (const name of ["index.html", "page.js", "page.css"]) writeFileSync(at(name), "");
  const settings = [
    "{ rules: rules, state: state.db, log: { level: silent }, watchlists: { mine: [] }",
    "sources: { short-sale-reports: { schedule: '0 0 18 * * *' } }",
    "email: { language: ja, smtp: 'file:outbox', recipients: { desk: [desk@example.com] } }",
    `feed: { port: ${await freePort()}, tokens: [${token}] } }`,
  ];
  writeFileSync(at("monitor.yaml"), settings.join(",\n"));
  monitor = await startMonitor(at("monitor.yaml"), {}, { webFolder: folder });
});

afterAll(async () => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** What a call writes for a person: without what is JSON. */
async function said(args: readonly string[]): Promise<string[]> {
  const texts: string[] = [];
  const write = (text: string | Uint8Array) => texts.push(String(text)) > 0;
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, "write").mockImplementation(write as never),
  );
  const status = process.exitCode;
  try {
    const program = createProgram({ YAGURA_LANGUAGE: "ja", YAGURA_CONFIG: at("monitor.yaml") });
    await program.parseAsync([...args], { from: "user" });
  } catch (error) {
    exitStatus(error);
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.exitCode = status;
  }
  return texts
    .join("")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("{"));
}

/** Words that are names wherever they stand. */
const names = /\b(?:JST|SIMULATED|Yagura|YAML|CSV|Example|desk|mine|loaded|market|forum|statistics)\b/g;
/** Calls, values, places and names of files, rules, sources and hosts. */
const values = /npx yagura [a-z-]+|`[^`]*`|"[^"]*"|'[^']*'|[^\s（）、：]*[\d./:@_#-][^\s（）、：]*/g;

/** Lines with two English words after each other, or with none of Japanese beside one. */
function english(lines: readonly string[]): string[] {
  return lines.filter((line) => {
    const rest = line.replace(values, " · ").replace(names, " · ");
    const isJapanese = /[ぁ-んァ-ヶ一-龠]/.test(line);
    return (isJapanese ? /[A-Za-z]{2,} +[a-z]{2,}/ : /[A-Za-z]{3,}/).test(rest);
  });
}

const openAlert = () => String(monitor.look().alerts[0]?.seq ?? 0);

/** The calls of each command, in their order; a restore comes after the monitor. */
const calls: Readonly<Record<string, readonly (() => readonly string[])[] | "for programs alone">> = {
  init: [() => ["init", at("made"), "--plan", "wide"], () => ["init", at("monitor.yaml"), "--yes"]],
  run: [],
  gateway: [],
  check: [() => ["check"]],
  "watchlist import": [() => ["watchlist", "import", at("held.csv"), "--yes"]],
  test: [() => ["test", at("failing.yaml"), "--coverage"]],
  schema: "for programs alone",
  backtest: [() => ["backtest", "--since", "1d", "--show", "1"]],
  "rules report": [() => ["rules", "report", "--since", "1d"]],
  "rules add": [() => ["rules", "add", "no-such", "--param", "3"]],
  "history list": [() => ["history", "list"]],
  "history show": [() => ["history", "show", "no-such"]],
  "history fetch": [() => ["history", "fetch", "--since", "2d", "--dry-run"]],
  "history forget": [() => ["history", "forget", "--before", "2024-01-01"]],
  tail: [() => ["tail", "--token", "wrong"]],
  fetch: [() => ["fetch", "--list"]],
  simulate: "for programs alone",
  sources: [() => ["sources"]],
  "sources poll": [() => ["sources", "poll", "short-sale-reports"], () => ["sources", "poll", "no-such"]],
  "sources release": [() => ["sources", "release", "short-sale-reports"]],
  "sources discard": [() => ["sources", "discard", "short-sale-reports"]],
  "consumers list": [() => ["consumers"]],
  "consumers forget": [() => ["consumers", "forget", "no-such"]],
  "alerts list": [() => ["alerts"]],
  "alerts useful": [() => ["alerts", "useful", openAlert()], () => ["alerts", "useful", openAlert()]],
  "alerts not-useful": [() => ["alerts", "not-useful", openAlert(), "--take-back"]],
  acknowledge: [() => ["acknowledge", openAlert()], () => ["acknowledge", openAlert()]],
  resolve: [() => ["resolve", "99999"]],
  "silence add": [
    () => ["silence", "add", "rule=loaded", "--for", "1h", "--because", "試験"],
    () => ["silence", "add", "rule=loaded", "--for", "long", "--because", "試験"],
  ],
  "silence list": [() => ["silence"], () => ["alerts"]],
  "silence expire": [() => ["silence", "expire", "s0"]],
  why: [() => ["why", openAlert()], () => ["why", "99999"]],
  "send-test": [() => ["send-test"]],
  healthcheck: [() => ["healthcheck"]],
  "cluster status": [() => ["cluster", "status"]],
  "cluster adopt": [() => ["cluster", "adopt"]],
  backup: [() => ["backup", at("backup.db")]],
  verify: [() => ["verify"]],
  restore: [() => ["restore", at("backup.db")]],
  "export events": [() => ["export", "events", "--output", at("events.csv")]],
  "export alerts": [() => ["export", "alerts", "--output", at("alerts.csv")]],
  "export history": [() => ["export", "history", "--output", at("history.csv")]],
  completion: "for programs alone",
};

/** Whether it does something without one of its parts: commander tells nobody. */
const hasAction = (command: Command) => "_actionHandler" in command && command._actionHandler != null;

/** The words that call each command, as the program lists them. */
function callsIn(command: Command, above = ""): string[] {
  return command.commands.flatMap((part) => {
    const call = `${above} ${part.name()}`.trim();
    return [...(hasAction(part) ? [call] : []), ...callsIn(part, call)];
  });
}

test("every command has its calls here", () => {
  expect(Object.keys(calls).sort()).toEqual(callsIn(createProgram()).sort());
});

test("what a monitor shows on a terminal is in Japanese", () => {
  const terminal = { columns: undefined, language: "ja", paint: (_: string, text: string) => text } as const;
  const shown = statusLines(monitor, terminal, Date.now()).map(({ text }) => text);
  const alert = { level: "info", msg: "ルール", alert: 1, severity: "warning", rule: "loaded" };
  expect(
    english([
      readyLine(monitor.ready, { isTTY: true }),
      ...shown,
      readableLine(JSON.stringify(alert), terminal),
    ]),
  ).toEqual([]);
});

test.each(Object.entries(calls).filter(([, own]) => own.length > 0 && own !== "for programs alone"))(
  "%s answers in Japanese",
  async (name, own) => {
    if (name === "restore") await monitor.stop();
    if (name === "alerts list") await until("an alert", () => monitor.look().alerts.length > 0);
    for (const args of own as readonly (() => readonly string[])[]) {
      const lines = await said(args());
      expect(lines.length).toBeGreaterThan(0);
      expect(english(lines)).toEqual([]);
    }
  },
);
