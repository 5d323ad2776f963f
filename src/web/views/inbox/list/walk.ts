/** The keyboard in the list: which row it is at, and where it goes. */
/// <reference lib="dom" />
import { useEffect, useRef } from "preact/hooks";
import type { RowsMover } from "../../../parts/list/rows.tsx";
import { useKeys } from "../../../shell/keys.tsx";
import type { ListRow } from "./list-rows.ts";

export function useWalk(rows: readonly ListRow[]) {
  const mover = useRef<RowsMover>(null);
  /** The row at which the keyboard was last, and its place then: it may be gone since. */
  const last = useRef({ key: "", place: -1 });
  const stayAt = useRef<number>(undefined);
  const place = (): number => {
    const focused = document.activeElement?.closest<HTMLElement>(".rows > li")?.dataset.key;
    const found = rows.findIndex(({ key }) => key === (focused ?? last.current.key));
    return found < 0 ? Math.min(last.current.place, rows.length - 1) : found;
  };
  const go = (to: number) => {
    const row = rows[to];
    if (row === undefined) return;
    last.current = { key: row.key, place: to };
    mover.current?.focus(to);
  };
  useKeys({ j: () => go(place() + 1), k: () => go(Math.max(0, place() - 1)) });
  useEffect(() => {
    if (stayAt.current === undefined) return;
    const to = Math.min(stayAt.current, rows.length - 1);
    stayAt.current = undefined;
    go(to);
  }, [rows]);
  return {
    mover,
    /** The row at which the keyboard is. */
    current: (): ListRow | undefined => rows[place()],
    /** The keyboard stays at its place in the list, though the row at it goes elsewhere: it is then at the next one. */
    stay(): void {
      stayAt.current = place();
    },
  };
}
