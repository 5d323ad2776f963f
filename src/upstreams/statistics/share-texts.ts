import type { SeriesInfo } from "./records.ts";

/**
 * The same rows with one copy of each text that many of them hold: tens of thousands of series have a few units,
 * categories and days between them.
 */
export function shareTexts(rows: SeriesInfo[]): SeriesInfo[] {
  const shared = new Map<string, string>();
  const one = (text: string): string => {
    const known = shared.get(text);
    if (known === undefined) shared.set(text, text);
    return known ?? text;
  };
  for (const row of rows) {
    if (row.unit !== undefined) row.unit = one(row.unit);
    if (row.frequency !== undefined) row.frequency = one(row.frequency);
    if (row.category !== undefined) row.category = one(row.category);
    if (row.lastUpdate !== undefined) row.lastUpdate = one(row.lastUpdate);
    row.layers = row.layers.map(one);
  }
  return rows;
}
