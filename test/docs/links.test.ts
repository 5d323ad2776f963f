/** Links of README and the docs lead to files that are there, and to headings that they have. */
import { existsSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, it } from "vitest";
import { anchorsOf, proseOf } from "./page-anchors.ts";
import { home } from "./written-files.ts";

const pages = [
  ...["README.md", "README.ja.md", "CONTRIBUTING.md"],
  ...readdirSync(join(home, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

it.each(pages)("%s leads nowhere but to what is there", (page) => {
  const links = [...proseOf(page).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, to = ""]) => to);
  const dead = links.filter((link) => {
    const [path = "", anchor] = link.split("#");
    const to = path === "" ? page : relative(home, join(home, dirname(page), path));
    if (!existsSync(join(home, to))) return true;
    return anchor !== undefined && !anchorsOf(to).includes(decodeURIComponent(anchor));
  });
  expect(dead).toEqual([]);
});
