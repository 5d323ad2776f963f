/** What a chart shows, kept while the mouse is down in it: drawn anew, a stretch that is being chosen would be lost. */
/// <reference lib="dom" />
import { useRef, useState } from "preact/hooks";

interface Held<Shown> {
  /** The newest that was not held back. */
  readonly shown: Shown;
  /** Until the mouse is let go, wherever that is. */
  hold(): void;
}

export function useHeld<Shown>(newest: Shown): Held<Shown> {
  const [isHeld, setHeld] = useState(false);
  const shown = useRef(newest);
  if (!isHeld) shown.current = newest;
  return {
    shown: shown.current,
    hold() {
      setHeld(true);
      addEventListener("mouseup", () => setHeld(false), { once: true });
    },
  };
}
