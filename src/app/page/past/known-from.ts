/** From which day on there is data, by where it is from. */
import type { KnownFrom, Origin } from "../../../model/page/stock.ts";

export interface DatedRow {
  readonly day: string;
  readonly origin: Origin;
}

export function knownFrom(rows: readonly DatedRow[], isCut: boolean): KnownFrom {
  const first = (origin: Origin): Partial<Record<Origin, string>> => {
    let least: string | undefined;
    for (const row of rows)
      if (row.origin === origin && !(least !== undefined && least <= row.day)) least = row.day;
    return least === undefined ? {} : { [origin]: least };
  };
  return { ...first("history"), ...first("live"), ...(isCut && { isCut }) };
}
