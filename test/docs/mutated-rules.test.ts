/** The schema of rule files against the loader, on rules with something changed at random. */
import { expect, it } from "vitest";
import { builtInTypes, editorSchemaOf } from "../../src/files/event-types.ts";
import { parseYaml } from "../../src/lib/yaml/parse-yaml.ts";
import { notifySchemes } from "../../src/outputs/index.ts";
import { compileRuleTexts } from "../../src/rules/files/compile-files.ts";
import { rulesSchemas } from "../../src/rules/schema/rule-schema.ts";
import { mailsTo } from "../rules/support.ts";
import { fc } from "../support/fast-check.ts";
import { isValid } from "../support/json-schema.ts";
import { runsOf } from "../support/runs.ts";
import { referencePages, yamlBlocks } from "./written-files.ts";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const schema = editorSchemaOf("rules", { types: builtInTypes });
const files = referencePages
  .flatMap((page) => yamlBlocks(page, "rules"))
  .map(({ name, text }) => parseYaml(text, name).value as Json);

const words = [
  "",
  " ",
  "1h",
  "0h",
  "3bd",
  "18:00",
  "25:00",
  "up",
  "info",
  "now.ratio",
  "short.report.*",
  "core",
  "{{",
];
const value: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, 0, 1, 2.5, -1, 501, [], {}, ["1h"], { tumbling: "1d" }, { file: "a" }),
  fc.constantFrom<Json>(...words),
);
const keys = [
  "on",
  "when",
  "within",
  "at_least",
  "above",
  "of",
  "reset",
  "fires",
  "at",
  "for",
  "by",
  "until",
  "sum",
  "x",
];

/** A change at one place of a file: chosen by a number, since files differ. */
const change = fc.record({
  place: fc.nat(),
  act: fc.constantFrom("replace", "remove", "add"),
  key: fc.constantFrom(...keys),
  value,
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** Every map and list inside, the whole first. */
function branches(json: Json): (Json[] | { [key: string]: Json })[] {
  if (typeof json !== "object" || json === null) return [];
  return [json, ...Object.values(json).flatMap(branches)];
}

function changed(file: Json, { place, act, key, value: fresh }: Change): Json {
  const copy = structuredClone(file);
  const slots = branches(copy).flatMap((branch) =>
    [...Object.keys(branch), key].map((name) => ({ branch: branch as { [key: string]: Json }, name })),
  );
  const { branch, name } = slots[place % slots.length] ?? {};
  if (branch === undefined || name === undefined) return copy;
  if (act === "remove" && !Array.isArray(branch)) delete branch[name];
  else branch[act === "add" && !Array.isArray(branch) ? key : name] = structuredClone(fresh);
  return copy;
}

it("never refuses what is loaded, nor takes what has a wrong form", () => {
  const seen = { refused: 0, loaded: 0 };
  fc.assert(
    fc.property(fc.constantFrom(...files), fc.array(change, { maxLength: 3 }), (file, changes) => {
      const written = JSON.parse(JSON.stringify(changes.reduce(changed, file))) as Json;
      const { ok } = compileRuleTexts([{ file: "a.yaml", text: JSON.stringify(written) }], {
        notify: mailsTo("desk"),
        types: builtInTypes,
        hash: "",
      });
      const isTaken = isValid(schema, written);
      if (!isTaken) expect(ok).toBe(false);
      const { error } = rulesSchemas(builtInTypes, notifySchemes()).written.safeParse(written ?? {});
      // A refinement may need two values at once; the fixtures hold those that can be said.
      if (error?.issues.some(({ code }) => code !== "custom")) expect(isTaken).toBe(false);
      seen[ok ? "loaded" : "refused"] += 1;
    }),
    { numRuns: runsOf({ quick: 300, long: 600 }) },
  );
  expect(seen.loaded).toBeGreaterThan(50);
  expect(seen.refused).toBeGreaterThan(50);
});
