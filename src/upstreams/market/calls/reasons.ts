import { field, readFlag } from "../../field-types.ts";
import { isUnknown } from "../../wire-values.ts";

/** Yagura's words for the reasons of a publication, by the service's flags. */
const reasonWords = {
  Restricted: "restricted",
  DailyPublication: "dailyPublication",
  Monitoring: "monitoring",
  RestrictedByJSF: "restrictedByJsf",
  PrecautionByJSF: "precautionByJsf",
  UnclearOrSecOnAlert: "unclearOrSecurityOnAlert",
} as const;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The reasons that are named; a flag that is neither 0 nor 1 is told at its place. */
export const publicationReasons = field("PubReason", {
  type: "list of texts",
  expected: "object",
  about: "why the issue is published",
  holds: Object.keys(reasonWords),
  read(flags, tell) {
    if (!isObject(flags)) return undefined;
    const reasons: string[] = [];
    for (const [name, word] of Object.entries(reasonWords)) {
      const raised = isUnknown(flags[name]) ? false : readFlag(flags[name]);
      if (raised === undefined) tell('expected "0" or "1"', [name]);
      else if (raised) reasons.push(word);
    }
    return reasons;
  },
});

/** Reads one of the flags again. Mistakes in them are told by `reasons`, and not here a second time. */
export const dailyPublication = field("PubReason", {
  read: (flags) => (isObject(flags) ? (readFlag(flags.DailyPublication) ?? null) : null),
  type: "boolean",
  expected: "object",
  about: "whether the row is there because of daily publication; absent where the service does not say",
});
