/**
 * The functions of the rule language. What is not listed here cannot be called, whatever the library offers.
 * Ours stand under names of their own, since the library's cannot be replaced.
 */
import { Environment } from "@marcbachmann/cel-js";
import { addNumbers } from "./numbers.ts";
import { addSearches } from "./search-functions.ts";
import { addTexts } from "./text-functions.ts";
import { addCalendar, addTimes } from "./time-functions.ts";

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
