/** SIGHUP: rules, watchlists and what else can change at once are read again; the log says what needs a restart. */
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Monitor } from "../support/monitor.ts";
import { until } from "../support/until.ts";
import { baselined, type Stage, setStage } from "./stage.ts";

const entries = (monitor: Monitor) =>
  monitor
    .log()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

/** The entries of one reload. */
async function reloaded(monitor: Monitor): Promise<Record<string, unknown>[]> {
  const before = entries(monitor).length;
  monitor.process.kill("SIGHUP");
  const rest = () => entries(monitor).slice(before);
  await until("the rules to be read", () => rest().some(({ msg }) => /^reload: .*rules/.test(msg)));
  return rest().filter(({ msg, line }) => msg.startsWith("reload: ") || line !== undefined);
}

async function edited(stage: Stage, edit: (text: string) => string): Promise<void> {
  writeFileSync(stage.config, edit(readFileSync(stage.config, "utf8")));
}

test("watchlists, overrides and a level of the log count at once, other sections wait for a restart, mistakes have their place, and a stop meanwhile ends it", async () => {
  const stage = await setStage("documented");
  await edited(stage, (text) =>
    text.replace("rules: rules", 'rules: { folder: rules }\nwatchlists: { mine: ["7203"] }'),
  );
  const monitor = await stage.start();
  await baselined(stage);
  expect(await reloaded(monitor)).toMatchObject([
    { level: "info", taken: [], msg: "reload: the settings were read" },
    { level: "info", rules: 1, msg: "reload: rules, tables and watchlists were read" },
  ]);

  await edited(stage, (text) =>
    text
      .replace('watchlists: { mine: ["7203"] }', 'watchlists: { mine: ["7203", "9984"], more: ["6758"] }')
      .replace("{ folder: rules }", "{ folder: rules, overrides: { everything: { severity: critical } } }")
      .replace("heartbeatMs: 500", "heartbeatMs: 700")
      .replace('margin-alerts: { schedule: "* * *', 'margin-alerts: { schedule: "*/2 * *'),
  );
  expect(await reloaded(monitor)).toMatchObject([
    { level: "info", taken: ["watchlists", "rules.overrides"], msg: "reload: the settings were read" },
    {
      level: "warn",
      settings: ["sources.margin-alerts", "feed"],
      msg: "reload: these settings need a restart",
    },
    { level: "info", rules: 1, msg: "reload: rules, tables and watchlists were read" },
  ]);

  appendFileSync(stage.config, "retention: never\n");
  appendFileSync(join(stage.folder, "rules/all.yaml"), "    wen: x\n");
  const refused = await reloaded(monitor);
  expect(refused[0]).toMatchObject({
    level: "warn",
    msg: "reload: the settings were refused; those before them stay",
  });
  expect(refused[1]).toMatchObject({ level: "warn", file: stage.config, line: expect.any(Number) });
  expect(refused.some(({ file }) => String(file).endsWith("rules/all.yaml"))).toBe(true);
  expect(refused.at(-1)).toMatchObject({ level: "warn", rules: 1, msg: expect.stringContaining("refused") });

  const told = () =>
    entries(monitor)
      .slice(all)
      .map(({ msg }) => msg);
  const all = entries(monitor).length;
  await edited(stage, (text) => text.replace("retention: never\n", "log: { level: warn }\n"));
  monitor.process.kill("SIGHUP");
  appendFileSync(join(stage.folder, "rules/all.yaml"), "    titel: x\n");
  await until("a warning", () => told().some((msg) => msg.includes("titel")));
  // The stop comes while files are read again.
  monitor.process.kill("SIGHUP");
  expect(await monitor.stop("SIGTERM")).toBe(0);
  expect(told()).not.toContain("stopping");
});
