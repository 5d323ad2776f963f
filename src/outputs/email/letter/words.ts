/** The words of fields: those of the item's own table; a field without any speaks for itself. */
import { type FieldWords, markOf } from "../../../model/field-marks.ts";
import type { EventTypes } from "../../../model/known-types.ts";

/** How a field of an item is shown. */
export type WordsOf = (field: string) => FieldWords;

/** The words of the items of a type. */
export function wordsFor(type: string, { known }: EventTypes): WordsOf {
  const shape = known.get(type as `${string}.${string}`)?.item.shape ?? {};
  return (field) => {
    const schema = Object.hasOwn(shape, field) ? shape[field] : undefined;
    return (schema && markOf(schema)?.words) ?? { label: spaced(field) };
  };
}

/** As in "New field2 name". */
function spaced(field: string): string {
  const words = field.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
