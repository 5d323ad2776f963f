/** Answers that each output must give besides those that do not compile when they are left out. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { configSchema } from "../../src/config/config.ts";
import { builtInTypes } from "../../src/files/event-types.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { createLog } from "../../src/lib/log.ts";
import { listenerOf, notifySchemes, outputMembers, outputSections } from "../../src/outputs/index.ts";
import type { OutputParts } from "../../src/outputs/output.ts";
import { createFilterCompiler } from "../../src/rules/sets/filter.ts";
import { sharedRooms } from "../architecture/floors.ts";
import { MemoryConsumers } from "../support/memory-consumers.ts";
import { MemoryLog } from "../support/memory-log.ts";
import { MemoryMeta } from "../support/memory-meta.ts";
import { MemoryPresent } from "../support/memory-present.ts";
import { outputSettings } from "../support/output-settings.ts";

const home = join(import.meta.dirname, "../..");

const folders = readdirSync(join(home, "src/outputs"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .filter((name) => !sharedRooms.includes(`outputs/${name}`));

test("each folder of the family is in the registry, under its name", () => {
  expect(outputMembers.map(({ name }) => name).sort()).toEqual(folders.sort());
});

test("all of them stop within the ten seconds that a stop may take, one after the other", () => {
  const ms = outputMembers.reduce((sum, { stopMs }) => sum + stopMs, 0);
  expect(ms).toBeLessThanOrEqual(9_000);
});

test("no section of theirs takes the place of another part of the settings", () => {
  const names: readonly string[] = outputMembers.map(({ name }) => name);
  const others = Object.keys(configSchema(undefined).shape).filter((key) => !names.includes(key));
  const parts = [
    "upstreams",
    "watchlists",
    "sources",
    "rules",
    "state",
    "history",
    "alerts",
    "publicUrl",
    "alive",
  ];
  expect(others).toEqual(expect.arrayContaining([...parts, "retention", "log"]));
});

test("the monitor is reached through one of them", () => {
  const settings = outputSettings({});
  const listening = outputMembers.filter(({ name, listens }) => listens(settings[name as "feed"]));
  expect(listening).toHaveLength(1);
  expect(listenerOf(settings)).toMatchObject({ host: "127.0.0.1", port: 8080, tokens: [] });
});

describe.each(outputMembers.map((member) => ({ ...member, member })))(
  "the output $name",
  ({ name, member }) => {
    const section = outputSections[name as keyof typeof outputSections];
    const settings = member.resolve(section.parse(undefined), { file: "/etc/yagura", data: "/srv/data" });

    test("needs no section in the settings, and finds nothing wrong with its defaults", () => {
      expect(member.mistakes(settings)).toEqual([]);
      expect(member.warnings(settings, ["market"])).toEqual([]);
    });

    test("says what it is, and which of its keys are secret", () => {
      expect(section.description).toBe(member.about);
      expect(member.about).not.toBe("");
      // A secret may lie deeper in the section.
      const form = JSON.stringify(z.toJSONSchema(section, { io: "input", unrepresentable: "any" }));
      for (const secret of member.secrets) expect(form).toContain(`"${secret}":{`);
    });

    test("says of each key that is called a secret that it is one", () => {
      const form = z.toJSONSchema(section, { io: "input", unrepresentable: "any" });
      expect(secretKeys(form).filter((key) => !member.secrets.includes(key))).toEqual([]);
    });

    test("describes what rules may name of it by its own scheme", () => {
      const schemes = notifySchemes().filter(({ scheme }) => scheme === name);
      expect(schemes).toHaveLength(member.notify === undefined ? 0 : 1);
      for (const { about, example } of schemes) {
        expect(about).toContain(`${name}:NAME`);
        expect(example.startsWith(`${name}:`)).toBe(true);
      }
    });

    test("stands in the settings that ship, in an example of the docs, and among what a kill does to each", () => {
      const pages = readdirSync(join(home, "docs")).filter((page) => page.endsWith(".md"));
      const textOf = (path: string) => readFileSync(join(home, path), "utf8");
      expect(textOf("config/monitor.yaml")).toMatch(new RegExp(`^(# )?${name}:`, "m"));
      expect(pages.map((page) => textOf(`docs/${page}`)).join("\n")).toMatch(new RegExp(`^${name}:`, "m"));
      const [, kills = ""] = /\n## Kills and power cuts\n(.*?)\n## /s.exec(textOf("docs/operating.md")) ?? [];
      expect(kills).toContain(`| \`${name}\` |`);
    });

    test("knows every name that rules may name, and no address of another", () => {
      for (const known of member.notify?.names(settings) ?? [])
        if (member.queued) expect(member.queued.addresses(settings, known).length).toBeGreaterThan(0);
      expect(member.queued?.addresses(settings, "nobody") ?? []).toEqual([]);
    });

    test("says why it did not start, with its name or its address", () => {
      const words = member.refusal(Object.assign(new Error("no way"), { code: "ENOWAY" }), settings);
      expect(words).toBe(`${name}: no way`);
    });

    test("is made under its name, stops though it never started, and measures what no other does", async () => {
      const { output, settings: now, measures } = await member.create(settings, parts());
      expect(output.name).toBe(name);
      await output.stop(1_000);
      expect(Object.keys(now() as object)).toEqual(Object.keys(settings as object));
      for (const measure of measures) {
        expect(measure.name).toMatch(measure.kind === "counter" ? /^yagura_\w+_total$/ : /^yagura_\w+$/);
        expect(measure.help).toMatch(/\.$/);
        const read = measure.read();
        const values = typeof read === "number" ? [read] : read.map(({ value }) => value);
        expect(values).toEqual(values.map(() => 0));
      }
    });
  },
);

test("no two outputs measure something under one name", async () => {
  const settings = outputSettings({});
  const made = await Promise.all(
    outputMembers.map((member) => member.create(settings[member.name as "feed"], parts())),
  );
  const names = made.flatMap(({ measures }) => measures.map((measure) => measure.name));
  expect(new Set(names).size).toBe(names.length);
});

/** Keys of a schema at any depth whose names say that their values are secret. */
function secretKeys(form: unknown): string[] {
  if (typeof form !== "object" || form === null) return [];
  const { properties } = form as { readonly properties?: object };
  const own = Object.keys(properties ?? {}).filter((key) => /(token|secret|password|apiKey)s?$/i.test(key));
  return [...own, ...Object.values(form).flatMap(secretKeys)];
}

function parts(): OutputParts {
  return {
    events: new MemoryLog(),
    outbox: { due: () => [], dueTo: () => [], nextDue: () => undefined, keepBytes() {}, record() {} },
    attempts: { tried() {}, took() {}, reached() {} },
    types: builtInTypes,
    compileFilter: createFilterCompiler(builtInTypes),
    watchlists: () => ({}),
    present: new MemoryPresent(),
    consumers: new MemoryConsumers(),
    devices: { of: () => [], find: () => undefined, keep() {}, drop() {} },
    people: [],
    publicUrl: undefined,
    meta: new MemoryMeta(),
    simulated: [],
    clock: systemClock,
    log: createLog("silent"),
    tell: () => {},
    port: { number: 0, tokens: [], welcome: () => {} },
    sources: () => ({}),
  };
}
