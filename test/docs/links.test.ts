/** Links of README and the docs lead to files that are there, and to headings that they have. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, it } from "vitest";
import { home } from "./written-files.ts";

const pages = [
  ...["README.md", "README.ja.md", "CONTRIBUTING.md"],
  ...readdirSync(join(home, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

function textOf(page: string): string {
  const text = readFileSync(join(home, page), "utf8");
  return text.replace(/^(```[\s\S]*?\n```|( {4}|~).*)$/gm, "");
}

/** As code hosts make them of headings: lower case, hyphens for spaces, no other signs, a number where one comes again. */
function anchorsOf(page: string): Set<string> {
  const anchors = new Set<string>();
  const times = new Map<string, number>();
  for (const [, heading = ""] of textOf(page).matchAll(/^#+ (.+)$/gm)) {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const anchor = plain.replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-");
    const before = times.get(anchor) ?? 0;
    times.set(anchor, before + 1);
    anchors.add(before === 0 ? anchor : `${anchor}-${before}`);
  }
  return anchors;
}

it.each(pages)("%s leads nowhere but to what is there", (page) => {
  const links = [...textOf(page).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, to = ""]) => to);
  const dead = links.filter((link) => {
    const [path = "", anchor] = link.split("#");
    const to = path === "" ? page : relative(home, join(home, dirname(page), path));
    if (!existsSync(join(home, to))) return true;
    return anchor !== undefined && !anchorsOf(to).has(decodeURIComponent(anchor));
  });
  expect(dead).toEqual([]);
});
