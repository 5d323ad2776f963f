/** The selected alerts of the list: of those that are no longer shown, none is. */
import { useMemo, useRef, useState } from "preact/hooks";
import type { OpenEpisode } from "../../../../client/feed-client.ts";
import type { ListRow } from "./list-rows.ts";
import { ranged, type Selection, toggled } from "./selection.ts";

const nothing: Selection = new Set();

export function useSelection(rows: readonly ListRow[], shown: readonly OpenEpisode[]) {
  const [picked, select] = useState(nothing);
  const from = useRef<string>(undefined);
  const selection = useMemo(() => {
    if (picked.size === 0) return nothing;
    return new Set(shown.flatMap(({ alert }) => (picked.has(alert) ? [alert] : [])));
  }, [picked, shown]);
  return {
    selection,
    select,
    /** @param isRange all rows from the last one that was picked are meant */
    pick(row: ListRow, isRange: boolean): void {
      select(isRange ? ranged(selection, rows, from.current, row) : toggled(selection, row));
      from.current = row.key;
    },
  };
}
