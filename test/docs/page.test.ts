/** docs/page.md and docs/page.ja.md: that they say something of every view, by the names that are on the screen. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { views } from "../../src/web/views/index.ts";
import { home } from "./written-files.ts";

const web = join(home, "src/web");
const sources = readdirSync(web, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => readFileSync(join(web, path), "utf8"))
  .join("\n");

describe.each([
  ["en", "docs/page.md"],
  ["ja", "docs/page.ja.md"],
] as const)("In %s, %s", (language, path) => {
  const page = readFileSync(join(home, path), "utf8");

  it("has a section for each view, in the order of the registry", () => {
    const titles = views.map(({ words }) => words[language].title);
    const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings.slice(-titles.length)).toEqual(titles);
  });

  it("calls what one clicks on by its name on the screen", () => {
    const names = [...page.matchAll(/\*\*(.+?)\*\*/g)].map(([, name = ""]) => name);
    expect(names.length).toBeGreaterThan(25);
    expect(names.filter((name) => !isShown(name))).toEqual([]);
  });
});

/** Whether the page's code has it as a text of its own, or before a colon. */
function isShown(name: string): boolean {
  return ['"', "`", ">"].some((open) =>
    ['"', "`", "<", ":"].some((end) => sources.includes(open + name + end)),
  );
}
