/** Whether the window is as narrow as a telephone; the style sheets say it by the same width. */
/// <reference lib="dom" />
import { useEffect, useState } from "preact/hooks";

const query = "(max-width: 40rem)";

export function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const changed = () => setNarrow(media.matches);
    media.addEventListener("change", changed);
    return () => media.removeEventListener("change", changed);
  }, []);
  return isNarrow;
}
