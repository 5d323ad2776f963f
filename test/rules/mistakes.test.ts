import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { formatProblem } from "../../src/lib/problem.ts";
import { compileRuleTexts } from "../../src/rules/load-rules.ts";

/** Name of a file with one mistake: where it is, and a part of what is said of it. */
const mistakes: Readonly<Record<string, readonly [line: number, column: number, words: string]>> = {
  "alert-triggers-rule": [5, 9, "alerts cannot trigger rules"],
  alias: [8, 15, "aliases are not used here: write the value out"],
  anchor: [8, 15, "anchors are not used here: remove the `&` name"],
  "bad-cooldown": [8, 15, "this is no duration; one looks like 30s, 15m, 1h, 1d or 3bd"],
  "bad-pattern": [6, 30, "this pattern cannot be read: missing closing ): `(`"],
  "bad-severity": [8, 15, "this must be one of info, warning, critical (did you mean `warning`?)"],
  "code-without-quotes": [2, 18, 'this must be text (put it in quotes: "0130")'],
  "colon-in-plain-title": [7, 12, "put a text that has `: ` in it in quotes"],
  "duplicate-key": [9, 5, "this key stands twice in the same map"],
  "empty-condition": [6, 11, "this must not be empty"],
  "empty-word-in-list": [2, 15, "an empty word would be found in every text"],
  "empty-word-written-out": [4, 36, "an empty word would be found in every text"],
  "every-event": [5, 9, "a rule says which events it is about, such as short.report.*"],
  "example-of-unknown-type": [11, 24, "did you mean `short.report.opened`?"],
  "example-with-number-as-code": [
    11,
    58,
    '`code` has another kind of value in events (put it in quotes: "7203")',
  ],
  "example-with-unknown-field": [11, 66, "did you mean `ratio`?"],
  "example-without-verdict": [11, 9, "an example has either `fires` or `silent`"],
  "found-as-a-condition": [4, 12, "a condition is needed here, one that is true or false, such "],
  "label-is-a-number": [8, 21, 'this must be text (put it in quotes: "7")'],
  "lists-joined": [6, 23, "lists cannot be joined"],
  "loop-in-loop": [6, 11, "this would take too long: loops inside loops over long lists"],
  "merge-key": [8, 5, "merge keys are not used here: write the keys out"],
  "missing-name": [4, 5, "`name` is missing"],
  "missing-on": [4, 5, "`on` is missing"],
  "missing-title": [4, 5, "`title` is missing"],
  "misspelt-event-field": [6, 17, "`event` has no field `publised` (did you mean `published`?)"],
  "misspelt-field-double-quoted": [6, 39, "`now` has no field `ratoi` (did you mean `ratio`?)"],
  "misspelt-field-in-block": [8, 16, "`now` has no field `sellr` (did you mean `seller`?)"],
  "misspelt-field-in-by": [9, 24, "`now` has no field `sellr` (did you mean `seller`?)"],
  "misspelt-field-in-folded-block": [9, 14, "`now` has no field `sellr` (did you mean `seller`?)"],
  "misspelt-field-in-has": [6, 19, "`now` has no field `fnd` (did you mean `fund`?)"],
  "misspelt-field-in-title": [7, 46, "`now` has no field `ratoi` (did you mean `ratio`?)"],
  "misspelt-field-of-was": [6, 27, "`was` has no field `ration` (did you mean `ratio`?)"],
  "misspelt-field-single-quoted": [6, 39, "`now` has no field `ratoi` (did you mean `ratio`?)"],
  "misspelt-field": [6, 15, "`now` has no field `ratoi` (did you mean `ratio`?)"],
  "name-with-slash": [4, 11, "a name has up to 100 letters, digits, blanks and . _ -"],
  "not-a-condition": [6, 11, "a condition is needed here, one that is true or false, such "],
  "notify-without-email": [9, 14, "`notify` takes names such as email:desk"],
  "null-comparison": [6, 23, "there is no null here (has(now.fund) asks whether a field is there)"],
  "number-against-code": [6, 11, "texts and codes are written in quotes, numbers without"],
  "pattern-from-data": [6, 30, "a pattern must be written out in quotes"],
  "record-in-title": [7, 16, "a record cannot be shown: name one of its fields"],
  "same-name-twice": [12, 11, "there is another rule of this name at same-name-twice.yaml:4"],
  "single-equals": [6, 21, "this does not belong here: = 1 (`==` compares)"],
  "tag-not-quoted": [6, 11, "tags are not used here (put a value that begins with `!` in quotes)"],
  "text-against-number": [6, 11, "texts and codes are written in quotes, numbers without"],
  "title-is-a-list": [7, 12, "this must be text"],
  "too-deep": [6, 41, "this expression is too large"],
  "too-many-brackets": [1, 48, "too many brackets inside each other"],
  "two-documents": [12, 1, "one file holds one document: remove the `---`"],
  "unclosed-braces": [7, 13, "this {{ has no }}"],
  "unclosed-bracket": [10, 5, "not YAML: flow sequence in block collection must be sufficie"],
  "unclosed-parenthesis": [6, 25, "the expression ends too early"],
  "unknown-event-type": [5, 9, "did you mean `short.report.opened`?"],
  "unknown-function": [6, 11, "there is no function `siz` (did you mean `size`?)"],
  "unknown-key": [8, 5, "unknown key `cooldwn` (did you mean `cooldown`?)"],
  "unknown-list": [6, 29, "there is no list `cor` (did you mean `core`?)"],
  "unknown-method": [6, 22, "there is no method `contain` (did you mean `contains`?)"],
  "unknown-name": [6, 11, "unknown name `nwo` (did you mean `now`?)"],
  "unknown-prefix": [5, 9, "did you mean `short.report.*`?"],
  "unknown-recipient": [9, 14, "the settings have no recipient `dsk` (did you mean `email:desk`?)"],
  "unknown-top-level-key": [1, 1, "unknown key `rulse` (did you mean `rules`?)"],
  "unknown-type-in-list": [5, 31, "did you mean `short.report.increased`?"],
  "word-and": [6, 25, "`&&` means and, `||` or, `!` not"],
  "words-file-is-a-number": [2, 18, "this must be text"],
  "words-file-missing": [2, 18, "the file `words.txt` cannot be read"],
  "words-file-misspelt": [2, 12, "unknown key `fiel` (did you mean `file`?)"],
  "wrong-argument": [6, 22, "this cannot be called so: text.contains(number)"],
};

const folder = join(import.meta.dirname, "../../fixtures/rules");

describe("a rule file with one mistake", () => {
  it("has its place in the table, every one of them", () => {
    const files = readdirSync(folder).map((name) => name.replace(".yaml", ""));
    expect(files.sort()).toEqual(Object.keys(mistakes).sort());
  });

  it.each(Object.entries(mistakes))("%s is told once, at its place", (name, [line, column, words]) => {
    const file = `${name}.yaml`;
    const text = readFileSync(join(folder, file), "utf8");
    const loaded = compileRuleTexts([{ file, text }], { recipients: ["desk"], hash: "" });
    if (loaded.ok) throw new Error("it was accepted");
    expect(loaded.problems).toHaveLength(1);
    const [problem] = loaded.problems;
    expect(problem).toMatchObject({ file, line, column });
    expect(problem && formatProblem(problem)).toContain(words);
  });
});
