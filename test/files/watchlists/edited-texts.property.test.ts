/** Edits of lists change what they are about, and not a byte elsewhere. */
import { expect, test } from "vitest";
import { withCells, withEntries, withoutEntry } from "../../../src/files/watchlists/settings-check.ts";
import {
  csvList,
  withCsvCells,
  withCsvColumn,
  withCsvEntry,
  withoutCsvEntry,
} from "../../../src/files/watchlists/written-list.ts";
import { parseYaml } from "../../../src/lib/yaml/parse-yaml.ts";
import { fc } from "../../support/fast-check.ts";
import { runsOf } from "../../support/runs.ts";

const cell = fc.constantFrom("", "plain", "a, b", 'a "quote"', "two\nlines", "空売り", "<b>", "1.5");
const code = fc.nat(9_000).map((number) => String(1_000 + number));
const quoted = (text: string, isQuoted: boolean) =>
  isQuoted || /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

const csv = fc
  .record({
    rows: fc.uniqueArray(
      fc.record({ code, note: cell, shares: cell, quotes: fc.boolean(), gap: fc.boolean() }),
      {
        selector: (row) => row.code,
        maxLength: 6,
      },
    ),
    lineEnd: fc.constantFrom("\n", "\r\n"),
    isEnded: fc.boolean(),
  })
  .map(({ rows, lineEnd, isEnded }) => {
    const lines = rows.map(
      ({ code: own, note, shares, quotes, gap }) =>
        `${quoted(note, quotes)},${quoted(own, quotes)},${quoted(shares, quotes)}${gap ? lineEnd : ""}`,
    );
    return `note,code,shares${lineEnd}${lines.join(lineEnd)}${isEnded ? lineEnd : ""}`;
  });

const numRuns = runsOf({ quick: 100, long: 10_000 });

test("of a CSV file a cell changes alone", () => {
  fc.assert(
    fc.property(csv, fc.nat(5), cell, (text, at, value) => {
      const { rows } = csvList(text);
      const own = rows[at];
      if (own === undefined) return;
      const after = withCsvCells(text, at, { shares: value }) ?? "";
      expect(csvList(after).rows).toEqual(rows.with(at, own.with(2, value)));
      // Back again it is the text of before, where its quotes were needed or stay.
      const back = withCsvCells(after, at, { shares: own[2] ?? "" }) ?? "";
      expect(csvList(back).rows).toEqual(rows);
      expect(sharedEnds(text, after)).toBeGreaterThanOrEqual(text.length - quoted(own[2] ?? "", true).length);
      expect(withCsvCells(text, at, { nothing: "x" })).toBeUndefined();
    }),
    { numRuns },
  );
});

/** Characters at both ends that two texts share. */
function sharedEnds(one: string, other: string): number {
  let from = 0;
  while (from < one.length && one[from] === other[from]) from += 1;
  let to = 0;
  const most = Math.min(one.length, other.length) - from;
  while (to < most && one[one.length - 1 - to] === other[other.length - 1 - to]) to += 1;
  return from + to;
}

test("of a CSV file a row goes, comes, and a column comes, beside all others as they are", () => {
  fc.assert(
    fc.property(csv, fc.nat(5), cell, (text, at, value) => {
      const { rows, columns } = csvList(text);
      if (at < rows.length) expect(csvList(withoutCsvEntry(text, at)).rows).toEqual(rows.toSpliced(at, 1));
      const added = withCsvEntry(text, "9999", { note: value, unknown: "x" });
      expect(csvList(added).rows).toEqual([...rows, [value, "9999", ""]]);
      expect(withoutCsvEntry(added, rows.length).trimEnd()).toBe(text.trimEnd());
      const wider = csvList(withCsvColumn(text, "short"));
      expect(wider).toEqual({ columns: [...columns, "short"], rows: rows.map((cells) => [...cells, ""]) });
    }),
    { numRuns },
  );
});

const note = fc.constantFrom(
  "plain",
  "a # b",
  'a "quote"',
  "空売り",
  "{{ x }}",
  "yes",
  "0130",
  "- a",
  "a: b",
  "\\",
);
const form = fc.constantFrom("code", "braces", "lines");
const aside = fc.constantFrom("", "  # why");
const entry = fc.record({ code, note, form, aside, about: fc.boolean() });

interface Entry {
  readonly code: string;
  readonly note: string;
  readonly form: string;
  readonly aside: string;
  readonly about: boolean;
}

const written = ({ code: own, note: says, form: as }: Entry, lead = "") =>
  as === "code"
    ? `"${own}"`
    : as === "braces"
      ? `{ code: "${own}", note: ${JSON.stringify(says)} }`
      : `code: "${own}"\n${lead}note: ${JSON.stringify(says)}`;

const settings = fc
  .record({
    entries: fc.uniqueArray(entry, { selector: (one) => one.code, minLength: 1, maxLength: 5 }),
    isFlow: fc.boolean(),
    lineEnd: fc.constantFrom("\n", "\r\n"),
  })
  .map(({ entries, isFlow, lineEnd }) => {
    const flow = entries.map((one) => written(one.form === "lines" ? { ...one, form: "code" } : one));
    const lines = entries.map(
      (one) => `${one.about ? "    # about it\n" : ""}    - ${written(one, "      ")}${one.aside}\n`,
    );
    const list = isFlow ? ` [${flow.join(", ")}] # ours\n` : `\n${lines.join("")}`;
    const text = `# head\nwatchlists:\n  # first\n  core:${list}  other: ["1111"] # second\nlog: { level: info } # third\n`;
    return { text: text.replaceAll("\n", lineEnd), count: entries.length };
  });

interface Read {
  readonly watchlists: {
    readonly core: readonly (string | { readonly code: string; readonly note?: string })[];
  };
}

const read = (text: string | undefined) => {
  const { value, problems } = parseYaml(text ?? "no text", "");
  expect(problems).toEqual([]);
  const { watchlists, ...rest } = value as Read;
  const { core, ...others } = watchlists;
  return { core: core.map((one) => (typeof one === "string" ? { code: one } : one)), rest, others };
};

const comments = (text = "") =>
  [...text.matchAll(/# (head|first|second|third|ours|about it|why)/g)].map(([, word]) => word);

test("of the settings a stock comes and goes, and the comments of all others stay", () => {
  fc.assert(
    fc.property(settings, note, fc.nat(4), ({ text, count }, says, place) => {
      const before = read(text);
      for (const cells of [{}, { note: says, shares: 1.5 }]) {
        const after = withEntries(text, "core", [{ code: "9999", cells }]);
        expect(read(after)).toEqual({ ...before, core: [...before.core, { code: "9999", ...cells }] });
        expect(comments(after)).toEqual(comments(text));
        expect(withoutEntry(after ?? "", "core", count)).toBe(text);
      }
      const at = place % count;
      const less = withoutEntry(text, "core", at);
      expect(read(less)).toEqual({ ...before, core: before.core.toSpliced(at, 1) });
      for (const word of ["head", "first", "second", "third"]) expect(comments(less)).toContain(word);
      expect(/(^|[^\r])\n/.test(less ?? "")).toBe(/(^|[^\r])\n/.test(text));
    }),
    { numRuns },
  );
});

test("of the settings what is noted of a stock changes alone", () => {
  fc.assert(
    fc.property(settings, note, fc.nat(4), ({ text, count }, says, place) => {
      const at = place % count;
      const before = read(text);
      const own = before.core[at] ?? { code: "" };
      const cells = { note: says, shares: 100 };
      const after = withCells(text, "core", [{ index: at, code: own.code, cells }]);
      expect(read(after)).toEqual({ ...before, core: before.core.with(at, { ...own, ...cells }) });
      expect(comments(after)).toEqual(comments(text));
      const less = withCells(after ?? "", "core", [
        { index: at, code: own.code, cells: { note: undefined } },
      ]);
      expect(read(less).core[at]).toEqual({ code: own.code, shares: 100 });
      // A comment on the line of what goes is about that.
      expect(comments(less).filter((word) => word !== "why")).toEqual(
        comments(text).filter((word) => word !== "why"),
      );
    }),
    { numRuns },
  );
});

test("a list that was emptied takes stocks again", () => {
  const text = 'watchlists:\n  # held\n  core:\n    - "7203"\n  other: []\n';
  const empty = withoutEntry(text, "core", 0) ?? "";
  expect(read(empty).core).toEqual([]);
  expect(empty).toContain("# held");
  expect(read(withEntries(empty, "core", [{ code: "6758", cells: {} }])).core).toEqual([{ code: "6758" }]);
});
