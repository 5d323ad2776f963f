/** The box by which a row is selected; with Shift, all rows up to the last one that was clicked. */
import { useWords } from "../../../state/reader.ts";
import { words } from "../words.ts";

export interface PickProps {
  readonly selected: "all" | "some" | "none";
  /** What the row is about. */
  readonly about: string;
  toggle(isRange: boolean): void;
}

export function Pick({ selected, about, toggle }: PickProps) {
  const said = useWords(words);
  return (
    <label class="pick">
      <input
        type="checkbox"
        aria-label={said.select(about)}
        aria-keyshortcuts="x"
        checked={selected === "all"}
        indeterminate={selected === "some"}
        onClick={(event) => toggle(event.shiftKey)}
      />
    </label>
  );
}
