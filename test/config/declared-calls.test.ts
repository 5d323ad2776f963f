/** Calls that the settings declare: what they are in the settings, and their mistakes, each told at its place. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadConfig } from "../../src/config/load-config.ts";
import { recordsOptions } from "../../src/config/services.ts";
import { eventTypesOf } from "../../src/files/event-types.ts";
import { inJapanese } from "../../src/model/messages/in-japanese.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

const right = `upstreams:
  market:
    calls:
      sample/prices:
        about: { en: prices of samples, ja: 見本の価格 }
        plan: light
        parameters:
          code: {}
          date: {}
          kind: { wire: knd, about: { en: kind, ja: 種類 }, pattern: "[0-9]", field: kind }
          pagination_key: {}
        required: [kind]
        rules:
          - { atLeastOne: [code, date] }
          - { parameter: kind, notWith: [code] }
        limit: { name: samples, requests: 30, apart: true }
        key: [date, code]
        day: [date]
        published: date
        publishedTime: time
        occurred: date
        out: ["16:30", "24:30"]
        tracks: [close]
        asides: [time]
        calendar: { date: { en: sample day, ja: 見本の日 } }
        fields:
          date: { wire: Date, type: date, required: true, about: { en: day, ja: 日 } }
          code: { wire: Code, type: code, required: true, about: { en: code, ja: コード } }
          kind: { wire: [Kind, Knd], type: text, about: { en: kind, ja: 種類 } }
          time: { wire: Time, type: text, about: { en: time, ja: 時刻 } }
          close: { wire: C, type: number, unit: JPY, about: { en: closing price, ja: 終値 } }
          change: { wire: Chg, type: percent, about: { en: change, ja: 変化 } }
          lot: { wire: Lot, type: digits, length: 4, about: { en: lot, ja: 組 } }
          papers: { wire: Docs, type: texts, values: { g: full }, about: { en: papers, ja: 書類 } }
          holders:
            wire: Hldrs
            type: records
            unread: [Addr]
            about: { en: holders, ja: 保有者 }
            fields:
              name: { wire: Name, type: organisation, about: { en: holder, ja: 保有者 } }
              parts: { wire: Prt, type: record, about: { en: part, ja: 部分 }, fields: { a: { wire: A, type: text, about: { en: a, ja: い } } } }
sources:
  samples: { from: market/sample/prices, schedule: "0 0 18 * * *", query: { kind: "1", date: { last: 2 } } }
`;

function load(text: string) {
  const file = join(tmpFolder(), "monitor.yaml");
  writeFileSync(file, text);
  return loadConfig(file, {});
}

test("a declared call makes a set of records with its types of events", () => {
  const loaded = load(right);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const [options] = recordsOptions(loaded.config);
  expect(options?.set).toMatchObject({ from: "market/sample/prices", plan: "light", occurred: "date" });
  expect(options?.compare).toEqual(["kind", "close", "change", "lot", "papers", "holders"]);
  const { known } = eventTypesOf(loaded.config);
  expect([...known.keys()].filter((type) => type.startsWith("market."))).toEqual(
    ["added", "changed", "corrected", "removed"].map((verb) => `market.sample-prices.${verb}`),
  );
});

/** What is written instead, its place marked by §, and what is told there. */
const wrong: [name: string, written: string, instead: string, told: string][] = [
  ["a path with a slash before", "sample/prices:", "§/sample/prices:", "a path has letters, digits"],
  ["a path with a query", "sample/prices:", "§sample/prices?a=b:", "a path has letters, digits"],
  ["a path out of the service", "sample/prices:", "§../prices:", "a path has letters, digits"],
  ["a path that is built in", "sample/prices:", "§fins/summary:", "`fins/summary` is built in"],
  ["one that is built in, in capitals", "sample/prices:", "§Fins/Summary:", "`Fins/Summary` is built in"],
  ["events of another call", "sample/prices:", "§short-ratio:", "called as those of `markets/short-ratio`"],
  [
    "no meaning of the call",
    "        about: { en: prices of samples, ja: 見本の価格 }\n        plan",
    "        §plan",
    "`about` is missing",
  ],
  [
    "a meaning in one language",
    "{ en: prices of samples, ja: 見本の価格 }",
    "§{ en: prices }",
    "`ja` is missing",
  ],
  ["an empty meaning", "ja: 見本の価格", 'ja: §" "', "this must not be empty"],
  [
    "a meaning that is a text",
    "{ en: prices of samples, ja: 見本の価格 }",
    "§prices",
    "a map of keys and values",
  ],
  ["an unknown plan", "plan: light", "plan: §ligth", "(did you mean `light`?)"],
  [
    "an unknown key",
    "        plan: light",
    "        §plans: light",
    "unknown key `plans` (did you mean `plan`?)",
  ],
  ["parameters in a list", "        required: [kind]", "        required: §kind", "this must be a list"],
  [
    "an own parameter without a meaning",
    "{ wire: knd, about: { en: kind, ja: 種類 }, pattern",
    "§{ wire: knd, pattern",
    "`about` is missing",
  ],
  [
    "a slip of a usual parameter",
    "          date: {}",
    "          dat: §{}",
    "`about` is missing (did you mean `date`?)",
  ],
  [
    "a parameter with a blank",
    "kind: { wire: knd",
    '§"a kind": { wire: knd',
    "a parameter's name begins with",
  ],
  [
    "an option of the command",
    "kind: { wire: knd",
    "§since: { wire: knd",
    "has an option `--since` of its own",
  ],
  ["two parameters of one wire name", "wire: knd", "wire: date", "`date` is asked by `date` already"],
  [
    "two parameters that are one option",
    "          pagination_key: {}",
    "          §kInd: { about: { en: a, ja: い } }",
    "`--kInd` and `--kind` are one option",
  ],
  ["a wire name with a blank", "wire: knd", "wire: §a b", "a name of the service has letters"],
  ["a bad regular expression", 'pattern: "[0-9]"', 'pattern: §"[0-9"', "this is no regular expression"],
  [
    "a regular expression of a group without end",
    'pattern: "[0-9]"',
    'pattern: §"a)(b"',
    "this is no regular expression",
  ],
  [
    "a parameter of a field that is none",
    "field: kind }",
    "field: §kinds }",
    "`kinds` is no field of this call (did you mean `kind`?)",
  ],
  [
    "an unknown key of a parameter",
    'pattern: "[0-9]"',
    '§patern: "[0-9]"',
    "unknown key `patern` (did you mean `pattern`?)",
  ],
  ["a day that is a text", 'pattern: "[0-9]"', "day: §maybe", "this must be true or false"],
  ["a list that is a number", 'pattern: "[0-9]"', "list: §3", "this must be true or false"],
  [
    "a required parameter that is none",
    "required: [kind]",
    "required: [§kid]",
    "`kid` is no parameter of this call (did you mean `kind`?)",
  ],
  ["paging by a number", "required: [kind]", "paging: §5", "this must be text"],
  ["rows at a path", "required: [kind]", "rows: §result/items", "a name of the service has letters"],
  ["no key", "        key: [date, code]\n", "", "`key` is missing"],
  ["an empty key", "key: [date, code]", "key: §[]", "this must not be empty"],
  [
    "a key that is no field",
    "key: [date, code]",
    "key: [date, §cod]",
    "is no field of this call (did you mean `code`?)",
  ],
  ["a key with a field twice", "key: [date, code]", "key: [date, §date]", "stands here twice"],
  ["a day that is no field", "day: [date]", "day: [§on]", "`on` is no field of this call"],
  ["a day that is no date", "day: [date]", "day: [§kind]", "`kind` is no date"],
  ["a day that is no list", "day: [date]", "day: §date", "this must be a list"],
  ["a publication that is no field", "published: date", "published: §dat", "`dat` is no field of this call"],
  ["a publication that is a number", "published: date", "published: §close", "`close` is no date"],
  ["a time that is a date", "publishedTime: time", "publishedTime: §date", "`date` is no time"],
  ["an event on a code", "occurred: date", "occurred: §code", "`code` is no date"],
  ["a time without a colon", '"16:30"', '§"1630"', "this is no time of publication"],
  ["a time of 61 minutes", '"16:30"', '§"16:61"', "this is no time of publication"],
  ["a time of two days later", '"24:30"', '§"30:00"', "this is no time of publication"],
  ["a time without quotes", '"16:30"', "§1630", "this must be text"],
  ["one time alone", 'out: ["16:30", "24:30"]', 'out: §"16:30"', "this must be a list"],
  ["a track of a text", "tracks: [close]", "tracks: [§kind]", "`kind` is no number"],
  [
    "a track that is no field",
    "tracks: [close]",
    "tracks: [§clos]",
    "`clos` is no field of this call (did you mean `close`?)",
  ],
  [
    "an aside that is no field",
    "asides: [time]",
    "asides: [§times]",
    "`times` is no field of this call (did you mean `time`?)",
  ],
  ["a flag that is a text", "tracks: [close]", "whole: §sure", "this must be true or false"],
  ["an unknown type", "type: percent", "type: §percents", "(did you mean `percent`?)"],
  ["no type", "wire: Chg, type: percent, about", "wire: Chg, about", "`type` is missing"],
  ["no wire name", "{ wire: Chg, type: percent", "{ type: percent", "`wire` is missing"],
  [
    "no meaning of a field",
    "{ wire: Chg, type: percent, about: { en: change, ja: 変化 } }",
    "§{ wire: Chg, type: percent }",
    "`about` is missing",
  ],
  [
    "a number without a unit",
    "type: number, unit: JPY",
    "type: §number",
    "a field of the type `number` needs `unit`",
  ],
  [
    "a unit of a text",
    "wire: Time, type: text",
    "wire: Time, type: text, §unit: JPY",
    "a field of the type `text` has no `unit`",
  ],
  ["an empty unit", "unit: JPY", 'unit: §""', "this must not be empty"],
  ["a wire name of two fields", "wire: Chg", "wire: §C", "`C` is sent for `close` already"],
  ["a wire name twice in one field", "[Kind, Knd]", "[Kind, §Kind]", "`Kind` stands here twice"],
  ["no wire names", "[Kind, Knd]", "§[]", "this must not be empty"],
  [
    "two fields with one name",
    "          change: {",
    "          §close: {",
    "this key is in the same map twice",
  ],
  [
    "a field with a capital",
    "          change: {",
    "          §Change: {",
    "a name begins with a small letter",
  ],
  [
    "a field that is a word of expressions",
    "          change: {",
    "          §in: {",
    "expressions have `in` as a word of their own",
  ],
  [
    "an unknown key of a field",
    "type: percent,",
    "§typ: percent,",
    "unknown key `typ` (did you mean `type`?)",
  ],
  [
    "a flag of a field that is a text",
    "wire: Chg,",
    "wire: Chg, required: §often,",
    "this must be true or false",
  ],
  ["a rule of nothing", "{ atLeastOne: [code, date] }", "§{}", "a rule says one of exactlyOne"],
  [
    "a rule of two kinds",
    "{ atLeastOne: [code, date] }",
    "§{ atLeastOne: [code, date], bothOrNone: [code, date] }",
    "a rule says one of exactlyOne",
  ],
  [
    "a rule that names no parameter",
    "{ atLeastOne: [code, date] }",
    "{ atLeastOne: [code, §dat] }",
    "`dat` is no parameter of this call (did you mean `date`?)",
  ],
  [
    "a rule of one parameter",
    "{ atLeastOne: [code, date] }",
    "{ atLeastOne: §[code] }",
    "this must be at least 2 entries",
  ],
  [
    "a rule about nobody",
    "{ parameter: kind, notWith: [code] }",
    "§{ notWith: [code] }",
    "`notWith` needs `parameter`",
  ],
  [
    "a rule about a parameter that is none",
    "parameter: kind, notWith",
    "parameter: §kid, notWith",
    "`kid` is no parameter of this call",
  ],
  [
    "a rule without a parameter to be about",
    "{ atLeastOne: [code, date] }",
    "{ §parameter: kind, atLeastOne: [code, date] }",
    "`atLeastOne` has no `parameter`",
  ],
  [
    "an unknown kind of rule",
    "notWith: [code]",
    "§notwith: [code]",
    "unknown key `notwith` (did you mean `notWith`?)",
  ],
  ["a limit without figures", "requests: 30, apart: true", "apart: true", "`requests` is missing"],
  ["a limit of no requests", "requests: 30", "requests: §0", "this must be at least 1"],
  [
    "a limit with capitals",
    "name: samples, requests",
    "name: §Samples, requests",
    "a limit's name has small letters",
  ],
  [
    "a limit with other figures",
    "name: samples, requests",
    "name: td, requests",
    "the limit `td` has other figures in `td/list`",
  ],
  [
    "a day ahead that is no field",
    "calendar: { date:",
    "calendar: { §dat:",
    "`dat` is no field of this call",
  ],
  ["a day ahead that is a text", "calendar: { date:", "calendar: { §kind:", "`kind` is no date"],
  [
    "digits of no length",
    "type: digits, length: 4",
    "type: §digits",
    "a field of the type `digits` needs `length`",
  ],
  ["a length of a text", "wire: Time, type: text", "wire: Time, type: text, §length: 4", "has no `length`"],
  [
    "records without fields",
    "type: organisation, about: { en: holder, ja: 保有者 } }\n",
    "type: §records, about: { en: holder, ja: 保有者 } }\n",
    "a field of the type `records` needs `fields`",
  ],
  ["fields of a text", "wire: Time, type: text", "wire: Time, type: text, §fields: {}", "has no `fields`"],
  [
    "a wire name that is not read",
    "wire: Name, type: organisation",
    "wire: §Addr, type: organisation",
    "`Addr` is sent for `unread` already",
  ],
  ["an unknown type within", "wire: A, type: text", "wire: A, type: §txt", "(did you mean `text`?)"],
  [
    "an unknown key within",
    "wire: A, type: text",
    "§wires: A, type: text",
    "unknown key `wires` (did you mean `wire`?)",
  ],
  [
    "words of a number",
    "type: number, unit: JPY",
    "type: number, §values: { a: b }, unit: JPY",
    "has no `values`",
  ],
  ["an empty word", "values: { g: full }", 'values: { g: §"" }', "this must not be empty"],
  [
    "no fields",
    "        fields:\n          date:",
    "        §fieldz:\n          date:",
    "unknown key `fieldz` (did you mean `fields`?)",
  ],
];

/** The text with the mistake, and the place of the mark, where there is one. */
function withMistake(written: string, instead: string) {
  expect(right.split(written), written).toHaveLength(2);
  const marked = right.replace(written, () => instead);
  const before = marked.slice(0, marked.indexOf("§"));
  const place = instead.includes("§")
    ? { line: before.split("\n").length, column: (before.split("\n").at(-1) ?? "").length + 1 }
    : {};
  return { text: marked.replace("§", ""), place };
}

test.each(wrong)("%s is told at its place", (_, written, instead, told) => {
  const { text, place } = withMistake(written, instead);
  const loaded = load(text);
  const problems = loaded.ok ? [] : loaded.problems;
  const words = problems.map(({ message, suggestion, ...at }) => ({
    ...at,
    message: suggestion === undefined ? message : `${message} (${suggestion})`,
  }));
  expect(words).toContainEqual(expect.objectContaining({ ...place, message: expect.stringContaining(told) }));
  for (const { message, suggestion } of problems)
    for (const one of [message, ...(suggestion === undefined ? [] : [suggestion])])
      expect(inJapanese(one), one).toMatch(/[ぁ-ん]/);
});

test("there are 60 of them and more, and all of a file are told at once", () => {
  expect(wrong.length).toBeGreaterThanOrEqual(60);
  const text = right
    .replace("type: percent", "type: percents")
    .replace("key: [date, code]", "key: [date, cod]")
    .replace('"16:30"', '"1630"')
    .replace("required: [kind]", "required: [kid]")
    .replace("ja: 変化", 'ja: ""');
  const loaded = load(text);
  const lines = loaded.ok ? [] : loaded.problems.map(({ line }) => line);
  expect(lines).toEqual([12, 17, 22, 32, 32]);
});

test("nothing is said of a source whose call has a mistake", () => {
  const loaded = load(right.replace("type: percent", "type: percents"));
  expect(loaded.ok ? [] : loaded.problems.map(({ line }) => line)).toEqual([32]);
});

test("a source of a call that is not declared is a mistake", () => {
  const loaded = load(right.replace("from: market/sample/prices", "from: market/sample/price"));
  expect(loaded.ok ? [] : loaded.problems.map(({ suggestion }) => suggestion)).toEqual([
    "did you mean `market/sample/prices`?",
  ]);
});
