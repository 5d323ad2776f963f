/** The places on a page of the docs to which links may lead. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { home } from "./written-files.ts";

/** A page without its code blocks, in which nothing is a heading or a link. */
export function proseOf(page: string): string {
  const text = readFileSync(join(home, page), "utf8");
  return text.replace(/^(```[\s\S]*?\n```|( {4}|~).*)$/gm, "");
}

/**
 * Anchors of the headings in their order, as code hosts make them: lower case, hyphens for spaces, no other signs, a
 * number where one comes again.
 */
export function anchorsOf(page: string): string[] {
  const times = new Map<string, number>();
  return [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const anchor = plain.replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-");
    const before = times.get(anchor) ?? 0;
    times.set(anchor, before + 1);
    return before === 0 ? anchor : `${anchor}-${before}`;
  });
}
