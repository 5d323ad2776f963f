/** A number that grows while the page is looked at, so that what has no events of its own is asked again. */
/// <reference lib="dom" />
import { useEffect, useState } from "preact/hooks";

export function useEvery(ms: number): number {
  const [times, setTimes] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) setTimes((before) => before + 1);
    }, ms);
    return () => clearInterval(timer);
  }, [ms]);
  return times;
}
