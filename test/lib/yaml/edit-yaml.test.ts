/** Edits of a YAML text: what is edited holds afterwards, and nothing else moves. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { withFirst, withoutKey, withValue, writtenAt } from "../../../src/lib/yaml/edit-yaml.ts";

const shipped = readFileSync(join(import.meta.dirname, "../../../config/monitor.yaml"), "utf8");

/** Lines that only one of two texts has. */
function changed(before: string, after: string) {
  const [old, now] = [before.split("\n"), after.split("\n")];
  return { gone: old.filter((line) => !now.includes(line)), come: now.filter((line) => !old.includes(line)) };
}

describe("a value at a path", () => {
  test("is replaced where it stands, the comment behind it kept", () => {
    const after = withValue(shipped, ["upstreams", "market", "tier"], "light");
    expect(changed(shipped, after)).toEqual({ gone: ["    tier: standard"], come: ["    tier: light"] });
    const list = withValue(shipped, ["watchlists", "mine"], ["9984", "130A"]);
    expect(changed(shipped, list).come).toEqual(['  mine: ["9984", "130A"] # in quotes']);
  });

  test("is added at the end of its map, before what is said of the next", () => {
    const after = withValue(shipped, ["email", "language"], "ja");
    expect(changed(shipped, after)).toEqual({ gone: [], come: ["  language: ja"] });
    expect(parse(after).email.language).toBe("ja");
    expect(after).toContain('trader@example.com}"]\n  language: ja\n\n# Messages to chats');
  });

  test("is added with the maps that are not there", () => {
    const hours = { between: ["07:30", "22:00"], on: "trading-days" };
    const after = withValue(shipped, ["alerts", "receivers", "email:desk", "hours"], hours);
    expect(changed(shipped, after).gone).toEqual([]);
    expect(parse(after).alerts).toEqual({ receivers: { "email:desk": { hours } } });
  });

  test.each([
    ["", ["a", "b"], 1, { a: { b: 1 } }],
    ["a: { b: 1 }", ["a", "c"], "no", { a: { b: 1, c: "no" } }],
    ["a: {}\n", ["a", "c"], true, { a: { c: true } }],
    ["a:\nb: 2\n", ["a", "c"], [1], { a: { c: [1] }, b: 2 }],
    ["a:\n  b: # nothing yet\n  c: 1\n", ["a", "b"], "x", { a: { b: "x", c: 1 } }],
    ["# comments alone\n", ["a", "b"], 1, { a: { b: 1 } }],
    ["a:\n  - 1 # one\n  - 2\nb: 3 # three", ["a"], ["x"], { a: ["x"], b: 3 }],
    ["a: |\n  text\n  of lines\n", ["b"], "7203", { a: "text\nof lines\n", b: "7203" }],
    ["a:\n  b:\n    c: 1", ["a", "b", "d"], { e: "f g" }, { a: { b: { c: 1, d: { e: "f g" } } } }],
  ] as const)("holds afterwards, in %j at %j", (text, path, value, expected) => {
    expect(parse(withValue(text, path, value as never))).toEqual(expected);
  });

  test("is not put into what is no map, nor into what is no YAML", () => {
    expect(() => withValue("a: text\n", ["a", "b"], 1)).toThrow("a is no map");
    expect(() => withValue("a: [", ["a"], 1)).toThrow();
  });
});

describe("a key that is taken away", () => {
  test("goes with its lines, and nothing else does", () => {
    const after = withoutKey(shipped, ["sources", "margin-alerts"]);
    expect(changed(shipped, after)).toEqual({
      gone: [
        "  margin-alerts:",
        '    schedule: "0 */10 16-20 * * *"',
        '    due: "16:30" # may be off by some tens of minutes; late from 17:00 on',
      ],
      come: [],
    });
    expect(Object.keys(parse(after).sources)).not.toContain("margin-alerts");
    expect(withoutKey(shipped, ["sources", "none"])).toBe(shipped);
  });

  test.each([
    ["a: { b: 1, c: 2 }\n", ["a", "b"], { a: { c: 2 } }],
    ["a:\n  b: 1\nc: 2\n", ["a", "b"], { a: {}, c: 2 }],
    ["a: 1\nb: 2\n", ["a"], { b: 2 }],
  ] as const)("leaves the others, in %j without %j", (text, path, expected) => {
    expect(parse(withoutKey(text, path))).toEqual(expected);
  });
});

test.each([
  ["a:\n  # why\n  - 1 # one\n  - 2\n", "a:\n  # why\n  - 0\n  - 1 # one\n  - 2\n"],
  ["a:\n- 1\n", "a:\n- 0\n- 1\n"],
  ["a: [1, 2] # all\n", "a: [0, 1, 2] # all\n"],
  ["b: 1\n", "b: 1\na: [0]\n"],
])("an entry goes before the others of its list, in %j", (text, expected) => {
  expect(withFirst(text, ["a"], 0)).toBe(expected);
});

test("a value is read as it is written, with its reference", () => {
  expect(writtenAt(shipped, ["upstreams", "market", "url"])).toBe(`\${YAGURA_MARKET_URL:-simulated}`);
  expect(writtenAt(shipped, ["upstreams"])).toBeUndefined();
  expect(writtenAt(shipped, ["email", "language"])).toBeUndefined();
});
