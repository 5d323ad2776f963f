/** Why a case does not pass in rules. */
import type { Case } from "./cases.ts";
import type { Answer } from "./run-case.ts";

/** Reasons for cases that the library passes: one that is not named here has to pass. */
export const lost: Readonly<Record<string, string>> = {
  "optionals/optionals/map_null_entry_no_such_key": fieldOfNone(),
  "optionals/optionals/map_present_key_invalid_field": fieldOfNone(),
};

/** Cases that name a time zone by its offset, which Node knows from 22 on: told as they are on 20. */
export const onLaterNode: readonly string[] = [
  "getDayOfMonth_numerical_pos",
  "getDayOfMonth_numerical_neg",
  "getFullYear",
  "getSeconds",
].map((name) => `timestamps/timestamp_selectors_tz/${name}`);

function fieldOfNone(): string {
  return "passed by the library only since it has optional values switched off: on, it takes a field of what has none for absent";
}

/** Reasons for cases that the library does not pass either: the first that fits the case's name or what it was refused with. */
const beyond: readonly (readonly [RegExp, string])[] = [
  [/^block_ext/, "`cel.block`: written by compilers and not by people; not in the library"],
  [/^encoders_ext/, "base64: not in the library"],
  [/^math_ext/, "`math.` functions: not in the library; rules have abs, min, max and round"],
  [/^macros2/, "loops with two names, and of maps into maps: not in the library"],
  [/^string_ext/, "`charAt`, `format`, `quote` and `replace`: not in the library"],
  [
    /receiver_function_names|quoted_map_fields/,
    "reserved words and quoted names of fields: not in the library",
  ],
  [
    /bytes_literals\/\w*raw|gt_literal\/not_gt_double/,
    "raw bytes, and numbers that begin with a point: not read",
  ],
  [/bytes/, "bytes: not ordered by the library, and read letter by letter"],
  [
    /^(namespace|plumbing)|unknown name|qualified|no function `(f_unknown|fn|tuple|sort)`|cannot be declared/,
    "names and functions that only the case declares, in namespaces or not at all",
  ],
  [/has\(\) invalid argument/, "`has` of something else than a field of a name"],
  [
    /of a list must|of a map must|do not go together|the same type|a condition is needed/,
    "values of different kinds side by side: a mistake, told when the file is read",
  ],
  [/^optionals|optional_/, "the rest of optional values: not in the library"],
  [/_tz\//, "time zones by their offset: zones have names"],
  [/^timestamps/, "parts of a millisecond, and moments and spans out of range: not in the library"],
  [
    /^(conversions|fields|integer_math|lists|macros|comparisons|parse)\//,
    "whole numbers out of range, or of different kinds in lists and maps: not as strict in the library",
  ],
];

/** Undefined where nothing explains it. */
export function reasonFor({ name }: Case, { refusal = "" }: Answer): string | undefined {
  return lost[name] ?? beyond.find(([pattern]) => pattern.test(name) || pattern.test(refusal))?.[1];
}
