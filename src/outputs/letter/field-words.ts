/** How fields of items are shown in a mail, in the language of its reader. */
import { type FieldWords, markOf } from "../../model/fields.ts";
import type { Language } from "../../model/language.ts";
import { plainLine, type Voice } from "./voice.ts";

/** The words of a field in one language. */
interface ShownWords extends Pick<FieldWords, "grouped" | "hidden"> {
  readonly label: string;
  /** Stands right after a number, with a blank at its beginning where the language has one there. */
  readonly unit?: string;
  /** The words of values from a closed list. */
  readonly values?: Readonly<Record<string, string>>;
}

/** Looks up how a field of an item is shown. */
export type WordsOf = (field: string) => ShownWords;

/** The words of the items of a type, from the item's own table; a field without any speaks for itself. */
export function wordsFor(type: string, { types, language }: Pick<Voice, "types" | "language">): WordsOf {
  const shape = types.known.get(type as `${string}.${string}`)?.item.shape ?? {};
  return (field) => {
    const schema = Object.hasOwn(shape, field) ? shape[field] : undefined;
    const words = schema && markOf(schema)?.words;
    return words ? inLanguage(words, language) : { label: spaced(field) };
  };
}

function inLanguage({ label, unit, values, ...rest }: FieldWords, language: Language): ShownWords {
  const gap = language === "ja" ? "" : " ";
  const named = Object.entries(values ?? {}).map(([value, words]) => [value, words[language]]);
  return {
    ...rest,
    label: label[language],
    ...(unit && { unit: `${gap}${unit[language]}` }),
    ...(values && { values: Object.fromEntries(named) }),
  };
}

const labelMax = 60;

/** A field's own name as words, such as "New field2 name". */
function spaced(field: string): string {
  const words = plainLine(field, labelMax)
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
