import { createFolder } from "../../lib/text/fold.ts";
import { longestText } from "./meter.ts";

const foldKnown = createFolder(500_000);

/** Folds as much of a text as expressions search. A few letters stand for eighteen others, so both ends are cut. */
export function foldSearched(text: string): string {
  const seen = text.length > longestText ? text.slice(0, longestText) : text;
  return foldKnown(seen).slice(0, longestText);
}
