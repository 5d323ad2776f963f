/** A long list of which only what is on the screen is in the page: 100,000 entries scroll as ten do. */
/// <reference lib="dom" />
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import "./rows.css";

interface RowsProps<One> {
  /** What the list is, for one who hears the page. */
  readonly label: string;
  readonly all: readonly One[];
  /** Height of each row in pixels, the same for all. */
  readonly height: number;
  keyOf(one: One): string | number;
  /** What a row shows; asked once for each of its values while this is the same function and the row is there. */
  readonly children: (one: One) => ComponentChildren;
}

/** Rows beyond each edge of the window, so that the keyboard finds the next one there; fewer while the list is flung. */
const beyond = { resting: 12, flung: 1 };

interface Shown {
  readonly from: number;
  readonly to: number;
}

/** The page itself scrolls; the list takes the height of all its rows. */
export function Rows<One>({ label, all, height, keyOf, children }: RowsProps<One>) {
  const list = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState<Shown>({ from: 0, to: 2 * beyond.resting });
  const contentOf = useContent(children);
  const { length } = all;
  useEffect(() => {
    let frame = 0;
    let seen = { first: 0, last: 0 };
    const look = () => {
      frame = 0;
      const top = list.current?.getBoundingClientRect().top ?? 0;
      const [first, last] = [Math.floor(-top / height), Math.ceil((innerHeight - top) / height)];
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
  }, [height, length]);
  return (
    <ul class="rows" aria-label={label} ref={list} style={{ height: `${length * height}px` }}>
      {all.slice(shown.from, shown.to).map((one, index) => {
        const place = shown.from + index;
        return (
          <li
            key={keyOf(one)}
            aria-setsize={length}
            aria-posinset={place + 1}
            style={{ height: `${height}px`, transform: `translateY(${place * height}px)` }}
          >
            {contentOf(one)}
          </li>
        );
      })}
    </ul>
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
