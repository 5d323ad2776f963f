import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { yagura } from "../support/monitor.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

const folder = join(import.meta.dirname, "../../docs/schema");
const stored = (name: string) => readFileSync(join(folder, name), "utf8");

test("the schemas are printed as they are in docs/schema", async () => {
  const [rules, named, config] = await Promise.all([
    yagura(["schema"]),
    yagura(["schema", "rules"]),
    yagura(["schema", "config"]),
  ]);
  expect([rules.code, named.code, config.code]).toEqual([0, 0, 0]);
  expect(rules.stdout).toBe(stored("rules.json"));
  expect(named.stdout).toBe(rules.stdout);
  expect(config.stdout).toBe(stored("config.json"));
});

test("with a config file the rules may be about its sources alone", async () => {
  const config = join(tmpFolder(), "monitor.yaml");
  writeFileSync(config, 'sources:\n  results: { from: market/fins/summary, schedule: "0 0 18 * * *" }\n');
  const { code, stdout } = await yagura(["schema", "--config", config]);
  expect(code).toBe(0);
  expect(stdout).toContain("market.fins-summary.corrected");
  expect(stdout).not.toContain("market.short-ratio");
  expect(stored("rules.json")).toContain("market.short-ratio");
});

test("a file of another kind and a config file with mistakes are refused with status 2", async () => {
  const kind = await yagura(["schema", "alerts"]);
  expect([kind.code, kind.stdout]).toEqual([2, ""]);
  expect(kind.stderr).toContain("Allowed choices are rules, config");
  const missing = await yagura(["schema", "--config", join(tmpFolder(), "none.yaml")]);
  expect([missing.code, missing.stdout]).toEqual([2, ""]);
  expect(missing.stderr).toContain("there is no such file");
});
