/**
 * The functions of the rule language. What is not listed here cannot be called, whatever the library offers.
 * Ours stand under a name of their own (`own`), since the library's cannot be replaced.
 */
import { Environment } from "@marcbachmann/cel-js";
import { addNumbers } from "./number-functions.ts";
import { addSearches } from "./search-functions.ts";
import { addTexts } from "./text-functions.ts";
import { addTimes } from "./time-functions.ts";

interface Word {
  /** Called as `x.word(...)`, as `word(...)`, or either way. */
  readonly form: "method" | "function" | "both";
  readonly own?: string;
  /** The one that takes and gives doubles, for expressions about an event. */
  readonly ownOfEvents?: string;
  /** Takes a name first and an expression last: for each entry of a list, or for one value. */
  readonly names?: "entry" | "value";
  /** The one name that it is called on: `cel.bind(...)`. */
  readonly on?: string;
}

export const vocabulary: Readonly<Record<string, Word>> = {
  has: { form: "function" },
  size: { form: "both", ownOfEvents: "event_size" },
  contains: { form: "method", own: "own_contains" },
  startsWith: { form: "method", own: "own_startsWith" },
  endsWith: { form: "method", own: "own_endsWith" },
  has_any: { form: "both", own: "own_has_any" },
  matched_words: { form: "method", own: "own_matched_words" },
  matches: { form: "method", own: "own_matches" },
  abs: { form: "function" },
  min: { form: "function" },
  max: { form: "function" },
  round: { form: "function" },
  string: { form: "function", own: "own_string" },
  double: { form: "function" },
  int: { form: "function", ownOfEvents: "event_int" },
  all: { form: "method", names: "entry" },
  exists: { form: "method", names: "entry" },
  exists_one: { form: "method", names: "entry" },
  map: { form: "method", names: "entry" },
  filter: { form: "method", names: "entry" },
  bind: { form: "method", names: "value", on: "cel" },
  lowerAscii: { form: "method", own: "own_lowerAscii" },
  upperAscii: { form: "method", own: "own_upperAscii" },
  trim: { form: "method", own: "own_trim" },
  substring: { form: "method", own: "own_substring" },
  indexOf: { form: "method", own: "own_indexOf", ownOfEvents: "event_indexOf" },
  lastIndexOf: { form: "method", own: "own_lastIndexOf", ownOfEvents: "event_lastIndexOf" },
  split: { form: "method", own: "own_split" },
  join: { form: "method", own: "own_join" },
  timestamp: { form: "function" },
  duration: { form: "function" },
  getFullYear: { form: "method", own: "own_getFullYear", ownOfEvents: "event_getFullYear" },
  getMonth: { form: "method", own: "own_getMonth", ownOfEvents: "event_getMonth" },
  getDate: { form: "method", own: "own_getDate", ownOfEvents: "event_getDate" },
  getDayOfMonth: { form: "method", own: "own_getDayOfMonth", ownOfEvents: "event_getDayOfMonth" },
  getDayOfWeek: { form: "method", own: "own_getDayOfWeek", ownOfEvents: "event_getDayOfWeek" },
  getDayOfYear: { form: "method", own: "own_getDayOfYear", ownOfEvents: "event_getDayOfYear" },
  getHours: { form: "method", own: "own_getHours", ownOfEvents: "event_getHours" },
  getMinutes: { form: "method", own: "own_getMinutes", ownOfEvents: "event_getMinutes" },
  getSeconds: { form: "method", own: "own_getSeconds", ownOfEvents: "event_getSeconds" },
  getMilliseconds: { form: "method", own: "own_getMilliseconds", ownOfEvents: "event_getMilliseconds" },
  of: { form: "method", on: "optional" },
  none: { form: "method", on: "optional" },
  hasValue: { form: "method" },
  value: { form: "method" },
  or: { form: "method" },
  orValue: { form: "method" },
  bool: { form: "function" },
  bytes: { form: "function" },
  uint: { form: "function", ownOfEvents: "event_uint" },
  dyn: { form: "function" },
  type: { form: "function" },
};

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
  for (const add of [addSearches, addTexts, addNumbers, addTimes]) add(environment);
  return environment;
}
