/** Every refusal that the program makes is told in Japanese to who reads that. */
import { expect, test } from "vitest";
import { inJapanese } from "../../src/model/messages/in-japanese.ts";
import { readSource, sourcePaths } from "../architecture/imports.ts";

/** Text literals of refusals, as they are written. */
const refusals = /new Refused\(\s*(`(?:\\.|[^`$\\]|\$\{(?:[^{}`]|`[^`]*`)*\})*`|"[^"]*")/g;
const filledIn = /\$\{(?:[^{}`]|`[^`]*`)*\}/g;

/** What a person would read, with a word in the place of each value. */
function read(literal: string): string {
  return literal.slice(1, -1).replace(filledIn, "word").replace(/\\(.)/g, "$1");
}

/** Says something itself, and not only of what option somebody else's words are. */
const saysSomething = (literal: string) =>
  /[a-z]{2}/.test(literal.replace(filledIn, "").replace(/--\S+/, ""));

test("every refusal has its pair in src/model/messages", () => {
  const all = sourcePaths().flatMap((path) =>
    [...readSource(path).text.matchAll(refusals)].map(([, literal = ""]) => ({ path, literal })),
  );
  const own = all.filter(({ literal }) => saysSomething(literal));
  expect(own.length).toBeGreaterThan(60);
  const lacking = own.filter(({ literal }) => !/[ぁ-ん]/.test(inJapanese(read(literal)) ?? ""));
  expect(lacking).toEqual([]);
});
