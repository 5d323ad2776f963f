/**
 * The functions of the rule language. What is not listed here cannot be called, whatever the library offers.
 * Ours stand under names of their own, since the library's cannot be replaced.
 */
import { Environment } from "@marcbachmann/cel-js";
import type { Variables } from "./language.ts";
import { longestText, type Meter, spend, spendFind } from "./meter.ts";
import { addNumbers } from "./numbers.ts";
import { addSearches } from "./search-functions.ts";
import { asking, counting } from "./surroundings.ts";
import { register, type Signatures } from "./syntax.ts";
import { addCalendar, addTimes } from "./time-functions.ts";

// Taking texts apart. Places in a text count its characters, as size() does.
type Place = number | bigint;

function addTexts(environment: Environment): void {
  register(environment, [
    ["string.own_lowerAscii(): string", passing((text) => text.replace(/[A-Z]+/g, lower))],
    ["string.own_upperAscii(): string", passing((text) => text.replace(/[a-z]+/g, upper))],
    ["string.own_trim(): string", passing((text) => text.trim())],
    ["string.own_split(string): list<string>", asking(split)],
    ["list<string>.own_join(): string", asking(join)],
    ["list<string>.own_join(string): string", asking(join)],
    ...["int", "double"].flatMap(cuts),
    ...counting("indexOf", (name, number) => `string.${name}(string): ${number}`, indexOf),
    ...counting("indexOf", (name, number) => `string.${name}(string, ${number}): ${number}`, indexOf),
    ...counting("lastIndexOf", (name, number) => `string.${name}(string): ${number}`, lastIndexOf),
    ...counting("lastIndexOf", (name, number) => `string.${name}(string, ${number}): ${number}`, lastIndexOf),
    ...["string", "bytes", "list", "map"].flatMap(
      (type): Signatures => [
        [`event_size(${type}): double`, asking(size)],
        [`${type}.event_size(): double`, asking(size)],
      ],
    ),
  ]);
}

/** Functions that take places, which are numbers of one kind or the other. */
function cuts(number: string): Signatures {
  return [
    [`string.own_substring(${number}): string`, asking(substring)],
    [`string.own_substring(${number}, ${number}): string`, asking(substring)],
    [`string.own_split(string, ${number}): list<string>`, asking(split)],
  ];
}

function size({ around }: Variables, of: string | Uint8Array | readonly unknown[] | object): number {
  if (typeof of === "string") return characterCount(passed(around.meter, of));
  return Array.isArray(of) || of instanceof Uint8Array ? of.length : Object.keys(of).length;
}

/** Two halves of a pair are one character. */
function characterCount(text: string): number {
  let count = text.length;
  for (let at = 1; at < text.length; at++) {
    if (isLowHalf(text.charCodeAt(at)) && isHighHalf(text.charCodeAt(at - 1))) count -= 1;
  }
  return count;
}

const isHighHalf = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

const isLowHalf = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

const lower = (letters: string): string => letters.toLowerCase();
const upper = (letters: string): string => letters.toUpperCase();

function passing(change: (text: string) => string) {
  return asking(({ around }, text: string) => change(passed(around.meter, text)));
}

/** The text, whose length is paid for. */
function passed(meter: Meter, text: string): string {
  spend(meter, 1 + (text.length >> 3));
  return text;
}

function substring({ around }: Variables, text: string, start: Place, end?: Place): string {
  const characters = charactersOf(around.meter, text);
  const from = placeIn(characters, start);
  const to = end === undefined ? characters.length : placeIn(characters, end);
  if (to < from) throw new RangeError("the end is before the start");
  return characters.slice(from, to).join("");
}

function indexOf({ around: { meter } }: Variables, text: string, part: string, start: Place = 0): number {
  spendFind(meter, text, part);
  const characters = charactersOf(meter, text);
  const from = characters.slice(0, placeIn(characters, start)).join("").length;
  return placeOf(text, text.indexOf(part, from));
}

function lastIndexOf({ around: { meter } }: Variables, text: string, part: string, start?: Place): number {
  spendFind(meter, text, part);
  if (start === undefined) return placeOf(text, text.lastIndexOf(part));
  const characters = charactersOf(meter, text);
  const from = characters.slice(0, placeIn(characters, start)).join("").length;
  return placeOf(text, text.lastIndexOf(part, from));
}

function split({ around: { meter } }: Variables, text: string, by: string, limit: Place = -1): string[] {
  spendFind(meter, text, by);
  const most = wholeNumber(limit);
  if (most === 0) return [];
  const parts = by === "" ? charactersOf(meter, text) : passed(meter, text).split(by);
  spend(meter, parts.length);
  if (most < 0 || parts.length <= most) return parts;
  return [...parts.slice(0, most - 1), parts.slice(most - 1).join(by)];
}

function join({ around: { meter } }: Variables, texts: readonly string[], between = ""): string {
  spend(meter, texts.length);
  const length = texts.reduce((sum, text) => sum + text.length + between.length, 0);
  if (length > longestText) throw new RangeError("this text is too long");
  return passed(meter, texts.join(between));
}

function charactersOf(meter: Meter, text: string): string[] {
  spend(meter, text.length >> 1);
  return [...text];
}

function placeIn(characters: readonly string[], place: Place): number {
  const at = wholeNumber(place);
  if (at < 0 || at > characters.length) throw new RangeError("there is no such place in the text");
  return at;
}

function wholeNumber(place: Place): number {
  const at = Number(place);
  if (!Number.isInteger(at)) throw new RangeError("a place in a text is a whole number");
  return at;
}

/** @param unit counts UTF-16 units; -1 stays as it is */
function placeOf(text: string, unit: number): number {
  return unit <= 0 ? unit : characterCount(text.slice(0, unit));
}

interface Word {
  /** Called as `x.word(...)`, as `word(...)`, or either way. */
  readonly form: "method" | "function" | "both";
  /** Ours stands in its place, as `own_` and its name. */
  readonly own?: true;
  /** In expressions about an event it takes or gives doubles, as `event_` and its name. */
  readonly counts?: true;
  /** Takes a name first and an expression last: for each entry of a list, or for one value. */
  readonly names?: "entry" | "value";
  /** The one name that it is called on: `cel.bind(...)`. */
  readonly on?: string;
}

export const vocabulary: Readonly<Record<string, Word>> = {
  has: { form: "function" },
  size: { form: "both", counts: true },
  contains: { form: "method", own: true },
  startsWith: { form: "method", own: true },
  endsWith: { form: "method", own: true },
  has_any: { form: "both", own: true },
  matched_words: { form: "method", own: true },
  matches: { form: "method", own: true },
  abs: { form: "function" },
  min: { form: "function" },
  max: { form: "function" },
  round: { form: "function" },
  string: { form: "function", own: true },
  double: { form: "function" },
  int: { form: "function", counts: true },
  all: { form: "method", names: "entry" },
  exists: { form: "method", names: "entry" },
  exists_one: { form: "method", names: "entry" },
  map: { form: "method", names: "entry" },
  filter: { form: "method", names: "entry" },
  bind: { form: "method", names: "value", on: "cel" },
  mine: { form: "function" },
  lowerAscii: { form: "method", own: true },
  upperAscii: { form: "method", own: true },
  trim: { form: "method", own: true },
  substring: { form: "method", own: true },
  indexOf: { form: "method", own: true, counts: true },
  lastIndexOf: { form: "method", own: true, counts: true },
  split: { form: "method", own: true },
  join: { form: "method", own: true },
  timestamp: { form: "function" },
  duration: { form: "function" },
  getFullYear: { form: "method", own: true, counts: true },
  getMonth: { form: "method", own: true, counts: true },
  getDate: { form: "method", own: true, counts: true },
  getDayOfMonth: { form: "method", own: true, counts: true },
  getDayOfWeek: { form: "method", own: true, counts: true },
  getDayOfYear: { form: "method", own: true, counts: true },
  getHours: { form: "method", own: true, counts: true },
  getMinutes: { form: "method", own: true, counts: true },
  getSeconds: { form: "method", own: true, counts: true },
  getMilliseconds: { form: "method", own: true, counts: true },
  isTradingDay: { form: "function", own: true },
  tradingDaysBetween: { form: "function", own: true, counts: true },
  addTradingDays: { form: "function", own: true },
  of: { form: "method", on: "optional" },
  none: { form: "method", on: "optional" },
  hasValue: { form: "method" },
  value: { form: "method" },
  or: { form: "method" },
  orValue: { form: "method" },
  bool: { form: "function" },
  bytes: { form: "function" },
  uint: { form: "function", counts: true },
  dyn: { form: "function" },
  type: { form: "function" },
};

/** The name under which a word is called once it is checked. */
export function nameCalled(name: string, { own, counts }: Word, ofEvents: boolean): string {
  if (counts && ofEvents) return `event_${name}`;
  return own ? `own_${name}` : name;
}

/** Names of types, which are values too: type(1) == int. */
export const typeNames: ReadonlySet<string> = new Set([
  ...["bool", "bytes", "double", "int", "list", "map", "string", "type", "uint"],
]);

/** Structure limits, so that no expression costs much, whoever wrote it. */
const limits = {
  maxAstNodes: 500,
  maxDepth: 40,
  maxListElements: 1_000,
  maxMapEntries: 1_000,
  maxCallArguments: 8,
};

/** The language before any variable is declared; to be cloned. */
export function createLanguage(): Environment {
  const environment = new Environment({ limits, enableOptionalTypes: true });
  for (const add of [addSearches, addTexts, addNumbers, addTimes, addCalendar]) add(environment);
  return environment;
}
