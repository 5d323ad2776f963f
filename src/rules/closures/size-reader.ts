import type { Language } from "../cel/language.ts";
import type { Node } from "../cel/syntax.ts";
import { compileClosure } from "./compile-closure.ts";
import type { Closure } from "./field-path.ts";
import { listReader } from "./list-reader.ts";

/** How many entries a list of the event has, or characters a text. */
export function sizeReader(measured: Node, language: Language): Closure | undefined {
  if (measured.checkedType?.name === "string") return characterCount(measured, language);
  const read = listReader(measured, language);
  return read && ((event) => read(event)?.length);
}

function characterCount(text: Node, language: Language): Closure | undefined {
  const read = compileClosure(text, language);
  return (
    read &&
    ((event) => {
      const value = read(event);
      return value === undefined ? undefined : countCharacters(value as string);
    })
  );
}

/** Two halves of a pair are one character. */
function countCharacters(text: string): number {
  let count = text.length;
  for (let at = 1; at < text.length; at++) {
    if (isLowHalf(text.charCodeAt(at)) && isHighHalf(text.charCodeAt(at - 1))) count -= 1;
  }
  return count;
}

const isHighHalf = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

const isLowHalf = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
