import type { SeriesInfo } from "./records.ts";

/**
 * Gives the same row with one copy of each text that many rows hold: tens of thousands of series have a few units,
 * categories and days between them.
 */
export function createShareTexts(): (row: SeriesInfo) => SeriesInfo {
  const shared = new Map<string, string>();
  const one = (text: string): string => {
    const known = shared.get(text);
    if (known === undefined) shared.set(text, text);
    return known ?? text;
  };
  return (row) => {
    if (row.unit !== undefined) row.unit = one(row.unit);
    if (row.frequency !== undefined) row.frequency = one(row.frequency);
    if (row.category !== undefined) row.category = one(row.category);
    if (row.lastUpdate !== undefined) row.lastUpdate = one(row.lastUpdate);
    row.layers = row.layers.map(one);
    return row;
  };
}
