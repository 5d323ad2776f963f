/** The questions of `yagura rules add`: asked again until an answer fits, with a way back, and nothing comes of an end. */
import { expect, test } from "vitest";
import { askForRule } from "../../../src/commands/rules/ask-for-rule.ts";
import type { Language } from "../../../src/model/language.ts";
import type { FormValue, GalleryParam, GalleryRule } from "../../../src/model/page/gallery.ts";

const words = (en: string, ja: string) => ({ en, ja });
const params: GalleryParam[] = [
  { name: "level", value: 5, about: words("level", "水準"), unit: words("%", "%"), min: 0.5, max: 100 },
  { name: "codes", value: ["7203"], about: words("stocks", "銘柄") },
  { name: "loud", value: false, about: words("with sound", "音を出す") },
];
const rules = ["large-short", "no-form"].map(
  (name): GalleryRule => ({
    ...{ name, from: "desk", subject: "shorts", displayName: words(name, name), about: words("", "") },
    ...{ params: name === "no-form" ? [] : params, lacks: [] },
  }),
);

/** Gives these answers in their order, then ends the questions. */
async function person(
  answers: readonly string[],
  {
    name,
    language = "en",
    given = {},
  }: { name?: string; language?: Language; given?: Record<string, FormValue> },
) {
  const left = [...answers];
  const lines: string[] = [];
  const made = await askForRule({
    ...{ name, rules, language, given: () => given },
    async ask(question) {
      lines.push(question);
      return left.shift();
    },
    say: (line) => void lines.push(line),
    make: async (template, values) => ({ template, values, file: "mine.yaml" }),
  });
  return { made, lines, left };
}

test.each([
  ["en", /did you mean large-short/, /at most 100/, /is a number/, "y"],
  ["ja", /もしかして large-short/, /100 以下/, /数です/, "はい"],
] as const)("a wrong answer is told and asked again (%s)", async (language, meant, bound, kind, yes) => {
  const answers = ["large-shrt", "large-short", "101", "much", "３.5", "7203、6758", "いいえ", yes];
  const { made, lines, left } = await person(answers, { language });
  expect(made).toMatchObject({
    template: "large-short",
    values: { level: 3.5, codes: ["7203", "6758"], loud: false },
  });
  expect(left).toEqual([]);
  for (const said of [meant, bound, kind]) expect(lines.filter((line) => said.test(line))).toHaveLength(1);
  expect(
    lines.filter((line) =>
      line.includes(language === "en" ? "level (%, 0.5 – 100) [5]" : "水準 (%, 0.5 – 100) [5]"),
    ),
  ).toHaveLength(3);
});

test("< leads back to each answer before, from the last question too, and what was answered stands there", async () => {
  const { made, lines } = await person(["3", "6758", "<", "<", "4", "", "", "＜", "y", "y"], {
    name: "large-short",
  });
  expect(made?.values).toEqual({ level: 4, codes: ["6758"], loud: true });
  expect(lines).toContainEqual(expect.stringContaining("[3]"));
  expect(lines.at(-2)).toContain("with sound");
});

test("< before the first value leads back to the choice of the rule, and nowhere where it was named", async () => {
  const { made } = await person(["large-short", "3", "<", "<", "no-form", "y"], {});
  expect(made).toMatchObject({ template: "no-form", values: {} });
  const { lines } = await person(["<", "<"], { name: "large-short" });
  expect(lines.filter((line) => line.includes("level"))).toHaveLength(3);
});

test("what is given is not asked for, and an empty answer keeps the rule's own value", async () => {
  const { made, lines } = await person(["", "", "y"], { name: "large-short", given: { level: 7 } });
  expect(made?.values).toEqual({ level: 7 });
  expect(lines.filter((line) => line.includes("level"))).toEqual([]);
});

test.each([
  ["a no", ["3", "", "", "n"]],
  ["nothing", ["3", "", "", ""]],
  ["Ctrl-C at a value", ["3"]],
  ["Ctrl-C at the last question", ["3", "", ""]],
])("nothing is made of %s", async (_, answers) => {
  expect((await person(answers, { name: "large-short" })).made).toBeUndefined();
  expect((await person([""], {})).made).toBeUndefined();
});
