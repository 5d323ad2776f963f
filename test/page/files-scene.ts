/** The calls of the page about files, on files and a log of their own. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { createBench } from "../../src/backtest/bench/bench.ts";
import { requireConfig } from "../../src/files/check-files.ts";
import { fileHash } from "../../src/files/edited-rules.ts";
import type { EventDraft } from "../../src/model/event.ts";
import { pageCalls } from "../../src/page/index.ts";
import type { CodeCheck } from "../../src/page/known-code.ts";
import { beginLife, position, rulesOfText } from "../backtest/lived-log.ts";
import { nobodyListed } from "./page-house.ts";

export interface FilesScene {
  /** How often the settings were read again. */
  reloads(): number;
  /** Writes, or reads where no text is given, a file beside the settings. */
  file(name: string, text?: string): string;
  get<Answer>(path: string): Promise<{ status: number; body: Answer }>;
  post<Answer>(path: string, body: object): Promise<{ status: number; body: Answer }>;
  /** As somebody who may not act. */
  readerPost<Answer>(path: string, body: object): Promise<{ status: number; body: Answer }>;
  /** Tells of something more, at the end of the log. */
  tell(draft: EventDraft): void;
  /** What the callers of a path must be allowed to, by method and path. */
  rightOf(path: string): string | undefined;
}

/** Stands for the hash of the rules that run. */
function hashOfFolder(folder: string): string {
  return readdirSync(folder)
    .map((name) => fileHash(readFileSync(join(folder, name), "utf8")))
    .join();
}

const settings = `sources: { short-sale-reports: { schedule: "0 */10 17-21 * * *" } }
rules: rules
state: state.db
`;

/** @param files by name; monitor.yaml is added to what the settings need */
export function filesScene(
  files: Readonly<Record<string, string>>,
  knownCode: CodeCheck = async () => ({ kind: "known" }),
): FilesScene {
  const life = beginLife(rulesOfText("rules: []"));
  for (const [at, ratio] of [0.6, 1.1, 0.7, 1.4].entries())
    life.poll(`2026-01-0${at + 5}T03:00:00Z`, [position(String(7200 + at), ratio, { name: "霧笛自動車" })]);
  onTestFinished(() => life.store.close());
  const folder = dirname(life.path);
  const file = (name: string, text?: string) => {
    if (text !== undefined) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    return readFileSync(join(folder, name), "utf8");
  };
  mkdirSync(join(folder, "rules"), { recursive: true });
  for (const [name, text] of Object.entries(files)) file(name, text);
  file("monitor.yaml", settings + (files["monitor.yaml"] ?? ""));
  const config = requireConfig(join(folder, "monitor.yaml"), {});
  const bench = createBench(config, {});
  onTestFinished(bench.stop);
  let reloads = 0;
  const parts = {
    ...{ config, bench, store: life.store, companies: nobodyListed, knownCode },
    rules: { watchlists: () => ({}), current: () => ({ hash: hashOfFolder(config.rules) }) },
    async reload() {
      reloads += 1;
    },
    now: () => Date.parse("2026-01-09T03:00:00Z"),
  };
  const routes = pageCalls(parts as never);
  const call = async (method: string, address: string, body: unknown, mayAct = true) => {
    const { pathname, searchParams: query } = new URL(address, "http://127.0.0.1");
    const route = routes.find((one) => one.method === method && one.path === pathname);
    return (await route?.answer({ query, body, mayAct })) as { status: number; body: never };
  };
  return {
    file,
    reloads: () => reloads,
    get: (path) => call("GET", path, undefined),
    post: (path, body) => call("POST", path, body),
    readerPost: (path, body) => call("POST", path, body, false),
    tell: (draft) => life.poll("2026-01-09T02:00:00Z", [draft]),
    rightOf: (path) => routes.find((one) => one.path === path)?.right,
  };
}
