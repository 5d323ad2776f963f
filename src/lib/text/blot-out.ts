/** Secrets taken out of texts that a service wrote. */

/** A shorter one is part of ordinary words: it counts only where it stands by itself. */
const shortest = 4;

const sign = "***";

/** The text with `***` for each secret. */
export function blotOut(text: string, secrets: readonly string[]): string {
  // A secret may begin with another one.
  const longestFirst = secrets.filter((secret) => secret !== "").sort((a, b) => b.length - a.length);
  return longestFirst.reduce(
    (shown, secret) =>
      secret.length < shortest
        ? shown.replace(byItself(secret), () => sign)
        : shown.replaceAll(secret, () => sign),
    text,
  );
}

function byItself(secret: string): RegExp {
  const literal = secret.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, "gu");
}
