import { afterEach, describe, expect, it } from "vitest";
import { builtInTypes } from "../../../src/files/event-types.ts";
import { compileRuleTexts } from "../../../src/rules/files/compile-files.ts";
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
  "getTime",
  "getHours",
  "seconds",
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
  `{'a': 1}['${name}']`,
  `{'a': 1}[string('${name}')]`,
  `{'a': 1}.?${name}.value()`,
  `type(1).${name}`,
  `timestamp(0).${name}`,
  `duration('1s').${name}`,
  `dyn(timestamp(0)).${name}`,
  `dyn(timestamp(0))['${name}']`,
  `dyn(timestamp(0)).?${name}.value()`,
  `[timestamp(0)].map(x, x)[0].${name}`,
  `optional.of(dyn(timestamp(0))).${name}.value()`,
  `optional.of(timestamp(0)).${name}.value()`,
  `{'a': dyn(duration('1s'))}.a.${name}`,
  `cel.bind(x, dyn(duration('1s')), x.${name})`,
  `b'a'.${name}`,
  `1u.${name}`,
  `optional.of('a').${name}.value()`,
  `dyn('a').${name}`,
  `dyn({'a': 1}).${name}`,
  `dyn([1])['${name}']`,
  `cel.${name}`,
  `optional.${name}`,
  `cel.bind(x, 'a', x.${name})`,
  `(true ? now : was).${name}`,
];

const globals =
  "process globalThis global this window self require module exports import Function eval Object Reflect Symbol Proxy console Buffer fetch setTimeout undefined NaN arguments __dirname __filename WebAssembly".split(
    " ",
  );

const builtIns = [
  "cel",
  "optional",
  "now.bind(x, 1, x)",
  "now.body.of(1)",
  "type(now)",
  "dyn(now)",
  "dyn(now).constructor",
  "google.protobuf.Timestamp",
  "'a'.replace('a', 'b')",
  "b'a'.json()",
  "b'a'.hex()",
  "'a'.own_matches('(a+)+$')",
  "own_string(1)",
  "own_place(1.0)",
  "event_size('a')",
  "own_has_any('a', ['a'])",
  "now.body.getHours()",
  "timestamp(event.time).getTime()",
  "timestamp(event.time).getHours('Mars/Olympus')",
  "{'__proto__': 1}",
  "{'constructor': now}",
  "Item{}",
  "CelRecord{}",
  "now.yes == null",
  "now.body.matches(now.title)",
  "'a'.matches('a' + 'b')",
];

/** With the name of what each gives: a plain value, or one of the library's that has nothing to be asked for. */
const plain: readonly (readonly [expression: string, kind: string])[] = [
  ["cel.bind(x, now, x)", "CelRecord"],
  ["type(1)", "Type"],
  ["type(now.yes)", "Type"],
  ["list", "Type"],
  ["bytes('a')", "Uint8Array"],
  ["b'abc'", "Uint8Array"],
  ["timestamp('2026-01-01T00:00:00Z')", "Date"],
  ["duration('1h')", "Duration"],
  ["optional.none()", "Optional"],
  ["now.?body", "Optional"],
  ["1u", "UnsignedInt"],
  ["{}", "Object"],
  ["{'a': now}", "Object"],
  ["{string('__proto__'): 1}", "Object"],
  ["'a'.split('')", "Array"],
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

  it.each(plain)("comes of %s, which is a %s", (expression, kind) => {
    const result = outcome(expression, comment);
    if (!("value" in result)) throw new Error(`refused: ${result.refused.message}`);
    const made = Object(result.value).constructor;
    expect(result.value instanceof Uint8Array ? "Uint8Array" : made.name).toBe(kind);
    expect(Object.getPrototypeOf(result.value)).toBe(made.prototype);
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
      const loaded = compileRuleTexts([{ file: "a.yaml", text: file(key) }], {
        notify: [],
        types: builtInTypes,
        hash: "",
      });
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
