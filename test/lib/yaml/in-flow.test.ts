import { describe, expect, it } from "vitest";
import { inFlow, parseYaml } from "../../../src/lib/yaml/parse-yaml.ts";
import { fc } from "../../support/fast-check.ts";

const key = fc
  .string({ minLength: 1, maxLength: 8 })
  .filter((name) => !/^(<<|__proto__|constructor|prototype)$/.test(name));

const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.string(),
    fc.constantFrom(
      "7203",
      "1.0",
      "1h",
      "3bd",
      "true",
      "no",
      "~",
      "",
      "a: b",
      "- x",
      "＃",
      "2026-11-20",
      "null",
    ),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(key, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
}));

describe("a value in flow", () => {
  it("is read back by YAML as what it was", () => {
    fc.assert(
      fc.property(value, (one) => {
        const { value: read, problems } = parseYaml(`key: ${inFlow(one)}`, "x.yaml");
        expect(problems).toEqual([]);
        expect(read).toEqual({ key: one });
      }),
      { numRuns: 2_000 },
    );
  });

  it("quotes only what needs it, and leaves out what is undefined", () => {
    const one = {
      rule: "short-large",
      key: "7203|Example Capital",
      within: "1h",
      at_least: 2,
      list: ["a b", ""],
    };
    expect(inFlow({ ...one, gone: undefined })).toBe(
      '{ rule: short-large, key: "7203|Example Capital", within: 1h, at_least: 2, list: [a b, ""] }',
    );
  });
});
