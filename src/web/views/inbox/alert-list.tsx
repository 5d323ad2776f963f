/** The rows of the inbox, with the keyboard that walks them, and what is done with those that are selected. */
import type { ComponentChildren } from "preact";
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { OpenEpisode } from "../../../client/feed-client.ts";
import { type ListMover, LongList } from "../../parts/long-list.tsx";
import { useAnswering } from "../../shell/answers.tsx";
import { useKeys } from "../../shell/keys.tsx";
import type { AskedAnswer } from "../../shell/undo-queue.ts";
import { refine } from "../../state/address.ts";
import { useMayAct, useNarrow, useWords } from "../../state/reader.ts";
import { type ListRow, listRows, ranged, type Selection, selectedOf, toggled } from "./list.ts";
import { InboxAlertRow, InboxStockRow } from "./row.tsx";
import { SelectedBar } from "./selected-bar.tsx";
import { inboxWords } from "./words.ts";
import "./list.css";

interface AlertListProps {
  readonly shown: readonly OpenEpisode[];
  readonly query: URLSearchParams;
}

export function AlertList({ shown, query }: AlertListProps) {
  const words = useWords(inboxWords);
  const mayAct = useMayAct();
  const { give } = useAnswering();
  const opened = query.get("open") ?? "";
  const rows = useMemo(() => listRows(shown, new Set(opened.split(","))), [shown, opened]);
  const { selection, select, pick } = useSelection(rows, shown);
  const { mover, current, stay } = useWalk(rows);
  const isNarrow = useNarrow();
  const answer = (asked: Omit<AskedAnswer, "by">) => {
    stay();
    select(new Set());
    void give(asked);
  };
  const chosen = () => shown.flatMap(({ alert }) => (selection.has(alert) ? [alert] : []));
  const giving = (what: "acknowledge" | "useful" | "not-useful", of: (row: ListRow) => string[]) => () => {
    const alerts = selection.size > 0 ? chosen() : rowsOf(current()).flatMap(of);
    if (mayAct && alerts.length > 0) answer({ do: what, alerts });
  };
  const toggle = () => {
    const row = current();
    if (mayAct && row !== undefined) pick(row, false);
  };
  const worths = { u: giving("useful", alertsOf), n: giving("not-useful", alertsOf) };
  useKeys({ x: toggle, a: giving("acknowledge", firingOf), ...worths, Escape: () => select(new Set()) });
  const rowOf = useRowOf({
    selection,
    mayAct,
    pick,
    open: (code) => refine({ path: "inbox", rest: [], query }, { open: turned(opened, code) }),
    acknowledge: (row) => void give({ do: "acknowledge", alerts: firingOf(row) }),
  });
  return (
    <>
      {mayAct && (
        <SelectShown
          {...{ selection, shown }}
          turn={(isOn) => select(new Set(isOn ? shown.map(({ alert }) => alert) : []))}
        />
      )}
      <LongList
        label={words.heading}
        all={rows}
        heightOf={isNarrow ? heights.narrow : heights.wide}
        keyOf={keyOf}
        mover={mover}
      >
        {rowOf}
      </LongList>
      {mayAct && (
        <SelectedBar
          count={selection.size}
          selectNone={() => select(new Set())}
          give={(what, terms) => answer({ do: what, alerts: chosen(), ...terms })}
        />
      )}
    </>
  );
}

interface SelectShownProps {
  readonly selection: Selection;
  readonly shown: readonly OpenEpisode[];
  turn(isOn: boolean): void;
}

function SelectShown({ selection, shown, turn }: SelectShownProps) {
  const words = useWords(inboxWords);
  return (
    <label class="select-shown">
      <input
        type="checkbox"
        checked={selection.size === shown.length}
        indeterminate={selection.size > 0 && selection.size < shown.length}
        onChange={({ currentTarget }) => turn(currentTarget.checked)}
      />
      {words.selectShown(shown.length)}
    </label>
  );
}

interface RowParts {
  readonly selection: Selection;
  readonly mayAct: boolean;
  pick(row: ListRow, isRange: boolean): void;
  open(code: string): void;
  acknowledge(row: ListRow): void;
}

/** Shows a row; the same function until what is selected changes, so that rows are not made again in vain. */
function useRowOf(parts: RowParts): (row: ListRow) => ComponentChildren {
  const latest = useRef(parts);
  latest.current = parts;
  const { selection, mayAct } = parts;
  return useCallback(
    (row) => {
      const pick = mayAct
        ? {
            selected: selectedOf(row, selection),
            toggle: (isRange: boolean) => latest.current.pick(row, isRange),
          }
        : undefined;
      const own = { pick, acknowledge: () => latest.current.acknowledge(row) };
      if (row.kind === "stock")
        return <InboxStockRow {...own} row={row} open={() => latest.current.open(row.code)} />;
      return <InboxAlertRow {...own} row={row} />;
    },
    [selection, mayAct],
  );
}

const rowsOf = (row: ListRow | undefined) => (row === undefined ? [] : [row]);
const episodesOf = (row: ListRow) => (row.kind === "stock" ? row.episodes : [row.episode]);
const alertsOf = (row: ListRow): string[] => episodesOf(row).map(({ alert }) => alert);

function firingOf(row: ListRow): string[] {
  return episodesOf(row).flatMap(({ alert, state }) => (state === "firing" ? [alert] : []));
}

/** The codes of open stocks, with or without one. */
function turned(opened: string, code: string): string {
  const codes = new Set(opened.split(",").filter(Boolean));
  if (!codes.delete(code)) codes.add(code);
  return [...codes].join(",");
}

const keyOf = ({ key }: ListRow) => key;

/** Guesses at the heights of rows in pixels, which the width of the window decides. */
const heights = {
  wide: ({ kind }: ListRow) => (kind === "stock" ? 60 : 80),
  narrow: ({ kind }: ListRow) => (kind === "stock" ? 110 : 160),
};

// The selected alerts of the list: of those that are no longer shown, none is.
const nothing: Selection = new Set();

/** The selected alerts of the list: of those that are no longer shown, none is. */
function useSelection(rows: readonly ListRow[], shown: readonly OpenEpisode[]) {
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

// The keyboard in the list: which row it is at, and where it goes.
/** The keyboard in the list: which row it is at, and where it goes. */
function useWalk(rows: readonly ListRow[]) {
  const mover = useRef<ListMover>(null);
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
