/** A rule's text leaves its file and comes back, whatever stands around it. */
import { expect, test } from "vitest";
import { rulePlaces, ruleText, withRule, withRuleAdded } from "../../../src/files/edited-rules.ts";
import { parseYaml } from "../../../src/lib/yaml/parse-yaml.ts";
import { fc } from "../../support/fast-check.ts";
import { runsOf } from "../../support/runs.ts";

const word = fc.constantFrom("a", "ratio", "空売り", "it is # no comment", "x: y", "- z", "'", '"');
const comment = fc.constantFrom("", "  # why", " #");
const between = fc.constantFrom("", "\n", "  # about the next\n", "# at the left\n", "    # of the rule\n\n");

const body = fc.array(
  fc.oneof(
    fc.tuple(word, comment).map(([text, after]) => `title: ${JSON.stringify(text)}${after}`),
    word.map((text) => `body: |\n  ${text}\n\n    deeper ${text}`),
    fc.constant("on:\n  - short.report.opened # one\n  # between\n  - short.report.closed"),
    fc.constant("labels: { team: desk }"),
    fc.constant('description: "folded\n  over lines"'),
    fc.constant("# a comment alone\ncooldown: 1h"),
  ),
  { maxLength: 4 },
);

const file = fc
  .record({
    head: fc.constantFrom("", "# head\n", 'lists: { core: ["7203"] }\n', "\ufeff# mark\n"),
    dash: fc.constantFrom("- ", "  - ", "    -   "),
    bodies: fc.array(fc.tuple(body, between), { minLength: 1, maxLength: 4 }),
    tail: fc.constantFrom("", "# tail\n", "standing: {}\n"),
    isWindows: fc.boolean(),
  })
  .map(({ head, dash, bodies, tail, isWindows }) => {
    const lead = " ".repeat(dash.length);
    const rules = bodies.map(([lines, after], at) => {
      // A key stands once.
      const keys = [...new Map(lines.map((line) => [/\w+(?=:)/.exec(line)?.[0], line])).values()];
      const text = [`name: rule-${at}`, ...keys].join("\n").split("\n");
      return `${dash}${text.map((line, index) => (index === 0 || line === "" ? line : lead + line)).join("\n")}\n${after}`;
    });
    const text = `${head}rules:\n${rules.join("")}${tail}`;
    return isWindows ? text.replaceAll("\n", "\r\n") : text;
  })
  .filter((text) => parseYaml(text, "").problems.length === 0);

const rulesIn = (text: string) => (parseYaml(text, "").value as { rules: unknown[] }).rules;

test("a rule's text says what the rule in its file says", () => {
  fc.assert(
    fc.property(file, (text) => {
      const own = rulePlaces(text).map((place) => parseYaml(ruleText(text, place), ""));
      expect(own.map(({ value }) => value)).toEqual(rulesIn(text));
      expect(own.flatMap(({ problems }) => problems)).toEqual([]);
    }),
    { numRuns: runsOf({ quick: 100, long: 5_000 }) },
  );
});

test("another text takes its place, and every byte around it stays", () => {
  fc.assert(
    fc.property(file, fc.nat(3), body, (text, at, lines) => {
      const place = rulePlaces(text)[at];
      if (place === undefined) return;
      expect(withRule(text, place, ruleText(text, place))).toBe(text);
      const keys = [...new Map(lines.map((line) => [/\w+(?=:)/.exec(line)?.[0], line])).values()];
      const written = ["name: other", ...keys].join("\n");
      const after = withRule(text, place, written);
      const mark = text.startsWith("\ufeff") ? 1 : 0;
      expect(after.startsWith(text.slice(0, place.start + mark))).toBe(true);
      expect(after.endsWith(text.slice(place.end + mark))).toBe(true);
      const expected = rulesIn(text).with(at, parseYaml(written, "").value);
      expect(rulesIn(after)).toEqual(expected);
      expect(/(^|[^\r])\n/.test(after)).toBe(/(^|[^\r])\n/.test(text));
    }),
    { numRuns: runsOf({ quick: 100, long: 5_000 }) },
  );
});

test("a further rule comes behind the last one, and all that was there stays", () => {
  fc.assert(
    fc.property(file, (text) => {
      const after = withRuleAdded(text, 'name: further\ntitle: "x"\nbody: |\n  a\n\n  b') ?? "";
      expect(rulesIn(after)).toEqual([...rulesIn(text), { name: "further", title: "x", body: "a\n\nb\n" }]);
      const lines = new Set(after.split(/\r?\n/));
      for (const line of text.split(/\r?\n/)) expect(lines.has(line)).toBe(true);
    }),
    { numRuns: runsOf({ quick: 100, long: 5_000 }) },
  );
});

test("a file without rules gets them, and one in brackets is left alone", () => {
  expect(withRuleAdded("", "name: a\non: b")).toBe("rules:\n  - name: a\n    on: b\n");
  expect(withRuleAdded("# mine\nlists: {}", "name: a")).toBe("# mine\nlists: {}\nrules:\n  - name: a\n");
  for (const text of ["rules: [{ name: a }]\n", "rules: []\n", "[1]\n", "rules: [\n"])
    expect(withRuleAdded(text, "name: b")).toBeUndefined();
});
