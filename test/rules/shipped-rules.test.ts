import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { loadConfig } from "../../src/config/load-config.ts";
import { allEventTypes } from "../../src/files/event-types.ts";
import { lasts } from "../../src/model/duration.ts";
import { notifySchemes } from "../../src/outputs/index.ts";
import { runExamples } from "../../src/rules/check/examples.ts";
import { loadRules } from "../../src/rules/files/load-rules.ts";
import type { CompiledRules } from "../../src/rules/rule-set.ts";
import { entry, ruleWith } from "./support.ts";

const home = join(import.meta.dirname, "../..");
let rules: CompiledRules;

interface Written {
  readonly name: string;
  readonly notify?: string | readonly string[];
}

beforeAll(async () => {
  const config = loadConfig(join(home, "config/monitor.yaml"), {});
  if (!config.ok) throw new Error(JSON.stringify(config.problems));
  const loaded = await loadRules(config.config.rules, {
    notify: notifySchemes(config.config.outputs),
    types: allEventTypes(),
  });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  rules = loaded.rules;
});

describe("the rules that ship", () => {
  it("are useful as they stand: described, with a cooldown, and with examples of both kinds", () => {
    expect(rules.names.length).toBeGreaterThanOrEqual(12);
    for (const { name, examples, cooldown } of rules.rules) {
      expect(cooldown && lasts(cooldown), name).toBe(true);
      expect([...new Set(examples.map(({ expected }) => expected))].sort(), name).toEqual([
        "fires",
        "silent",
      ]);
    }
  });

  it("fire for the examples that should fire, and stay silent for the others", () => {
    const results = runExamples(rules);
    expect(results.length).toBeGreaterThan(40);
    expect(results.filter(({ ok }) => !ok)).toEqual([]);
  });

  it("mail what docs/rules.md says that they mail", () => {
    const page = readFileSync(join(home, "docs/rules.md"), "utf8");
    const [, table = ""] = /\n\| mails are about .*?\n(\|.*?)\n\n/s.exec(page) ?? [];
    const named = [...table.matchAll(/`([\w-]+)`/g)].map(([, name]) => name);
    const mailing = readdirSync(join(home, "rules"))
      .filter((name) => name.endsWith(".yaml"))
      .flatMap((name) => parse(readFileSync(join(home, "rules", name), "utf8")).rules as Written[])
      .filter(({ notify = "[]" }) => String(notify).includes("email:"));
    expect(mailing.map(({ name }) => name).sort()).toEqual(named.sort());
  });

  it("cover all sources and the monitor's own troubles", () => {
    const covered = new Set(rules.rules.flatMap(({ types }) => types));
    for (const family of [
      "forum.comment",
      "forum.ranking",
      "margin.alert",
      "short.report",
      "disclosure",
      "earnings.date",
      "statistics.series",
    ]) {
      expect(
        [...covered].some((type) => type.startsWith(family)),
        family,
      ).toBe(true);
    }
    expect(covered).toContain("source.failed");
    expect(covered).toContain("source.drifted");
    expect(covered).toContain("source.quarantined");
    expect(covered).toContain("rules.rejected");
  });

  it("mail some of what they find", () => {
    expect(rules.rules.some(({ fixed }) => fixed.notify?.includes("email:desk"))).toBe(true);
  });

  it("answer every type of event, however little it holds", () => {
    for (const type of [...allEventTypes().known.keys()]) {
      for (const { title } of rules.match(entry({ type, now: {} }))) expect(title).not.toBe("");
    }
  });
});

describe("runExamples", () => {
  it("tells which example does not hold, and where it stands", () => {
    const wrong = ruleWith("source.failed", [
      "when: now.items > 3",
      "examples:",
      "  - fires: { type: source.failed, now: { items: 3 } }",
      "  - silent: { type: source.failed, now: { items: 3 } }",
      "  - fires: { type: source.late, now: { items: 5 } }",
    ]);
    expect(runExamples(wrong).map(({ ok, line }) => [ok, line])).toEqual([
      [false, 7],
      [true, 8],
      [false, 9],
    ]);
  });
});
