import { expect, test } from "vitest";
import { nameFor, withCompany } from "../../../src/model/language.ts";

test("a reader gets the name in the own language, else the other one", () => {
  const both = { name: "架空電機", nameEnglish: "Example Electric" };
  expect([nameFor("en", both), nameFor("ja", both)]).toEqual(["Example Electric", "架空電機"]);
  expect([nameFor("en", { name: "架空電機" }), nameFor("ja", { nameEnglish: "Example Electric" })]).toEqual([
    "架空電機",
    "Example Electric",
  ]);
  expect(nameFor("en", {})).toBeUndefined();
});

const names = ["架空電機", "Example Electric"];
test.each([
  ["S is short 1.1 % of 架空電機 (9901)", "S is short 1.1 % of Example Electric (9901)"],
  ["架空電機（9901）と架空電機 (9901)", "Example Electric（9901）とExample Electric (9901)"],
  ["9901: a comment", "Example Electric (9901): a comment"],
  ["9901：書き込み", "Example Electric（9901）：書き込み"],
  // A name alone may be a part of another word, and a code alone of a number.
  ["架空電機工業 and 架空電機", "架空電機工業 and 架空電機"],
  ["99015: other", "99015: other"],
  ["9901", "9901"],
  ["9901:", "9901:"],
  ["架空電機 (9902)", "架空電機 (9902)"],
  ["9901: of Example Electric", "9901: of Example Electric"],
])("%s names the company as the reader knows it", (text, named) => {
  expect(withCompany(text, "9901", names, "Example Electric")).toBe(named);
});

test("a name is text, whatever signs it has", () => {
  const odd = "$& (A) \\1";
  expect(withCompany("架空電機 (9901): x", "9901", names, odd)).toBe(`${odd} (9901): x`);
});
