import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { withFlag } from "../../../src/lib/yaml/with-flag.ts";

const off = { key: "enabled", value: false, behind: "name" } as const;
const on = { ...off, value: true } as const;

test("a key that is not there is added behind another one, and no other byte changes", () => {
  const text = "# mine\nrules:\n  - name: a # first\n    on: x\n\n  # second\n  -   name: 'b'\n      on: y\n";
  expect(withFlag(text, ["rules", 0], off)).toBe(
    text.replace("name: a # first\n", "name: a # first\n    enabled: false\n"),
  );
  expect(withFlag(text, ["rules", 1], off)).toBe(
    text.replace("name: 'b'\n", "name: 'b'\n      enabled: false\n"),
  );
});

test("a key that is written gets another value, and keeps the comment beside it", () => {
  const text = "rules:\n  - on: x\n    enabled: false # too loud in August\n    name: a\n";
  expect(withFlag(text, ["rules", 0], on)).toBe(text.replace("enabled: false", "enabled: true"));
});

test("maps on one line, lines that end in another way, and a last line without an end are edited, too", () => {
  expect(withFlag("rules: [{ name: a, on: x }]", ["rules", 0], off)).toBe(
    "rules: [{ name: a, enabled: false, on: x }]",
  );
  expect(withFlag("rules:\r\n  - name: a\r\n    on: x\r\n", ["rules", 0], off)).toBe(
    "rules:\r\n  - name: a\r\n    enabled: false\r\n    on: x\r\n",
  );
  expect(withFlag("rules:\n  - on: x\n    name: a", ["rules", 0], off)).toBe(
    "rules:\n  - on: x\n    name: a\n    enabled: false",
  );
});

test("a text with a mistake, or without that map, is left alone", () => {
  expect(withFlag("rules:\n  - name: [a\n", ["rules", 0], off)).toBeUndefined();
  expect(withFlag("rules: []", ["rules", 0], off)).toBeUndefined();
});

test("whatever the rules are, off and on again says what was said before", () => {
  const rule = fc.record({
    name: fc.stringMatching(/^[a-z]{1,8}$/),
    on: fc.string(),
    title: fc.string({ unit: "binary" }),
  });
  fc.assert(
    fc.property(fc.array(rule, { minLength: 1, maxLength: 4 }), fc.nat(3), (rules, index) => {
      const place = ["rules", index % rules.length];
      const text = `rules:\n${rules.map((one) => `  - name: ${one.name}\n    on: ${JSON.stringify(one.on)}\n    title: ${JSON.stringify(one.title)}\n`).join("")}`;
      const turned = withFlag(text, place, off) ?? "";
      const back = withFlag(turned, place, on) ?? "";
      expect(back.replace("    enabled: true\n", "")).toBe(text);
      expect(parse(turned).rules[place[1] as number].enabled).toBe(false);
    }),
  );
});
