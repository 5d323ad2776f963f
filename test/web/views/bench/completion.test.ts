/** What is suggested at the caret of a rule's text. */
import { expect, test } from "vitest";
import { editorSchemaOf } from "../../../../src/files/event-types.ts";
import {
  completionsAt,
  ruleSchema,
  type SchemaNode,
  type Vocabulary,
} from "../../../../src/web/views/bench/completion.ts";

const known: Vocabulary = {
  schema: ruleSchema(editorSchemaOf("rules") as SchemaNode),
  types: [
    { type: "short.report.*", about: "" },
    { type: "short.report.opened", about: "a new position" },
  ],
  functions: ["has", "has_any", "size"],
  names: ["lists.core", "watchlists.held", "standing.first.now.seller", "standing.first.was.seller"],
  receivers: ["email:desk"],
  fields: [
    { name: "ratio", about: "percent" },
    { name: "seller", about: "" },
  ],
};

/** Labels at the place of the bar. */
const at = (text: string, asked = false) =>
  completionsAt(text.replace("|", ""), text.indexOf("|"), known, asked).map(({ label }) => label);

test.each([
  ["a key of the rule", "name: a\nwh|", "when"],
  ["a key of a condition", "count:\n  wi|", "within"],
  ["a key of a condition in braces", "count: { at_least: 3, wi|", "within"],
  ["a type", "on: sho|", "short.report.opened"],
  ["a type in brackets", "on: [short.report.*, sho|", "short.report.opened"],
  ["a type of a list", "on:\n  - sho|", "short.report.opened"],
  ["a severity", "severity: war|", "warning"],
  ["a receiver", "notify: [em|", "email:desk"],
  ["a field", "when: now.ra|", "ratio"],
  ["a field in a text", 'title: "{{ now.sel|', "seller"],
  ["a field of the event", "when: event.pub|", "published"],
  ["a list", "when: now.code in lists.|", "core"],
  ["a standing value", "when: standing.fi|", "first"],
  ["who a standing value gives", "when: standing.first.n|", "now"],
  ["a field of who it gives", "when: standing.first.was.se|", "seller"],
  ["a function", "when: has|", "has_any"],
])("%s", (_, text, label) => {
  expect(at(text)).toContain(label);
});

test("nothing comes before a first letter unless it is asked for", () => {
  expect(at("name: a\n|")).toEqual([]);
  expect(at("name: a\n|", true)).toContain("on");
});

test("a key that stands already is not suggested again, and words of a title are not fields", () => {
  expect(at("when: x\nwh|")).not.toContain("when");
  expect(at("title: rati|")).toEqual([]);
});

test("what is taken stands in the place of what was written", () => {
  const [one] = completionsAt("when: now.ra", 12, known);
  expect(one).toMatchObject({ from: 10, insert: "ratio" });
  const [key] = completionsAt("seve", 4, known);
  expect(key).toMatchObject({ from: 0, insert: "severity: " });
});
