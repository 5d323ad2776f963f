/** Edits of a YAML text: what is edited holds afterwards, and nothing else moves. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import {
  withEntriesEdited,
  withFirst,
  withLast,
  without,
  withValue,
  writtenAt,
} from "../../../src/lib/yaml/edit-yaml.ts";
import { fc } from "../../support/fast-check.ts";

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
    const after = without(shipped, ["sources", "margin-alerts"]);
    expect(changed(shipped, after)).toEqual({
      gone: [
        "  margin-alerts:",
        '    schedule: "0 */10 16-20 * * *"',
        '    due: "16:30" # may vary by some tens of minutes; late from 17:00 on',
      ],
      come: [],
    });
    expect(Object.keys(parse(after).sources)).not.toContain("margin-alerts");
    expect(without(shipped, ["sources", "none"])).toBe(shipped);
  });

  test.each([
    ["a: { b: 1, c: 2 }\n", ["a", "b"], { a: { c: 2 } }],
    ["a:\n  b: 1\nc: 2\n", ["a", "b"], { a: {}, c: 2 }],
    ["a: 1\nb: 2\n", ["a"], { b: 2 }],
  ] as const)("leaves the others, in %j without %j", (text, path, expected) => {
    expect(parse(without(text, path))).toEqual(expected);
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

describe("a key behind another one", () => {
  const off = (text: string, index: number) => withValue(text, ["rules", index, "enabled"], false, "name");
  const on = (text: string, index: number) => withValue(text, ["rules", index, "enabled"], true, "name");

  test("is a line more, and no other byte changes", () => {
    const text =
      "# mine\nrules:\n  - name: a # first\n    on: x\n\n  # second\n  -   name: 'b'\n      on: y\n";
    expect(off(text, 0)).toBe(text.replace("name: a # first\n", "name: a # first\n    enabled: false\n"));
    expect(off(text, 1)).toBe(text.replace("name: 'b'\n", "name: 'b'\n      enabled: false\n"));
  });

  test("that is written gets another value, and keeps the comment beside it", () => {
    const text = "rules:\n  - on: x\n    enabled: false # too loud in August\n    name: a\n";
    expect(on(text, 0)).toBe(text.replace("enabled: false", "enabled: true"));
  });

  test.each([
    ["rules: [{ name: a, on: x }]", "rules: [{ name: a, enabled: false, on: x }]"],
    [
      "rules:\r\n  - name: a\r\n    on: x\r\n",
      "rules:\r\n  - name: a\r\n    enabled: false\r\n    on: x\r\n",
    ],
    ["rules:\n  - on: x\n    name: a", "rules:\n  - on: x\n    name: a\n    enabled: false\n"],
    [
      "rules:\n  - name: |\n      a\n    on: x\n",
      "rules:\n  - name: |\n      a\n    enabled: false\n    on: x\n",
    ],
  ])("stands where it belongs, in %j", (text, expected) => {
    expect(off(text, 0)).toBe(expected);
  });

  test("whatever the rules are, says off and on again what was said before", () => {
    const rule = fc.record({
      name: fc.stringMatching(/^[a-z]{1,8}$/),
      on: fc.string(),
      title: fc.string({ unit: "binary" }),
    });
    fc.assert(
      fc.property(fc.array(rule, { minLength: 1, maxLength: 4 }), fc.nat(3), (rules, place) => {
        const index = place % rules.length;
        const lines = rules.map(
          ({ name, on: type, title }) =>
            `  - name: ${JSON.stringify(name)}\n    on: ${JSON.stringify(type)}\n    title: ${JSON.stringify(title)}\n`,
        );
        const text = `rules:\n${lines.join("")}`;
        const turned = off(text, index);
        expect(parse(turned).rules[index].enabled).toBe(false);
        expect(on(turned, index).replace("    enabled: true\n", "")).toBe(text);
      }),
    );
  });
});

describe("an edit that would say something else", () => {
  test.each([
    ["a: &one { x: 1 }\nb: *one\n", ["a", "x"], 2],
    ["a: 1\na: 2\n", ["a"], 3],
  ] as const)("is not made, in %j at %j", (text, path, value) => {
    expect(() => withValue(text, path, value)).toThrow();
  });

  test("leaves what is remarked between a key and its list", () => {
    expect(withValue("a: # held\n  - 1\nb: 2\n", ["a"], [3])).toBe("a: [3] # held\nb: 2\n");
    expect(without("a: # held\n  # first\n  - 1\nb: 2\n", ["a", 0])).toBe("a: [] # held\n  # first\nb: 2\n");
  });
});

describe("an entry of a list", () => {
  test.each([
    ["a:\n  - 1 # one\n  - 2\n", "a:\n  - 1 # one\n  - 2\n  - 0\n"],
    ["a:\r\n- 1\r\n", "a:\r\n- 1\r\n- 0\r\n"],
    ["a:\n  - 1", "a:\n  - 1\n  - 0\n"],
    ["a: [1, 2] # all\n", "a: [1, 2, 0] # all\n"],
    ["a: [] # none\n", "a: [0] # none\n"],
    ["b: 1\n", "b: 1\na: [0]\n"],
  ])("comes behind the others, in %j", (text, expected) => {
    expect(withLast(text, ["a"], 0)).toBe(expected);
  });

  test.each([
    ["a:\r\n- 1\r\n", "a:\r\n- 1\r\n- 8\r\n- 9\r\n"],
    ["  a: [1, 2] # all\n  b: 3\n", "  a: [1, 2,\n    8,\n    9] # all\n  b: 3\n"],
    ["a: [] # none\n", "a: [8, 9] # none\n"],
  ])("comes behind the others with a second one, each on a line of its own, in %j", (text, expected) => {
    expect(withLast(text, ["a"], 8, 9)).toBe(expected);
  });

  test("is edited as a text of its own, one beside the other, whatever its form", () => {
    const text =
      "a: # ours\r\n  - x: 1 # one\r\n    y: 2 # two\r\n  # three\r\n  - { x: 3 } # four\r\n  - 5\r\nb: 6";
    const edits = new Map([
      [0, (entry: string) => withValue(entry, ["z"], 7)],
      [1, (entry: string) => withValue(entry, ["z"], 8)],
      [2, (entry: string) => withValue(entry, [], { z: 9 })],
    ]);
    expect(withEntriesEdited(text, ["a"], edits)).toBe(
      "a: # ours\r\n  - x: 1 # one\r\n    y: 2 # two\r\n    z: 7\r\n  # three\r\n  - { x: 3, z: 8 } # four\r\n  - { z: 9 }\r\nb: 6",
    );
    expect(() => withEntriesEdited(text, ["a"], new Map([[3, () => "1"]]))).toThrow("no such entry");
  });

  test.each([
    ["a:\n  - 1 # one\n  # of two\n  - 2\n", 0, "a:\n  # of two\n  - 2\n"],
    ["a:\n  - x: 1\n    y: 2\n  - 2\n", 0, "a:\n  - 2\n"],
    ["a: [1, 2, 3] # all\n", 0, "a: [2, 3] # all\n"],
    ["a: [1, 2, 3] # all\n", 2, "a: [1, 2] # all\n"],
    ["a: [1]\n", 0, "a: []\n"],
    ["a: [1]\n", 4, "a: [1]\n"],
  ])("goes alone, in %j at %j", (text, index, expected) => {
    expect(without(text, ["a", index])).toBe(expected);
  });

  test("keeps its dash where its first key goes", () => {
    expect(without("a:\n  - x: 1\n    y: 2\n", ["a", 0, "x"])).toBe("a:\n  - y: 2\n");
  });
});
