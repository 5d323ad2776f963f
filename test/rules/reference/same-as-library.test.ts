import { expect, test } from "vitest";
import { builtInTypes } from "../../../src/files/event-types.ts";
import { compileClosure } from "../../../src/rules/cel/closures/compile-closure.ts";
import { languageFor } from "../../../src/rules/cel/language-for.ts";
import { languageWith, parseTree } from "../../../src/rules/cel/parse-tree.ts";
import { type Reference, watchedOf } from "../../../src/rules/cel/reference.ts";
import { rewrite } from "../../../src/rules/cel/rewrite.ts";
import { variablesOf } from "../../../src/rules/cel/surroundings.ts";
import { exampleEvent } from "../../../src/rules/check/examples.ts";
import { fc } from "../../support/fast-check.ts";
import { askLibrary } from "../ask-library.ts";

const reference: Reference = {
  lists: {},
  tables: {
    t: {
      columns: new Map([
        ["level", "number"] as const,
        ["name", "text"] as const,
        ["empty", undefined] as const,
      ]),
      rows: new Map([
        ["7203", { level: 1.5, name: "a" }],
        ["6758", { name: "b" }],
      ]),
    },
  },
  watched: watchedOf({
    core: [{ code: "7203", short: 1, side: "long" }],
    other: [{ code: "7203", short: 9 }, { code: "130A" }],
  }),
};
const params = { level: 1, name: "a", yes: true, codes: ["7203", "9984"] };

/** An expression with the values of its parameters in their place. */
function writtenOut(source: string): string {
  return source.replace(/params\.(\w+)/g, (_, name: keyof typeof params) => JSON.stringify(params[name]));
}

/** As it is checked, with its parameters. */
function treeOf(source: string) {
  const { program, tree } = parseTree(source, language);
  rewrite(tree, source, language, tree);
  expect(program.check().error, source).toBeUndefined();
  return tree;
}

const language = languageWith(
  params,
  languageFor(["short.report.opened", "short.report.increased"], builtInTypes, reference),
);

const key = fc.constantFrom("now.code", "was.code", "event.subject", '"7203"', '"none"', "now.seller");
const number = fc.oneof(
  key.map((at) => `mine(${at}).short`),
  key.map((at) => `tables.t[${at}].level`),
  fc.constantFrom("now.ratio", "1.5", "params.level", "params.level * 2", "-params.level"),
);
const text = fc.oneof(
  key.map((at) => `mine(${at}).watchlist`),
  key.map((at) => `tables.t[${at}].name`),
  fc.constantFrom("now.code", '"a"', "params.name"),
);
const condition = fc.oneof(
  fc.tuple(number, fc.constantFrom(">", "<=", "=="), number).map((parts) => parts.join(" ")),
  fc.tuple(text, fc.constantFrom("==", "!="), text).map((parts) => parts.join(" ")),
  fc.tuple(key, fc.constantFrom("short", "side", "code")).map(([at, column]) => `has(mine(${at}).${column})`),
  fc.tuple(key, fc.constantFrom("level", "name")).map(([at, column]) => `has(tables.t[${at}].${column})`),
  fc
    .tuple(text, fc.constantFrom("watchlists.core", "watchlists.other", "params.codes"))
    .map((parts) => parts.join(" in ")),
  fc.constantFrom("params.yes", "params.yes == false"),
);
const joined = fc.oneof(
  condition,
  fc
    .tuple(condition, fc.constantFrom("&&", "||"), condition)
    .map((parts) => parts.map((part) => (part.length > 2 ? `(${part})` : part)).join(" ")),
  condition.map((part) => `!(${part})`),
);
const code = fc.constantFrom("7203", "6758", "130A", "9984");
const event = fc
  .record({
    code,
    ratio: fc.option(fc.constantFrom(0.5, 1, 1.5, 9), { nil: undefined }),
    before: fc.option(code, { nil: undefined }),
  })
  .map(({ code: now, ratio, before }) =>
    exampleEvent({
      type: "short.report.increased",
      now: { code: now, ...(ratio !== undefined && { ratio }) },
      ...(before !== undefined && { was: { code: before } }),
    }),
  );

test("closures answer of reference data and parameters what the library answers", {
  timeout: 120_000,
}, () => {
  const answers = new Map<unknown, number>();
  let unmetered = 0;
  fc.assert(
    fc.property(joined, fc.array(event, { minLength: 4, maxLength: 8 }), (source, events) => {
      const tree = treeOf(source);
      const { evaluate } = askLibrary(writtenOut(source), language);
      const { read, isMetered } = compileClosure(tree, language);
      if (!isMetered) unmetered += 1;
      for (const one of events) {
        const expected = evaluate(one);
        answers.set(expected, (answers.get(expected) ?? 0) + 1);
        expect(read(variablesOf(one)), `${source} of ${JSON.stringify(one.data)}`).toBe(expected);
      }
    }),
    { numRuns: 500 },
  );
  expect(unmetered).toBeGreaterThan(400);
  for (const answer of [true, false, undefined]) expect(answers.get(answer) ?? 0).toBeGreaterThan(50);
});
