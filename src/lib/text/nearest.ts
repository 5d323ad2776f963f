/** Finds the name that was probably meant by one that is unknown. */
import { distance } from "fastest-levenshtein";

/** Comparing takes the product of the lengths. */
const longestName = 200;

/** The candidate that was probably meant, or undefined where none is near. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > longestName) return undefined;
  let best: string | undefined;
  // A third of the letters may be wrong; beyond that a suggestion only confuses.
  let least = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of candidates) {
    // Whoever said the very name meant it.
    if (candidate === name) return undefined;
    const apart = lettersApart(name.toLowerCase(), candidate.toLowerCase());
    if (apart < least) {
      least = apart;
      best = candidate;
    }
  }
  return best;
}

// Letters in another order are one slip of the fingers.
function lettersApart(a: string, b: string): number {
  const sorted = (word: string): string => [...word].sort().join("");
  return a !== b && a.length === b.length && sorted(a) === sorted(b) ? 1 : distance(a, b);
}

export function didYouMean(name: string, candidates: Iterable<string>): string | undefined {
  const meant = nearest(name, candidates);
  return meant === undefined ? undefined : `did you mean \`${meant}\`?`;
}

/** Orders texts by their code units, whatever the language of the machine; an absent one is empty. */
export function compareTexts(one = "", other = ""): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
