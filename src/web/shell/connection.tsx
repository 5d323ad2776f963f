/** The state of the connection in words, with what is simulated and what was missed. */
import { useWords } from "./language.tsx";
import { useLive } from "./live.ts";
import { words } from "./words.ts";

export function Connection() {
  const { state, simulated, gap } = useLive();
  const said = useWords(words);
  const text =
    state.phase === "live" || state.phase === "connecting"
      ? said[state.phase]
      : state.phase === "closed"
        ? said.closed(state.reason)
        : said.behind(state.phase === "waiting" ? state.reason : state.phase);
  return (
    <>
      {simulated.length > 0 && <strong class="badge">SIMULATED: {simulated.join(", ")}</strong>}
      <span class={state.phase === "live" ? "live" : "quiet"} role="status">
        {text}
      </span>
      {gap && gap.to >= gap.from && (
        <p class="gap" role="alert">
          {said.gap(gap.from, gap.to)}
        </p>
      )}
    </>
  );
}
