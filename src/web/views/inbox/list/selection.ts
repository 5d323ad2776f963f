/** Alerts that the reader picked out of the list. */
import { alertsOf, type ListRow } from "./list-rows.ts";

export type Selection = ReadonlySet<string>;

/** Whether all, some or none of the alerts of a row are selected. */
export function selectedOf(row: ListRow, selection: Selection): "all" | "some" | "none" {
  const own = alertsOf(row);
  const count = own.filter((alert) => selection.has(alert)).length;
  return count === 0 ? "none" : count === own.length ? "all" : "some";
}

/** Selects the alerts of a row, or none of them where all are selected. */
export function toggled(selection: Selection, row: ListRow): Selection {
  return selecting(selection, [row], selectedOf(row, selection) !== "all");
}

/**
 * What a click with Shift means: the rows from the last one that was clicked to this one become what this one becomes.
 * @param from key of that row; where it is gone, this row alone is meant
 */
export function ranged(
  selection: Selection,
  rows: readonly ListRow[],
  from: string | undefined,
  to: ListRow,
): Selection {
  const end = rows.indexOf(to);
  const begin = rows.findIndex(({ key }) => key === from);
  if (begin < 0 || end < 0) return toggled(selection, to);
  const meant = rows.slice(Math.min(begin, end), Math.max(begin, end) + 1);
  return selecting(selection, meant, selectedOf(to, selection) !== "all");
}

function selecting(selection: Selection, rows: readonly ListRow[], isOn: boolean): Selection {
  const next = new Set(selection);
  for (const alert of rows.flatMap(alertsOf)) {
    if (isOn) next.add(alert);
    else next.delete(alert);
  }
  return next;
}
