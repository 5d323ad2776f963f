/** Gives one copy of texts that many rows hold. */
export type ShareTexts = (text: string) => string;

/** Texts that all rows have for themselves, such as names, would fill the memory that sharing is to save. */
const mostShared = 20_000;

/**
 * A catalogue has up to 166,513 series, which have a few units, categories, periods and days between them.
 */
export function createShareTexts(): ShareTexts {
  const shared = new Map<string, string>();
  return (text) => {
    const known = shared.get(text);
    if (known === undefined && shared.size < mostShared) shared.set(text, text);
    return known ?? text;
  };
}
