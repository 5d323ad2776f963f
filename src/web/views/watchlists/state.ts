/** What the lines of a list show besides the list itself. */
import { useMemo } from "preact/hooks";
import type { WatchlistAnswer } from "../../../model/page/watchlists.ts";
import { useLive } from "../../state/live.ts";

/** A list of the settings takes the usual columns whether it has them yet or not. */
export function columnsOf({ isInSettings, columns }: WatchlistAnswer): string[] {
  return isInSettings ? [...new Set([...columns, "note", "shares", "price", "side"])] : [...columns];
}

/** Number of open alerts and the gravest of them, by stock. */
export type OpenAlerts = ReadonlyMap<string, { readonly count: number; readonly severity: string }>;

const gravities = ["info", "warning", "critical"];

export function useOpenAlerts(): OpenAlerts {
  const { episodes } = useLive();
  return useMemo(() => {
    const open = new Map<string, { count: number; severity: string }>();
    for (const { subject, severity: own } of episodes ?? []) {
      const { count, severity } = open.get(subject) ?? { count: 0, severity: "" };
      const graver = gravities.indexOf(own) > gravities.indexOf(severity) ? own : severity;
      open.set(subject, { count: count + 1, severity: graver });
    }
    return open;
  }, [episodes]);
}
