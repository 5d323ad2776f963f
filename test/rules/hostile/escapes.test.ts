import { afterEach, describe, expect, it } from "vitest";
import { compileRuleTexts } from "../../../src/rules/load-rules.ts";
import { entry, rulesOf, ruleWith } from "../support.ts";
import { comment, outcome, revised } from "./subject.ts";

const own = [
  "constructor",
  "__proto__",
  "prototype",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "__defineGetter__",
];

const ways = (name: string): string[] => [
  name,
  `now.${name}`,
  `now['${name}']`,
  `now["${name}"].name == 'x'`,
  `has(now.${name})`,
  `event.${name}`,
  `lists.${name}`,
  `lists['${name}']`,
  `changed.${name}`,
  `changed['${name}']`,
  `now.body.${name}`,
  `now.body.${name}()`,
  `${name}()`,
  `'a'.${name}`,
  `'a'['${name}']`,
  `'a'.${name}('b')`,
  `[1].${name}`,
  `[1]['${name}']`,
  `[1].map(${name}, ${name}.${name})`,
  `[1].map(a, a.${name})`,
  `[now].map(a, a.${name})`,
  `[[1]].exists(a, a['${name}'] == 1)`,
  `true.${name}`,
  `1.5.${name}`,
  `{'a': 1}.${name}`,
  `{'${name}': 1}`,
  `(true ? now : was).${name}`,
];

const globals =
  "process globalThis global this window self require module exports import Function eval Object Reflect Symbol Proxy console Buffer fetch setTimeout undefined NaN arguments __dirname __filename WebAssembly".split(
    " ",
  );

const builtIns = [
  "cel",
  "cel.bind(x, now, x)",
  "type(now)",
  "type(1)",
  "dyn(now)",
  "dyn(now).constructor",
  "int",
  "string",
  "type",
  "list",
  "bytes('a')",
  "timestamp('2026-01-01T00:00:00Z')",
  "duration('1h')",
  "google.protobuf.Timestamp",
  "int('1')",
  "uint(1)",
  "bool('true')",
  "'a'.split('')",
  "['a'].join(',')",
  "'a'.replace('a', 'b')",
  "'a'.substring(0)",
  "'a'.own_matches('(a+)+$')",
  "own_string(1)",
  "own_has_any('a', ['a'])",
  "optional.none()",
  "now.?body",
  "now[?'body']",
  "b'abc'",
  "null",
  "1u",
  "{}",
  "{'a': now}",
  "Item{}",
  "CelRecord{}",
  "now.body.matches(now.title)",
  "'a'.matches('a' + 'b')",
];

describe("nothing but the declared values", () => {
  afterEach(() => {
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it.each(own)("is reached by %s", (name) => {
    for (const expression of ways(name)) {
      const result = outcome(expression, comment);
      expect(result, expression).not.toMatchObject({ value: expect.anything() });
    }
  });

  it.each(globals)("is reached by %s", (name) => {
    for (const expression of [name, `${name}.env`, `${name}['env']`, `${name}('a')`, `[1].map(a, ${name})`]) {
      expect(outcome(expression, comment), expression).toHaveProperty("refused");
    }
  });

  it.each(builtIns)("is reached by what the library offers beyond the vocabulary: %s", (expression) => {
    expect(outcome(expression, comment)).toHaveProperty("refused");
  });

  it("comes out of loops: their variable ends with them and hides nothing", () => {
    for (const expression of [
      "[1].exists(x, x == 1) && x == 1",
      "[1].map(now, now).exists(n, now == 1)",
      "[1].exists(constructor, constructor.name == 'a')",
      "[1].exists(__proto__, __proto__ == now)",
    ]) {
      expect(outcome(expression, comment), expression).not.toEqual({ value: true });
    }
  });

  it("is in the keys of an event", () => {
    const now = JSON.parse(
      '{"code":"7203","part":1,"body":"x","yes":0,"no":0,"__proto__":{"title":"from afar"}}',
    );
    const rules = ruleWith("forum.comment.posted", ["when: has(now.title) || now.title == 'from afar'"]);
    expect(rules.match(entry({ type: "forum.comment.posted", now }))).toEqual([]);
    const labels = JSON.parse('{"__proto__":{"book":"japan"},"constructor":"x"}');
    const alert = JSON.parse(JSON.stringify({ code: "1" }));
    expect(rules.match(entry({ type: "forum.comment.posted", now: { ...alert, labels } }))).toEqual([]);
  });

  const poisonous = ["__proto__", "constructor", "prototype"];
  const places: Readonly<Record<string, (key: string) => string>> = {
    "at the top": (key) => `${key}: { polluted: yes }\nrules: []\n`,
    "in lists": (key) => `lists:\n  ${key}: [polluted]\n`,
    "in a rule": (key) => `rules:\n  - { name: a, on: source.failed, title: x, ${key}: { polluted: yes } }\n`,
    "in labels": (key) =>
      `rules:\n  - { name: a, on: source.failed, title: x, labels: { ${key}: polluted } }\n`,
    "in an example": (key) =>
      `rules:\n  - name: a\n    on: source.failed\n    title: x\n    examples:\n      - fires: { type: source.failed, now: { ${key}: { polluted: yes } } }\n`,
    "in quotes": (key) => `lists: { "${key}": [polluted] }\n`,
    "with escapes": (key) => `lists: { "\\x${key.charCodeAt(0).toString(16)}${key.slice(1)}": [polluted] }\n`,
  };

  it.each(Object.entries(places))("is changed by a poisonous key %s", (_, file) => {
    for (const key of poisonous) {
      const loaded = compileRuleTexts([{ file: "a.yaml", text: file(key) }], { recipients: [], hash: "" });
      if (loaded.ok) throw new Error(`${key} was accepted`);
      expect(loaded.problems.map(({ message }) => message)).toContain(`\`${key}\` cannot be a key`);
    }
  });

  it("is changed by lists and labels named as what objects have anyway", () => {
    const rules = rulesOf(
      `lists: { toString: [a], valueOf: [b], hasOwnProperty: [c] }\nrules:\n  - { name: toString, on: source.failed, title: "{{ lists.toString }}", when: "'b' in lists.valueOf", labels: { valueOf: x } }\n`,
    );
    const [firing] = rules.match(entry({ type: "source.failed", now: { source: "a" } }));
    expect(firing).toMatchObject({ rule: "toString", title: "a", labels: { valueOf: "x" } });
  });

  it("is seen of a record of a list but its fields", () => {
    for (const name of own) {
      const result = outcome(`now.revisions.exists(r, r.${name} == r.period)`, revised);
      expect(result, name).toHaveProperty("refused");
    }
  });
});
