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
  children(one: One): ComponentChildren;
}

/** Rows beyond each edge of the window, so that the keyboard finds the next one there. */
const beyond = 12;

interface Shown {
  readonly from: number;
  readonly to: number;
}

/** The page itself scrolls; the list takes the height of all its rows. */
export function Rows<One>({ label, all, height, keyOf, children }: RowsProps<One>) {
  const list = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState<Shown>({ from: 0, to: 2 * beyond });
  const { length } = all;
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      const top = list.current?.getBoundingClientRect().top ?? 0;
      const from = Math.max(0, Math.floor(-top / height) - beyond);
      const to = Math.min(length, Math.ceil((innerHeight - top) / height) + beyond);
      setShown((last) => (last.from === from && last.to === to ? last : { from, to }));
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
            {children(one)}
          </li>
        );
      })}
    </ul>
  );
}
