/**
 * A long list of which only what is on the screen is in the page: 100,000 entries scroll as ten do. Rows have the height
 * that they need; room stands for those above and below, guessed until they were seen.
 */
import type { ComponentChildren, Ref } from "preact";
import { useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import "./long-list.css";

export interface ListMover {
  /** Moves the keyboard to the main link or button of a row, which has `data-main`. */
  focus(index: number): void;
}

interface RowsProps<One> {
  /** What the list is, for one who hears the page. */
  readonly label: string;
  readonly all: readonly One[];
  /** Guess at the height of a row that was not seen yet, in pixels. Another function forgets what was seen. */
  heightOf(one: One): number;
  keyOf(one: One): string;
  /** What a row shows; asked once for each of its values while this is the same function and the row is there. */
  readonly children: (one: One) => ComponentChildren;
  readonly mover?: Ref<ListMover>;
}

/** Rows beyond each edge of the window, so that the keyboard finds the next one there; fewer while the list is flung. */
const beyond = { resting: 12, flung: 1 };

interface Shown {
  readonly from: number;
  readonly to: number;
}

/** The page itself scrolls; the list takes the height of all its rows. */
export function LongList<One>({ label, all, heightOf, keyOf, children, mover }: RowsProps<One>) {
  const list = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState<Shown>({ from: 0, to: 2 * beyond.resting });
  const contentOf = useContent(children);
  const heights = useHeights({ all, heightOf, keyOf, list });
  const { length } = all;
  useWindow({ list, heights, length, setShown });
  useMover({ list, all, keyOf, heights, mover });
  const from = Math.min(shown.from, length);
  const to = Math.min(shown.to, length);
  const above = heights.known.offset(from);
  const below = heights.known.offset(length) - heights.known.offset(to);
  return (
    <ul
      class="rows"
      aria-label={label}
      ref={list}
      style={{ "--above": `${above}px`, "--below": `${below}px` }}
    >
      {all.slice(from, to).map((one, index) => (
        <li key={keyOf(one)} data-key={keyOf(one)} aria-setsize={length} aria-posinset={from + index + 1}>
          {contentOf(one)}
        </li>
      ))}
    </ul>
  );
}

interface Heights {
  readonly known: RowHeights;
  /** Notes how high the rows are that are in the page. */
  measure(): void;
}

type List = { readonly current: HTMLUListElement | null };

function useHeights<One>({
  all,
  heightOf,
  keyOf,
  list,
}: Pick<RowsProps<One>, "all" | "heightOf" | "keyOf"> & { readonly list: List }): Heights {
  const seen = useMemo(() => new Map<string, number>(), [heightOf]);
  return useMemo(() => {
    const known = new RowHeights(all.length, (index) => {
      const one = all[index] as One;
      return seen.get(keyOf(one)) ?? heightOf(one);
    });
    return {
      known,
      measure() {
        for (const row of rowsOf(list)) {
          const { key = "" } = row.dataset;
          const { height } = row.getBoundingClientRect();
          if (seen.get(key) === height) continue;
          seen.set(key, height);
          known.set(Number(row.ariaPosInSet) - 1, height);
        }
      },
    };
  }, [all, heightOf]);
}

function rowsOf({ current }: List): HTMLElement[] {
  return [...(current?.children ?? [])] as HTMLElement[];
}

interface Watching {
  readonly list: List;
  readonly heights: Heights;
  readonly length: number;
  setShown(change: (before: Shown) => Shown): void;
}

/** Keeps those rows in the page that are on the screen, and some more. */
function useWindow({ list, heights, length, setShown }: Watching): void {
  useLayoutEffect(() => {
    let frame = 0;
    let seen = { first: 0, last: 0 };
    const look = () => {
      frame = 0;
      heights.measure();
      const top = list.current?.getBoundingClientRect().top ?? 0;
      const first = heights.known.at(-top);
      const last = heights.known.at(innerHeight - top) + 1;
      // Nothing that was seen is seen now: the next frame may be elsewhere again.
      const isFlung = first >= seen.last || last <= seen.first;
      seen = { first, last };
      const more = isFlung ? beyond.flung : beyond.resting;
      const from = Math.max(0, first - more);
      const to = Math.min(length, last + more);
      setShown((before) => (before.from === from && before.to === to ? before : { from, to }));
      if (isFlung) ask();
    };
    const ask = () => {
      if (frame === 0) frame = requestAnimationFrame(look);
    };
    look();
    addEventListener("scroll", ask, { passive: true });
    addEventListener("resize", ask);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("scroll", ask);
      removeEventListener("resize", ask);
    };
  }, [heights, length]);
}

interface Moving<One> extends Pick<RowsProps<One>, "all" | "keyOf"> {
  readonly mover: Ref<ListMover> | undefined;
  readonly list: List;
  readonly heights: Heights;
}

/** Moves the keyboard to a row; one that is not in the page is scrolled to first. */
function useMover<One>({ list, all, keyOf, heights, mover }: Moving<One>): void {
  const wanted = useRef<string>(undefined);
  const tryFocus = () => {
    const row = rowsOf(list).find(({ dataset }) => dataset.key === wanted.current);
    if (row === undefined) return false;
    wanted.current = undefined;
    row.querySelector<HTMLElement>("[data-main]")?.focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
    return true;
  };
  useEffect(() => {
    if (wanted.current !== undefined) tryFocus();
  });
  useImperativeHandle(
    mover ?? null,
    () => ({
      focus(index) {
        const one = all[index];
        if (one === undefined) return;
        wanted.current = keyOf(one);
        if (tryFocus()) return;
        const top = list.current?.getBoundingClientRect().top ?? 0;
        scrollTo({ top: scrollY + top + heights.known.offset(index) - innerHeight / 3 });
      },
    }),
    [all, heights],
  );
}

/** Keeps what the shown rows are made of: a row that only moves is not made again. */
function useContent<One>(make: (one: One) => ComponentChildren): (one: One) => ComponentChildren {
  const kept = useRef({ make, made: new Map<One, ComponentChildren>() });
  if (kept.current.make !== make) kept.current = { make, made: new Map() };
  const { made } = kept.current;
  if (made.size > mostKept) made.clear();
  return (one) => {
    const content = made.get(one) ?? make(one);
    made.set(one, content);
    return content;
  };
}

const mostKept = 500;

// Heights of a long list's rows: those that were seen, and a guess for the others. Places are found without
// adding all up.

const blockSize = 256;

export class RowHeights {
  readonly #heights: Float64Array;
  readonly #blocks: Float64Array;

  /** @param heightOf what is known of a row, or the guess, in pixels */
  constructor(count: number, heightOf: (index: number) => number) {
    this.#heights = Float64Array.from({ length: count }, (_, index) => heightOf(index));
    this.#blocks = new Float64Array(Math.ceil(count / blockSize));
    for (let index = 0; index < count; index += 1) this.#add(index, this.#heights[index] ?? 0);
  }

  /** Notes the height of a row that was seen; one that there is not is left out. */
  set(index: number, height: number): void {
    const before = this.#heights[index];
    if (before === undefined) return;
    this.#heights[index] = height;
    this.#add(index, height - before);
  }

  /** Pixels from the beginning of the list to that of a row; to the end of the list for one behind the last. */
  offset(index: number): number {
    const block = Math.floor(index / blockSize);
    let sum = 0;
    for (let at = 0; at < Math.min(block, this.#blocks.length); at += 1) sum += this.#blocks[at] ?? 0;
    const end = Math.min(index, this.#heights.length);
    for (let at = block * blockSize; at < end; at += 1) sum += this.#heights[at] ?? 0;
    return sum;
  }

  /** The row at a place, the first or the last one where there is none. */
  at(pixels: number): number {
    let rest = Math.max(0, pixels);
    let block = 0;
    while (block < this.#blocks.length - 1 && rest >= (this.#blocks[block] ?? 0)) {
      rest -= this.#blocks[block] ?? 0;
      block += 1;
    }
    let index = block * blockSize;
    while (index < this.#heights.length - 1 && rest >= (this.#heights[index] ?? 0)) {
      rest -= this.#heights[index] ?? 0;
      index += 1;
    }
    return Math.max(0, Math.min(index, this.#heights.length - 1));
  }

  #add(index: number, height: number): void {
    const block = Math.floor(index / blockSize);
    this.#blocks[block] = (this.#blocks[block] ?? 0) + height;
  }
}
