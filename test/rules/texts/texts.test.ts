/** The texts of a rule's alerts in further languages: where they come from, and what is said of mistakes in them. */
import { describe, expect, it } from "vitest";
import { builtInTypes } from "../../../src/files/event-types.ts";
import { inJapanese } from "../../../src/model/messages/in-japanese.ts";
import { notifySchemes } from "../../../src/outputs/index.ts";
import { alertDraft } from "../../../src/pipeline/judging/raising.ts";
import { compileRuleTexts } from "../../../src/rules/files/compile-files.ts";
import type { ExampleEvent } from "../../../src/rules/schema/example-schema.ts";
import { createMemory } from "../../../src/rules/state/index.ts";
import { entry, rulesOf } from "../support.ts";

const short: ExampleEvent = {
  type: "short.report.opened",
  now: { code: "7203", name: "例示自動車", seller: "Example Capital", ratio: 1.2 },
};

const first = `rules:
  - name: a
    on: short.report.opened
    title: "{{ now.seller }} is short {{ now.ratio }} %"
    body: "Of {{ now.name }}."
`;

function compiled(text: string) {
  return compileRuleTexts([{ file: "a.yaml", text }], {
    ...{ notify: notifySchemes(), types: builtInTypes, hash: "test" },
  });
}

function mistakes(more: string) {
  const loaded = compiled(first + more);
  return (loaded.ok ? [] : loaded.problems).map(({ line, column, message, suggestion }) =>
    [`${line}:${column}`, message, suggestion ?? ""].join(" | "),
  );
}

function warnings(more: string) {
  const loaded = compiled(first + more);
  return loaded.ok ? loaded.warnings.map(({ line, message }) => `${line}: ${message}`) : ["not ok"];
}

const japanese = `    texts:
      ja:
        title: "{{ now.seller }}が{{ now.ratio }}%空売り"
        body: "銘柄は{{ now.name }}。"
`;

describe("texts in further languages", () => {
  it("are rendered beside the rule's own, which stay as they are", () => {
    const [firing] = rulesOf(first + japanese).match(entry(short));
    expect(firing).toMatchObject({
      title: "Example Capital is short 1.2 %",
      body: "Of 例示自動車.",
      texts: { ja: { title: "Example Capitalが1.2%空売り", body: "銘柄は例示自動車。" } },
    });
  });

  it("say in Japanese what the monitor's own news says of itself, and leave words of services as they are", () => {
    const rule = `rules:
  - name: own
    on: [source.failed, rules.rejected, short.report.opened]
    title: "{{ now.message }}"
    texts: { ja: { title: "{{ now.message }}{{ has(now.problems) ? now.problems[0].message : '' }}" } }
`;
    const said = (type: string, now: object) => {
      const [firing] = rulesOf(rule).match(entry({ type, now } as ExampleEvent));
      return [firing?.title, firing?.texts?.ja?.title];
    };
    const message = "no answer within 30 s";
    expect(said("source.failed", { message })).toEqual([message, inJapanese(message)]);
    expect(said("source.failed", { message: "unheard of" })).toEqual(["unheard of", "unheard of"]);
    const problems = [{ file: "a.yaml", line: 1, column: 1, message: "`title` is missing" }];
    expect(said("rules.rejected", { problems })).toEqual(["–", "–`title` がありません"]);
    expect(said("short.report.opened", { message })).toEqual([message, message]);
  });

  it("are left out of an alert whose rule has none", () => {
    const [firing] = rulesOf(first).match(entry(short));
    expect(firing && "texts" in firing).toBe(false);
    if (firing === undefined) throw new Error("it stayed silent");
    expect(Object.keys(alertDraft(firing, entry(short), {}).data.now)).not.toContain("texts");
  });

  it("go with the alert to the log", () => {
    const [firing] = rulesOf(first + japanese).match(entry(short));
    if (firing === undefined) throw new Error("it stayed silent");
    expect(alertDraft(firing, entry(short), {}).data.now).toMatchObject({
      title: "Example Capital is short 1.2 %",
      texts: { ja: { title: "Example Capitalが1.2%空売り" } },
    });
  });

  it("have the rule's own body where a language has none, and its own title where theirs is empty", () => {
    const [firing] = rulesOf(`${first}    texts: { ja: { title: "{{ '' }}" }, en: { title: "x" } }\n`).match(
      entry(short),
    );
    expect(firing?.texts).toEqual({
      en: { title: "x", body: "Of 例示自動車." },
      ja: { title: "Example Capital is short 1.2 %", body: "Of 例示自動車." },
    });
  });

  it("are one line for a title, tamed and bounded as the rule's own", () => {
    const hostile = { ...short, now: { ...short.now, seller: `a\u202e\nb${"x".repeat(500)}` } };
    const title = rulesOf(first + japanese).match(entry(hostile))[0]?.texts?.ja?.title ?? "";
    expect(title.startsWith("a b")).toBe(true);
    expect(title.length).toBeLessThanOrEqual(200);
  });

  it("and the rule's own have at most 200 and 10,000 characters", () => {
    const long = { ...short, now: { ...short.now, seller: "x".repeat(201), name: "y".repeat(10_001) } };
    const plain = `rules:
  - name: a
    on: short.report.opened
    title: "{{ now.seller }}"
    body: "{{ now.name }}"
    texts: { ja: { title: "{{ now.seller }}", body: "{{ now.name }}" } }
`;
    const cut = { title: `${"x".repeat(199)}…`, body: `${"y".repeat(9_999)}…` };
    expect(rulesOf(plain).match(entry(long))[0]).toMatchObject({ ...cut, texts: { ja: cut } });
  });

  it("see what conditions found", () => {
    const found = `    count: { within: 1h, at_least: 1 }\n    texts: { ja: { title: "{{ found.count }}件", body: x } }\n`;
    expect(rulesOf(first + found).match(entry(short))[0]?.texts?.ja?.title).toBe("1件");
  });
});

describe("mistakes in them", () => {
  it("are told at their place, with what was probably meant", () => {
    expect(mistakes(`    texts:\n      ja: { title: "{{ now.selle }}が", body: "{{ now.ratio" }\n`)).toEqual([
      "7:28 | `now` has no field `selle` | did you mean `seller`?",
      "7:47 | this {{ has no }} | ",
    ]);
  });

  it("name the language that was probably meant, and the title that is missing", () => {
    expect(mistakes("    texts: { jp: { title: x } }\n").join()).toContain("ja");
    expect(mistakes("    texts: { ja: { body: x } }\n").join()).toContain("title");
    expect(mistakes("    ja: { title: x }\n").join()).toContain("texts: { ja: { title: ... } }");
    expect(mistakes("    title_ja: x\n").join()).toContain("texts: { ja: { title: ... } }");
  });

  it("do not hide mistakes elsewhere in the rule", () => {
    const both = mistakes(`    texts: { jp: { title: x } }\n    when: now.rati > 1\n`);
    expect(both.join("\n")).toContain("`rati`");
    expect(both).toHaveLength(2);
  });

  it("are none where a condition with a mistake would have found what they name", () => {
    const text = `    count: { within: 1 hour, at_least: 1 }\n    texts: { ja: { title: "{{ found.count }}", body: x } }\n`;
    expect(mistakes(text)).toHaveLength(1);
  });
});

it("a language with a title and no body is warned of, where the rule has a body", () => {
  expect(warnings(`    texts: { ja: { title: x } }\n`)).toEqual([
    expect.stringContaining("6: the body has no text in this language"),
  ]);
  expect(warnings(japanese)).toEqual([]);
});

it("two rules that differ in their texts alone fire for the same events", () => {
  const second = first.replace("rules:\n", "").replace("name: a", "name: b");
  expect(warnings(`${japanese}${second}`).join()).toContain("fires for the same events as `a`");
});

describe("a rule that is made from a template", () => {
  const made = (...lines: string[]) =>
    rulesOf(
      `${first}${japanese}  - name: b\n    template: a\n${lines.map((line) => `    ${line}\n`).join("")}`,
    )
      .match(entry(short))
      .find(({ rule }) => rule === "b");

  it("has the texts of the template", () => {
    expect(made()?.texts?.ja?.body).toBe("銘柄は例示自動車。");
  });

  it("has none of them where it has a title of its own, since they would say something else", () => {
    expect(made("title: x")).toMatchObject({ title: "x", body: "Of 例示自動車." });
    expect(made("title: x")?.texts).toBeUndefined();
    expect(made("title: x", "texts: { ja: { title: 別, body: 文 } }")?.texts?.ja).toEqual({
      title: "別",
      body: "文",
    });
  });
});

it("an alert that is over has the texts that it had when it was given, also after a restart", () => {
  const rules = rulesOf(`${first.replace("opened", "*")}${japanese}    until: now.ratio < 1\n`);
  const memory = createMemory();
  const say = (seq: number, ratio: number) => {
    const now = { ...short.now, ratio };
    return rules.match({ ...entry({ ...short, now }), seq }, memory)[0];
  };
  expect(say(1, 1.2)?.texts?.ja?.title).toBe("Example Capitalが1.2%空売り");
  expect(say(2, 0.8)).toMatchObject({
    resolved: "until",
    texts: { ja: { title: "Example Capitalが1.2%空売り" } },
  });
});

describe("a rule's name for people", () => {
  const named = (more: string) => {
    const loaded = compiled(first + more);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
    return loaded.rules.all.map(({ about }) => about.displayName);
  };
  const inJapanese = "    texts: { ja: { title: t, displayName: 大口の空売り } }\n";

  it("is there in each language, and is that of another one where its own lacks", () => {
    expect(named(`    displayName: Large short\n${inJapanese}`)).toEqual([
      { en: "Large short", ja: "大口の空売り" },
    ]);
    expect(named("    displayName: Large short\n")).toEqual([{ en: "Large short", ja: "Large short" }]);
    expect(named(inJapanese)).toEqual([{ en: "大口の空売り", ja: "大口の空売り" }]);
    expect(named("")).toEqual([undefined]);
  });

  it("is not taken over from a template: two rules of one name could not be told apart", () => {
    const own = `    displayName: Large short\n${inJapanese}`;
    const [, made, other] = named(
      `${own}  - { name: b, template: a }\n  - { name: c, template: a, displayName: Like it }\n`,
    );
    expect(made).toBeUndefined();
    expect(other).toEqual({ en: "Like it", ja: "Like it" });
  });

  it("is one line that says something", () => {
    for (const wrong of ['"  "', '"two\\nlines"', `"${"a".repeat(81)}"`])
      expect(mistakes(`    displayName: ${wrong}\n`)).toEqual([
        "6:18 | a display name is one line of up to 80 characters | ",
      ]);
  });
});
