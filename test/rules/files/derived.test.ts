import { describe, expect, it } from "vitest";
import type { RuleOverrides } from "../../../src/model/rule.ts";
import { runExamples } from "../../../src/rules/check/examples.ts";
import { planRule } from "../../../src/rules/index/candidates.ts";
import { alertsOf, load, mistakes, rule } from "../reference/loaded.ts";

const base = rule(
  "params: { level: 1, seller: '', codes: ['7203'] }",
  "when: now.ratio >= params.level && now.code in params.codes",
  'title: "over {{ params.level }}"',
  "notify: [email:desk]",
  "examples:",
  "  - fires: { type: short.report.opened, now: { code: '7203', ratio: 1 } }",
);
const made = (...lines: string[]) =>
  `${base}  - name: b\n    template: a\n${lines.map((line) => `    ${line}\n`).join("")}`;
const said = (text: string, now: object, overrides?: RuleOverrides) =>
  alertsOf(load({ "a.yaml": text }, { overrides }), now as never).map(
    ({ rule: name, title }) => `${name}: ${title}`,
  );

/** Overrides as the settings give them, each value at its own line. */
function overriding(rules: RuleOverrides["rules"]): RuleOverrides {
  const places: Record<string, RuleOverrides["places"][string]> = {};
  let line = 0;
  const note = (value: unknown, path: unknown[]): void => {
    line += 1;
    places[JSON.stringify(path)] = {
      key: { line, column: 1 },
      value: { line, column: 5 },
      text: { line, column: 6 },
    };
    if (typeof value === "object" && value !== null)
      for (const [key, part] of Object.entries(value))
        note(part, [...path, Array.isArray(value) ? Number(key) : key]);
  };
  for (const [name, changes] of Object.entries(rules)) note(changes, [name]);
  return { file: "../monitor.yaml", rules, places };
}

describe("parameters", () => {
  it("have their values in conditions and texts", () => {
    expect(said(base, { ratio: 1 })).toEqual(["a: over 1"]);
    expect(said(base, { ratio: 0.9 })).toEqual([]);
    expect(said(base, { ratio: 1, code: "6758" })).toEqual([]);
  });

  it("are as if they were written out: the index finds the rule by them", () => {
    const loaded = load({ "a.yaml": base });
    if (!loaded.ok) throw new Error("it loads");
    const [plan] = loaded.rules.rules.flatMap((one) => planRule(one, 0, "short.report.opened"));
    expect(plan?.equalities.map(({ path, values }) => [path.name, [...values]])).toEqual([
      ["now.code", ["7203"]],
    ]);
    expect(plan?.candidate.guard?.limit).toBe(1);
  });

  it.each([
    ["when: now.ratio > params.levle", "params: { level: 1 }"],
    ["when: now.ratio > params.level", "params: { level: high }"],
    ["when: now.ratio > params.level", ""],
    ["when: now.ratio < params.level && now.ratio > 2", "params: { level: 1 }"],
    ["when: params.level > 1 || params.level * 2 > now.ratio", "params: { 1level: 1 }"],
    ["when: now.ratio > 1", "params: { level: { a: 1 } }"],
  ])("a mistake is told at its place: %s with %s", (when, params) => {
    expect(
      mistakes({ "a.yaml": rule(when, "title: x", ...(params === "" ? [] : [params])) }),
    ).toMatchSnapshot();
  });

  it("count in what a rule means only where what it remembers depends on them", () => {
    const meaning = (when: string, level: number) => {
      const loaded = load({
        "a.yaml": rule(
          `params: { level: ${level} }`,
          `when: ${when}`,
          'title: "{{ params.level }}"',
          "count: { within: 1h, at_least: 2 }",
        ),
      });
      return loaded.ok ? loaded.rules.meanings.get("a") : "";
    };
    expect(meaning("now.ratio > params.level", 1)).not.toBe(meaning("now.ratio > params.level", 2));
    expect(meaning("now.ratio > 1", 1)).toBe(meaning("now.ratio > 1", 2));
  });

  it("mean what the same rule with its values written out means, so that its memory stays with it", () => {
    const ruleOf = (params: string, ...lines: string[]) => {
      const loaded = load({
        "a.yaml": rule(`params: { ${params} }`, 'title: "{{ now.name }}"', ...lines),
      });
      if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
      return loaded.rules.rules[0]?.over;
    };
    const asked = (least: string, most: string, seller: string, codes: string) => [
      `when: now.seller == ${seller} && now.code in ${codes}`,
      `any: [{ count: { within: 1h, at_least: ${least} } }, { sum: { of: now.ratio * ${least}, within: 1h, above: ${most} } }]`,
      `crosses: { of: now.ratio, above: ${most}, reset: ${least} }`,
    ];
    const named = ruleOf(
      "least: 2, most: 3.5, seller: 'A \"b\"', codes: ['7203']",
      ...asked("params.least", "params.most", "params.seller", "params.codes"),
    );
    const written = ruleOf("x: 1", ...asked("2", "3.5", JSON.stringify('A "b"'), '["7203"]'));
    expect(named?.meaning).toBe(written?.meaning);
    expect(named?.conditions.map(({ text }) => text)).toEqual([
      expect.stringContaining("crosses: { of: now.ratio, above: 3.5, reset: 2 }"),
      expect.stringContaining("at_least: 2 }"),
    ]);
  });

  it("are shown by names and descriptions, in each language, and a name that is not there is told at its place", () => {
    const named = (level: string) =>
      rule(
        "params: { level: 1 }",
        'title: "x"',
        `displayName: "Over {{ params.${level} }} %"`,
        'description: "From {{ params.level }} % on, {{ now.ratio }}."',
        'texts: { ja: { title: x, displayName: "{{ params.level }}%超", description: "{{params.level}}%" } }',
      );
    const loaded = load({
      "a.yaml": `${named("level")}  - { name: b, template: a, params: { level: 2 } }\n`,
    });
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
    const [first, second] = loaded.rules.rules.map(({ about }) => about);
    expect(first?.displayName).toEqual({ en: "Over 1 %", ja: "1%超" });
    expect([first?.description, first?.descriptions.ja]).toEqual(["From 1 % on, {{ now.ratio }}.", "1%"]);
    expect([second?.description, second?.descriptions.ja]).toEqual(["From 2 % on, {{ now.ratio }}.", "2%"]);
    expect(mistakes({ "a.yaml": named("levle") })).toEqual([
      "a.yaml:6:34: the rule has no parameter `levle` (did you mean `level`?)",
    ]);
  });
});

describe("a parameter with unit, bounds and words", () => {
  const long = base.replace(
    "level: 1",
    'level: { value: 1, unit: "%", min: 0.5, max: 3, about: { en: level, ja: 水準 } }',
  );
  const more = (level: string) => `${long}  - { name: b, template: a, params: { level: ${level} } }\n`;

  it("means what its value alone means", () => {
    expect(said(long, { ratio: 1 })).toEqual(["a: over 1"]);
    const meaning = (text: string) => {
      const loaded = load({ "a.yaml": text });
      return loaded.ok && loaded.rules.rules[0]?.over.meaning;
    };
    expect(meaning(long)).toBe(meaning(base));
  });

  it("is held to its bounds by rules made from it, and says the rest of theirs", () => {
    expect(mistakes({ "a.yaml": more("3.1") })).toEqual(["a.yaml:10:39: this must be at most 3"]);
    expect(mistakes({ "a.yaml": more("0") })).toEqual(["a.yaml:10:39: this must be at least 0.5"]);
    const loaded = load({ "a.yaml": more("3") });
    expect(loaded.ok && loaded.rules.rules.map(({ about }) => about.params?.level)).toMatchObject([
      { value: 1, unit: "%", max: 3 },
      { value: 3, unit: "%", max: 3 },
    ]);
  });

  it("is held to its bounds by the settings, at the place of the value", () => {
    const overrides = overriding({ a: { params: { level: 4 } } });
    expect(mistakes({ "a.yaml": long }, { overrides })).toEqual([
      "../monitor.yaml:3:1: this must be at most 3",
    ]);
  });

  it("is said once: a rule made from it gives the value alone", () => {
    expect(mistakes({ "a.yaml": more("{ value: 2, max: 9 }") })).toEqual([
      "a.yaml:10:39: the template says what this parameter is (write the value alone)",
    ]);
  });

  it.each([
    ["{ value: 9, max: 3 }", "this must be at most 3"],
    ["{ value: 1, min: 2 }", "this must be at least 2"],
    ["{ value: true, unit: '%' }", "only a number has a unit and bounds"],
    ["{ value: 1, maxi: 3 }", "unknown key `maxi` (did you mean `max`?)"],
  ])("cannot be %s", (written, message) => {
    const [told = ""] = mistakes({ "a.yaml": base.replace("level: 1", `level: ${written}`) });
    expect(told.replace(/^\S+ /, "")).toBe(message);
  });
});

describe("a rule made from a template", () => {
  it("says what the template says, with its own parameters and texts", () => {
    const text = made("params: { level: 2 }", 'title: "more than {{ params.level }}"');
    expect(said(text, { ratio: 1.5 })).toEqual(["a: over 1"]);
    expect(said(text, { ratio: 2 })).toEqual(["a: over 1", "b: more than 2"]);
  });

  it("may be in another file, and come from a rule that is turned off", () => {
    const other =
      "rules:\n  - { name: b, template: a, params: { level: 2 }, notify: [], severity: critical }\n";
    const loaded = load({
      "0.yaml": other,
      "a.yaml": base.replace("    params:", "    enabled: false\n    params:"),
    });
    expect(alertsOf(loaded, { ratio: 3 })).toMatchObject([{ rule: "b", severity: "critical", notify: [] }]);
    expect(loaded.ok && loaded.rules.disabled).toEqual(["a"]);
  });

  it("has examples of its own alone", () => {
    const text = made(
      "params: { level: 2 }",
      "examples:",
      "  - silent: { type: short.report.opened, now: { code: '7203', ratio: 1 } }",
    );
    const loaded = load({ "a.yaml": text });
    expect(
      loaded.ok && runExamples(loaded.rules).map(({ rule: name, expected, ok }) => [name, expected, ok]),
    ).toEqual([
      ["a", "fires", true],
      ["b", "silent", true],
    ]);
  });

  it("that says the same again is warned of, and one with other parameters is not", () => {
    const warnings = (...lines: string[]) =>
      load({ "a.yaml": made(...lines) }).warnings.map(({ message }) => message);
    expect(warnings()).toEqual(["this rule fires for the same events as `a` at a.yaml:2"]);
    expect(warnings("params: { level: 2 }")).toEqual([]);
  });

  it.each<[string, string[]]>([
    ["no such template", ["params: {}", "template: c"]],
    ["a parameter that the template lacks", ["params: { levle: 2 }"]],
    ["a parameter of another kind", ["params: { level: high }"]],
    ["a key of the template", ["when: now.ratio > 3"]],
    ["a recipient that there is not", ["notify: [email:dsk]"]],
  ])("%s is told at its place", (_, lines) => {
    const text = made(...lines).replace(/ {4}template: a\n(?=[\s\S]*template: c)/, "");
    expect(mistakes({ "a.yaml": text })).toMatchSnapshot();
  });

  it("of a rule that is made from a template itself is refused", () => {
    expect(mistakes({ "a.yaml": `${made()}  - { name: c, template: b }\n` })).toEqual([
      "a.yaml:12:26: `b` is made from a template itself (write `template: a`)",
    ]);
  });
});

describe("what the settings change of a rule", () => {
  it("is as if its file said so", () => {
    const overrides = overriding({
      a: { params: { level: 3 }, severity: "critical", notify: ["email:boss"], cooldown: "1d" },
    });
    const loaded = load({ "a.yaml": made("params: { level: 0.5 }") }, { overrides });
    expect(alertsOf(loaded, { ratio: 2 })).toMatchObject([
      { rule: "b", severity: "info", notify: ["email:desk"] },
    ]);
    expect(alertsOf(loaded, { ratio: 3 })[0]).toMatchObject({
      rule: "a",
      severity: "critical",
      notify: ["email:boss"],
    });
    expect(loaded.ok && loaded.rules.rules[0]?.cooldown).toEqual({ ms: 86_400_000 });
  });

  it("may turn a rule off, and on", () => {
    expect(said(base, { ratio: 2 }, overriding({ a: { enabled: false } }))).toEqual([]);
    const off = base.replace("    params:", "    enabled: false\n    params:");
    expect(said(off, { ratio: 2 })).toEqual([]);
    expect(said(off, { ratio: 2 }, overriding({ a: { enabled: true } }))).toEqual(["a: over 1"]);
  });

  it.each<[string, RuleOverrides["rules"]]>([
    ["a rule that there is not", { aa: { enabled: false } }],
    ["a parameter that there is not", { a: { params: { levle: 1 } } }],
    ["a parameter of another kind", { a: { params: { level: "1" } } }],
    ["a recipient that there is not", { a: { notify: ["email:desk", "email:bos"] } }],
    ["no duration", { a: { cooldown: "1 day" } }],
    ["no severity", { a: { severity: "high" } }],
    ["a mistake in CEL", { a: { severity: 'now.rato > 1 ? "info" : "critical"' } }],
  ])("%s is told at its place in the settings", (_, rules) => {
    expect(mistakes({ "a.yaml": base }, { overrides: overriding(rules) })).toMatchSnapshot();
  });

  it("is not missed where files with mistakes hide their rules", () => {
    const told = mistakes({ "a.yaml": "rules: [" }, { overrides: overriding({ a: { enabled: false } }) });
    expect(told.every((one) => one.startsWith("a.yaml"))).toBe(true);
  });
});

describe("severity and recipients as expressions", () => {
  const computed = rule(
    "params: { high: 2 }",
    "severity: 'now.ratio >= params.high ? \"critical\" : now.seller'",
    "notify: 'now.ratio >= 1 ? [\"email:desk\", now.seller] : []'",
    "title: x",
  );

  it("are found out for each alert", () => {
    const loaded = load({ "a.yaml": computed });
    const of = (now: object) => alertsOf(loaded, now as never)[0];
    expect(of({ ratio: 2, seller: "email:boss" })).toMatchObject({
      severity: "critical",
      notify: ["email:desk", "email:boss"],
    });
    expect(of({ ratio: 0.5, seller: "warning" })).toMatchObject({ severity: "warning", notify: [] });
  });

  it("are the default where the value is none, and targets that nobody knows are counted", () => {
    const loaded = load({ "a.yaml": computed });
    if (!loaded.ok) throw new Error("it loads");
    expect(loaded.rules.strangers?.()).toEqual(new Map());
    expect(alertsOf(loaded, { ratio: 1, seller: "email:nobody" })[0]).toMatchObject({
      severity: "info",
      notify: ["email:desk"],
    });
    expect(alertsOf(loaded, {})[0]).toMatchObject({ severity: "info", notify: [] });
    expect(loaded.rules.strangers?.()).toEqual(new Map([["a", 1]]));
  });

  it("may name what conditions found, and lists", () => {
    const text = `lists: { desks: ["email:boss"] }\n${rule("count: { within: 1h, at_least: 1 }", 'severity: \'found.count >= 1 ? "warning" : "info"\'', "notify: lists.desks", "title: x")}`;
    expect(alertsOf(load({ "a.yaml": text }), {})[0]).toMatchObject({
      severity: "warning",
      notify: ["email:boss"],
    });
  });

  it.each([
    ['severity: \'now.ratio > 1 ? "critcal" : "info"\''],
    ["severity: now.ratio"],
    ["severity: high"],
    ["severity: now.rato"],
    ["notify: 'now.ratio > 1 ? [\"email:dsk\"] : []'"],
    ["notify: now.seller"],
    ["notify: email:desk"],
    ["notify: 5"],
  ])("a mistake is told at its place: %s", (line) => {
    expect(mistakes({ "a.yaml": rule(line, "title: x") })).toMatchSnapshot();
  });
});
