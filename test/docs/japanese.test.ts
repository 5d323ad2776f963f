/** Pages in Japanese say what the English ones say: the same sections, commands, links and examples, in their order. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const home = join(import.meta.dirname, "../..");
const pages = ["README"];

interface Page {
  readonly headings: number;
  /** Of each section. */
  readonly links: readonly string[][];
  readonly commands: readonly string[][];
  readonly examples: readonly string[];
}

function read(path: string): Page {
  const text = readFileSync(join(home, path), "utf8");
  // A remark behind a command is in the page's language.
  const examples = [...text.matchAll(/^( {4}.*|```[\s\S]*?\n```)$/gm)].map(([all]) =>
    all.replace(/\s+# .*$/gm, ""),
  );
  const sections = text.replace(/^( {4}.*|```[\s\S]*?\n```)$/gm, "").split(/^#+ /m);
  const found = (pattern: RegExp) =>
    sections.map((section) => [...section.matchAll(pattern)].map(([, inside = ""]) => inside).sort());
  // Each page links to the other.
  const links = found(/\]\(([^)]+)\)/g).map((all) =>
    all.filter((to) => !/^[A-Za-z]+(\.ja)?\.md$/.test(to) || to === "CHANGELOG.md"),
  );
  return { headings: sections.length, links, commands: found(/`([^`\n]+)`/g), examples };
}

describe.each(pages)("%s", (name) => {
  const english = read(`${name}.md`);
  const japanese = read(`${name}.ja.md`);

  it("has sections, commands and examples that can be compared", () => {
    expect(english.headings).toBeGreaterThan(3);
    expect(english.commands.flat().length).toBeGreaterThan(10);
    expect(english.examples.length).toBeGreaterThan(1);
  });

  it.each(["headings", "links", "commands", "examples"] as const)("has the English page's %s", (part) => {
    expect(japanese[part]).toEqual(english[part]);
  });
});
