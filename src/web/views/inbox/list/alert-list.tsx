/** The rows of the inbox, with the keyboard that walks them, and what is done with those that are selected. */
import type { ComponentChildren } from "preact";
import { useCallback, useMemo, useRef } from "preact/hooks";
import type { OpenEpisode } from "../../../../client/feed-client.ts";
import { Rows } from "../../../parts/list/rows.tsx";
import { useNarrow } from "../../../parts/narrow.ts";
import { refine } from "../../../shell/address.ts";
import { useAnswering } from "../../../shell/answers/answers.tsx";
import type { AskedAnswer } from "../../../shell/answers/undo-queue.ts";
import { useKeys } from "../../../shell/keys.tsx";
import { useWords } from "../../../shell/language.tsx";
import { useMayAct } from "../../../shell/session.ts";
import "./list.css";
import { words } from "../words.ts";
import { type ListRow, listRows } from "./list-rows.ts";
import { Row } from "./row.tsx";
import { SelectedBar } from "./selected-bar.tsx";
import { type Selection, selectedOf } from "./selection.ts";
import { StockRow } from "./stock-row.tsx";
import { useSelection } from "./use-selection.ts";
import { useWalk } from "./walk.ts";

interface AlertListProps {
  readonly shown: readonly OpenEpisode[];
  readonly query: URLSearchParams;
}

export function AlertList({ shown, query }: AlertListProps) {
  const said = useWords(words);
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
  const acknowledge = (row: ListRow | undefined) => {
    const alerts = selection.size > 0 ? chosen() : row === undefined ? [] : firingOf(row);
    if (mayAct && alerts.length > 0) answer({ do: "acknowledge", alerts });
  };
  const toggle = () => {
    const row = current();
    if (mayAct && row !== undefined) pick(row, false);
  };
  useKeys({ x: toggle, a: () => acknowledge(current()), Escape: () => select(new Set()) });
  const rowOf = useRowOf({
    ...{ selection, mayAct, pick },
    open: (code) => refine({ path: "inbox", rest: [], query }, { open: turned(opened, code) }),
    acknowledge: (row) => void give({ do: "acknowledge", alerts: firingOf(row) }),
  });
  return (
    <>
      {mayAct && (
        <label class="select-shown">
          <input
            type="checkbox"
            checked={selection.size === shown.length}
            indeterminate={selection.size > 0 && selection.size < shown.length}
            onChange={({ currentTarget }) =>
              select(new Set(currentTarget.checked ? shown.map(({ alert }) => alert) : []))
            }
          />
          {said.selectShown(shown.length)}
        </label>
      )}
      <Rows
        label={said.heading}
        all={rows}
        heightOf={isNarrow ? heights.narrow : heights.wide}
        keyOf={keyOf}
        mover={mover}
      >
        {rowOf}
      </Rows>
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
        return <StockRow {...own} row={row} open={() => latest.current.open(row.code)} />;
      return <Row {...own} row={row} />;
    },
    [selection, mayAct],
  );
}

function firingOf(row: ListRow): string[] {
  const episodes = row.kind === "stock" ? row.episodes : [row.episode];
  return episodes.flatMap(({ alert, state }) => (state === "firing" ? [alert] : []));
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
