/** Folds as much of a text as expressions search. A few letters stand for several others, so both ends are cut. */
import { createFolder } from "../../lib/text/fold.ts";
import { type FoldedUnits, foldUnits } from "../../lib/text/fold-units.ts";
import { longestText } from "./meter.ts";

const foldKnown = createFolder(500_000);

export function foldSearched(text: string): string {
  return foldKnown(seen(text)).slice(0, longestText);
}

/** The same for searches of many words; to be used before the next call. */
export function foldSearchedUnits(text: string): FoldedUnits {
  const folded = foldUnits(seen(text));
  return folded.length > longestText ? { ...folded, length: longestText } : folded;
}

function seen(text: string): string {
  return text.length > longestText ? text.slice(0, longestText) : text;
}
