/** Each mistake that a schema finds, as a problem at its place, in words. */
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { parseYaml } from "../../../src/lib/yaml/parse-yaml.ts";
import { checkedText, knownKeys, validateYaml } from "../../../src/lib/yaml/validate-yaml.ts";

/** Problems of a text, as `line:column message (suggestion)`. */
function told(schema: z.ZodType, text: string): string[] {
  const yaml = parseYaml(text, "a.yaml");
  const validated = validateYaml(schema, yaml);
  if (validated.ok) return [];
  return validated.problems.map(
    ({ line, column, message, suggestion }) =>
      `${line}:${column} ${message}${suggestion === undefined ? "" : ` (${suggestion})`}`,
  );
}

/** Problems of the value of a key `x`. */
const of = (schema: z.ZodType, written: string) => told(z.strictObject({ x: schema }), `x: ${written}\n`);

describe("a value of another kind", () => {
  test.each([
    ["7", 'this must be text (put it in quotes: "7")', z.string()],
    ["0130", 'this must be text (put it in quotes: "0130")', z.string()],
    ["true", 'this must be text (put it in quotes: "true")', z.string()],
    ["[a]", "this must be text", z.string()],
    ['"7"', "this must be a number (write it without quotes: 7)", z.number()],
    ['"-7.5"', "this must be a number (write it without quotes: -7.5)", z.number()],
    ['"7x"', "this must be a number", z.number()],
    ["[7]", "this must be a number", z.number()],
    ["1.5", "this must be a whole number", z.int()],
    ['"1"', "this must be a number (write it without quotes: 1)", z.int()],
    ['"7"', "this must be true or false", z.boolean()],
    ["7", "this must be true or false", z.boolean()],
    ["a", 'this must be a list (a list is written in brackets, as in ["7203", "6758"])', z.array(z.string())],
    ["7", "this must be a list", z.array(z.string())],
    ["a", "this must be a map of keys and values", z.object({})],
    ["a", "this must be a map of keys and values", z.record(z.string(), z.string())],
  ])("%s: %s", (written, message, schema) => {
    expect(of(schema, written)).toEqual([`1:4 ${message}`]);
  });
});

describe("a value out of bounds", () => {
  test.each([
    ["6", "this must be at most 5", z.number().max(5)],
    ["5", "this must be less than 5", z.number().lt(5)],
    ["4", "this must be at least 5", z.number().min(5)],
    ["0", "this must be at least 1", z.number().min(1)],
    ["5", "this must be more than 5", z.number().gt(5)],
    ['""', "this must not be empty", z.string().min(1)],
    ["a", "this must be at least 2 characters", z.string().min(2)],
    ["abc", "this must be at most 2 characters", z.string().max(2)],
    ["[]", "this must not be empty", z.array(z.string()).min(1)],
    ["[a, b]", "this must be at most 1 entries", z.array(z.string()).max(1)],
    ['"2026-02-30"', "there is no such day; one looks like 2026-01-05", z.iso.date()],
  ])("%s: %s", (written, message, schema) => {
    expect(of(schema, written)).toEqual([`1:4 ${message}`]);
  });
});

describe("a value that is none of those known", () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `name${index}x`);
  test("is told with them, and with the nearest", () => {
    expect(of(z.enum(["daily", "weekly"]), "weekyl")).toEqual([
      "1:4 this must be one of daily, weekly (did you mean `weekly`?)",
    ]);
    expect(of(z.enum(["daily", "weekly"]), "7")).toEqual(["1:4 this must be one of daily, weekly"]);
    expect(of(z.literal("daily"), "hourly")).toEqual(["1:4 this must be daily"]);
    expect(of(z.enum(names(13)), "other")).toEqual([`1:4 this must be one of ${names(13).join(", ")}`]);
    expect(of(z.enum(names(14)), "other")).toEqual(["1:4 this must be one of the known names"]);
  });

  test("has the suggestion of those who know better", () => {
    const yaml = parseYaml("x: hourly\ny: 1\n", "a.yaml");
    const schema = z.strictObject({ x: z.enum(["daily"]) });
    const asked: unknown[] = [];
    const validated = validateYaml(schema, yaml, yaml.value, {
      ofKey: (key, path, known) => {
        asked.push([key, path, known]);
        return "leave it out";
      },
      ofValue: (value, path) => {
        asked.push([value, path]);
        return "write daily";
      },
    });
    expect(!validated.ok && validated.problems.map(({ suggestion }) => suggestion)).toEqual([
      "write daily",
      "leave it out",
    ]);
    expect(asked).toEqual([
      ["hourly", ["x"]],
      ["y", [], ["x"]],
    ]);
  });
});

describe("keys", () => {
  const schema = z.strictObject({
    one: z.string(),
    deep: z.strictObject({ cooldown: z.string() }).optional(),
  });
  test("that are unknown are told where they stand, with the nearest; that are missing, where their map begins", () => {
    expect(told(schema, "one: a\ndeep:\n  cooldwn: b\n")).toEqual([
      "3:3 `cooldown` is missing",
      "3:3 unknown key `cooldwn` (did you mean `cooldown`?)",
    ]);
    expect(told(schema, "one: a\nzzzzzz: b\n")).toEqual(["2:1 unknown key `zzzzzz`"]);
    expect(told(schema, "# nothing\n")).toEqual(["1:1 `one` is missing"]);
  });

  test("that are refused are told in the words of their schema", () => {
    const names = z.record(z.string().regex(/^[a-z]+$/, "a name has small letters"), z.number());
    expect(told(names, "a: 1\nB: 2\n")).toEqual(["2:1 a name has small letters"]);
  });

  test("of alternatives, lists, records and what is optional or transformed are all known", () => {
    const alternatives = z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]);
    const nested = z.object({
      list: z.array(alternatives).default([]),
      map: z.record(z.string(), z.object({ c: z.string() })),
      changed: z.object({ d: z.string() }).transform(String),
    });
    expect(knownKeys(nested, [])).toEqual(["list", "map", "changed"]);
    expect(knownKeys(nested, ["list", 3])).toEqual(["a", "b"]);
    expect(knownKeys(nested, ["map", "any"])).toEqual(["c"]);
    expect(knownKeys(nested, ["changed"])).toEqual(["d"]);
    expect(knownKeys(nested, ["changed", "d", "further"])).toEqual([]);
  });
});

describe("of several forms", () => {
  const byCodes = z.strictObject({ codes: z.array(z.string()) });
  const byLayer = z.strictObject({ layer: z.string(), frequency: z.string() });
  test("the one that a value has on the whole says what is wrong with it", () => {
    const text = z.union([z.string(), z.strictObject({ codes: z.array(z.string()) })]);
    expect(of(text, "{ codes: [1] }")).toEqual(['1:14 this must be text (put it in quotes: "1")']);
    expect(of(text, "{ codes: [a], more: 1 }")).toEqual(["1:18 unknown key `more`"]);
  });

  test("none that is meant leaves one message", () => {
    expect(of(z.union([z.string(), z.number()]), "[1]")).toEqual(["1:4 Invalid input"]);
    expect(of(z.union([byCodes, byLayer]), "{ codes: [1] }")).toEqual([
      '1:14 this must be text (put it in quotes: "1")',
    ]);
  });
});

test("a checked text tells its own mistake and suggestion, and nothing of a good one", () => {
  const even = checkedText((text) =>
    text.length % 2 === 0 ? undefined : { message: "odd", suggestion: text === "a" ? "write aa" : undefined },
  );
  expect(of(even, "aa")).toEqual([]);
  expect(of(even, "a")).toEqual(["1:4 odd (write aa)"]);
  expect(of(even, "aaa")).toEqual(["1:4 odd"]);
});
