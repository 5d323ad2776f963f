/** Pages in Japanese say what the English ones say: the same sections, commands, links and examples, in their order. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { anchorsOf } from "./page-anchors.ts";
import { home } from "./written-files.ts";

/** Every page that there is in Japanese, without its ending. */
const pages = ["README.ja.md", ...readdirSync(join(home, "docs")).map((name) => `docs/${name}`)].flatMap(
  (path) => (path.endsWith(".ja.md") ? path.replace(".ja.md", "") : []),
);

interface Page {
  readonly headings: number;
  /** Of each section. */
  readonly links: readonly string[][];
  readonly commands: readonly string[][];
  readonly examples: readonly string[];
  /** Lines of tables and lists, of each section. */
  readonly rows: readonly number[];
  /** Rows of tables that have no words. */
  readonly figures: readonly string[];
  /** Numbers in the prose of each section, without separators. */
  readonly numbers: readonly (readonly string[])[];
}

const linkTo = /\]\((?<inside>[^)]+)\)/g;
const codeIn = /(?<!`)(`+)(?<inside>[^\n]+?)\1(?!`)/g;

/** What there is in both languages counts as one, and a place on it as its number among the headings. */
function withoutLanguage(link: string, from: string): string {
  const [path = "", place] = link.split("#");
  const neutral = path.replace(".ja.", ".");
  if (place === undefined) return neutral;
  const to = path === "" ? from : join(dirname(from), path);
  const isInBoth = pages.includes(to.replace(/(\.ja)?\.md$/, ""));
  return `${neutral}#${isInBoth ? anchorsOf(to).indexOf(place) : place}`;
}

function read(path: string): Page {
  const text = readFileSync(join(home, path), "utf8");
  // A remark behind a command, and what a rule says, are in the page's language.
  const examples = [...text.matchAll(/^( {4}.*|```[\s\S]*?\n```)$/gm)].map(([all]) =>
    all.replace(/\s+# .*$/gm, "").replace(/^( +(?:title|body|description):).*$/gm, "$1"),
  );
  const sections = text.replace(/^( {4}.*|```[\s\S]*?\n```)$/gm, "").split(/^#+ /m);
  const found = (pattern: RegExp) =>
    sections.map((section) =>
      [...section.matchAll(pattern)].map(({ groups }) => groups?.inside ?? "").sort(),
    );
  const links = found(linkTo).map((all) => all.map((to) => withoutLanguage(to, path)).sort());
  const rows = sections.map((section) => section.match(/^(?:\||- |\d+\. ).*$/gm)?.length ?? 0);
  const figures = text.match(/^\|(?: [`\d.,:-]+ \|)+$/gm) ?? [];
  const numbers = sections.map((section) =>
    figuresIn(
      section
        .replace(codeIn, "")
        .replace(linkTo, "")
        .replace(/(?<=\d),(?=\d{3})/g, ""),
    ),
  );
  return { headings: sections.length, links, commands: found(codeIn), examples, rows, figures, numbers };
}

const figuresIn = (line: string) => (line.match(/\d+/g) ?? []).sort();

/** The examples, with the English line for one that a command answers in Japanese with the same figures. */
function withoutAnswers(examples: readonly string[], english: readonly string[]): string[] {
  return examples.map((line, at) => {
    const other = english[at];
    const isAnswer = other !== undefined && /^ {4}.*[ぁ-んァ-ヶ一-龠〜]/.test(line) && !/^ +npx /.test(other);
    return isAnswer && figuresIn(line).join() === figuresIn(other).join() ? other : line;
  });
}

it("has the pages that users need in Japanese", () => {
  const needed = "start page rules alerts operating history desk webhooks clients feed sources".split(" ");
  expect(pages).toEqual(expect.arrayContaining(needed.map((name) => `docs/${name}`)));
});

describe.each(pages)("%s", (name) => {
  const english = read(`${name}.md`);
  const whole = read(`${name}.ja.md`);
  const japanese = { ...whole, examples: withoutAnswers(whole.examples, english.examples) };

  it("has sections, commands and examples that can be compared", () => {
    expect(english.headings).toBeGreaterThan(3);
    expect(english.commands.flat().length + english.examples.length).toBeGreaterThan(10);
  });

  it.each(["headings", "links", "commands", "examples", "rows", "figures"] as const)(
    "has the English page's %s",
    (part) => {
      expect(japanese[part]).toEqual(english[part]);
    },
  );

  // It has more of them: what English writes as a word is a figure there.
  it("has every number of the English page", () => {
    const lacking = english.numbers.map((some, at) => {
      const left = [...(japanese.numbers[at] ?? [])];
      return some.filter((number) => {
        const place = left.indexOf(number);
        if (place >= 0) left.splice(place, 1);
        return place < 0;
      });
    });
    expect(lacking.flat()).toEqual([]);
  });

  it("leads to pages in Japanese where there are some, and to its English page once", () => {
    const path = `${name}.ja.md`;
    const links = [...readFileSync(join(home, path), "utf8").matchAll(linkTo)].map(([, to = ""]) => to);
    const english = links.filter((to) =>
      pages.some((page) => join(dirname(path), to.replace(/#.*/, "")) === `${page}.md`),
    );
    expect(english).toEqual([`${basename(name)}.md`]);
  });
});
