import { describe, expect, test } from "vitest";
import { createActiveRules, rulesHashKey } from "../../src/files/active-rules.ts";
import type { CompiledRules } from "../../src/rules/rule-set.ts";

const rules = (hash: string, meanings: Record<string, string> = {}): CompiledRules => ({
  ...{ rules: [], all: [], disabled: [], leftOut: [], watchlists: {} },
  hash,
  files: ["a.yaml"],
  names: [`rule-${hash}`],
  meanings: new Map(Object.entries(meanings)),
  match: () => [],
  pass: () => undefined,
});
const problem = { file: "a.yaml", line: 3, column: 5, message: "there is no such key" };
const broken = { ok: false as const, files: ["a.yaml"], problems: [problem] };
const good = (hash: string) => ({ ok: true as const, rules: rules(hash) });

const types = (change: ReturnType<ReturnType<typeof createActiveRules>["take"]>) =>
  change?.drafts.map(({ type }) => type);

describe("the active rules", () => {
  test("are news when they are other ones than were told last", () => {
    const active = createActiveRules(rules("1"), undefined, () => []);
    const change = active.take(good("1"));
    expect(types(change)).toEqual(["rules.loaded"]);
    expect(change?.batch.meta).toEqual({ [rulesHashKey]: "1" });
    expect(active.take(good("1"))).toBeUndefined();
    expect(types(active.take(good("2")))).toEqual(["rules.loaded"]);
    expect(active.current().hash).toBe("2");
  });

  test("are no news after a restart that changed nothing", () => {
    expect(createActiveRules(rules("1"), "1", () => []).take(good("1"))).toBeUndefined();
  });

  test("stay when an edit is broken, which is told once with its places", () => {
    const active = createActiveRules(rules("1"), "1", () => []);
    const change = active.take(broken);
    expect(types(change)).toEqual(["rules.rejected"]);
    expect(change?.drafts[0]?.data.now).toEqual({
      files: ["a.yaml"],
      rules: ["rule-1"],
      problems: [problem],
    });
    expect(active.current().hash).toBe("1");
    expect(active.take(broken)).toBeUndefined();
  });

  test("are told again when a broken edit is taken back, over a restart too", () => {
    const active = createActiveRules(rules("1"), "1", () => []);
    const rejected = active.take(broken);
    expect(types(active.take(good("1")))).toEqual(["rules.loaded"]);
    const told = rejected?.batch.meta?.[rulesHashKey];
    expect(types(createActiveRules(rules("1"), told, () => []).take(good("1")))).toEqual(["rules.loaded"]);
  });

  test("forget what is remembered of rules that are gone or mean something else now, and say which start anew", () => {
    const kept = { rule: "kept", meaning: "a" };
    const outdated = [
      { rule: "edited", meaning: "a" },
      { rule: "gone", meaning: "a" },
    ];
    const active = createActiveRules(rules("1"), "1", () => [kept, ...outdated]);
    const change = active.take({ ok: true, rules: rules("2", { kept: "a", edited: "b", fresh: "c" }) });
    expect(change?.drafts[0]?.data.now).toMatchObject({ anew: ["edited"] });
    expect(change?.batch.forget).toEqual(outdated);
  });

  test("that mean something else through the settings alone are told, too", () => {
    const active = createActiveRules(rules("1"), "1", () => [{ rule: "a", meaning: "before" }]);
    const change = active.take({ ok: true, rules: rules("1", { a: "after" }) });
    expect(change?.drafts[0]?.data.now).toMatchObject({ anew: ["a"] });
  });

  test("name those that are gone, after a restart too", () => {
    const before = { names: ["rule-0", "rule-1"], kept: () => undefined };
    const active = createActiveRules(rules("1"), "0", () => [], before);
    expect(active.take(good("1"))?.drafts[0]?.data.now).toMatchObject({ gone: ["rule-0"] });
    expect(active.take(good("2"))?.drafts[0]?.data.now).toMatchObject({ gone: ["rule-1"] });
  });

  test("keep their files with the news of them, and alone where nothing is news", () => {
    const before = { names: [], kept: (key: string) => (key === "same" ? "a" : undefined) };
    const active = createActiveRules(rules("1"), "1", () => [], before);
    const keep = { same: "a", other: "b" };
    expect(active.take({ ...good("1"), keep })).toEqual({ drafts: [], batch: { meta: { other: "b" } } });
    expect(active.take({ ...good("2"), keep })?.batch.meta).toEqual({ other: "b", [rulesHashKey]: "2" });
  });

  test("may be told with what turned empty: what is loaded first, then what is refused, once", () => {
    const active = createActiveRules(rules("1"), "1", () => []);
    const edited = { ...good("2"), problems: [problem] };
    const change = active.take(edited);
    expect(types(change)).toEqual(["rules.loaded", "rules.rejected"]);
    expect(change?.drafts[1]?.data.now).toMatchObject({ rules: ["rule-2"], problems: [problem] });
    expect(active.take(edited)).toBeUndefined();
    expect(types(active.take(good("2")))).toEqual(["rules.loaded"]);
  });
});
