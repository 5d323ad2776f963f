/** Parts of the schemas of rule keys: durations, and maps that need one of some keys. */
import { checkedText } from "../../lib/yaml/validate-yaml.ts";
import { durationMeant, lastingForm } from "../../model/duration.ts";

/** A duration of one form; its error proposes what was probably meant by another form. */
export const durationOf = (form: RegExp, message: string) =>
  checkedText((written) => {
    if (form.test(written)) return undefined;
    const meant = durationMeant(written);
    const suggestion = meant !== undefined && form.test(meant) ? `write ${meant}` : undefined;
    return { message, suggestion };
  }).meta({ pattern: form.source });

/** Any duration that is not 0. */
export const length = (about: string, ...examples: string[]) =>
  durationOf(lastingForm, "this is no duration; one looks like 30s, 15m, 1h, 1d or 3bd")
    .describe(about)
    .meta({ examples });

/** JSON Schema's words for a map that needs one of these keys. */
export const needs = (keys: readonly string[]) => keys.map((key) => ({ required: [key] }));
