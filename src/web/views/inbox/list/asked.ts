/** What rows of the inbox ask of the monitor: what a cause changed, and the name of a stock. */
import type { ChangesAnswer, EventRows } from "../../../../model/page/alerts.ts";
import type { StockNamesAnswer } from "../../../../model/page/stock.ts";
import { ask } from "../../../shell/calls.ts";
import { useLanguage } from "../../../shell/language.tsx";
import { createGathered } from "./gathered.ts";

const useChanges = createGathered<EventRows>(
  async (seqs, language) =>
    (await ask<ChangesAnswer>("api/changes", { events: seqs.join(","), language })).events,
);
const useName = createGathered<string>(
  async (codes) => (await ask<StockNamesAnswer>("api/stock-names", { codes: codes.join(",") })).names,
);

/** The rows of an event; undefined until they came, and where the log does not keep it. */
export function useEventRows(seq: number | undefined): EventRows | undefined {
  return useChanges(seq === undefined ? undefined : String(seq), useLanguage());
}

export function useStockName(code: string): string | undefined {
  return useName(code, useLanguage());
}
