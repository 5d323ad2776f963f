import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { builtInTypes } from "../../src/files/event-types.ts";
import { suppressionReasons } from "../../src/model/rule.ts";
import { notifySchemes } from "../../src/outputs/index.ts";
import { vocabulary } from "../../src/rules/cel/vocabulary.ts";
import { rulesSchemas } from "../../src/rules/schema/rule-schema.ts";
import { home, referencePages } from "../docs/written-files.ts";

const text = referencePages.map((page) => readFileSync(join(home, page), "utf8")).join("\n");

describe("the reference of rules", () => {
  it("names every event type, every field of its item, every key of a rule and every function", () => {
    const fields = [...builtInTypes.known.values()].flatMap(({ item }) => Object.keys(item.shape));
    const words = [
      ...builtInTypes.known.keys(),
      ...fields,
      ...Object.keys(rulesSchemas(builtInTypes, notifySchemes()).rule.shape),
    ];
    expect([...new Set(words)].filter((word) => !text.includes(`\`${word}\``))).toEqual([]);
    expect(Object.keys(vocabulary).filter((name) => !text.includes(`${name}(`))).toEqual([]);
  });

  it("names every reason that can hold an alert back", () => {
    const reasons = Object.keys(suppressionReasons);
    expect(reasons.filter((reason) => !text.includes(`| \`${reason}\` |`))).toEqual([]);
  });
});
