/** The state of the connection in words: up to date, or behind and since when; what is simulated, and what was missed. */
import { useState } from "preact/hooks";
import { Moment } from "../parts/moment.tsx";
import { useWords } from "./language.tsx";
import { useLive } from "./live.ts";
import { words } from "./words.ts";

export function Connection() {
  const { state, behindSince, simulated } = useLive();
  const said = useWords(words);
  return (
    <>
      {simulated.length > 0 && <strong class="badge">SIMULATED: {simulated.join(", ")}</strong>}
      <span class={`connection ${state.phase === "live" ? "live" : "lost"}`} role="status">
        {state.phase === "live" ? (
          said.live
        ) : state.phase === "closed" ? (
          said.closed(state.reason)
        ) : behindSince === undefined ? (
          state.phase === "connecting" ? (
            said.connecting
          ) : (
            `${said.notLive}, ${said.trying}`
          )
        ) : (
          <>
            {said.behindSince} <Moment at={behindSince} form="clock" />, {said.trying}
          </>
        )}
      </span>
    </>
  );
}

/** Why the days of made-up data are none of the clock's. */
export function SimulatedDays() {
  const { simulated } = useLive();
  const said = useWords(words);
  return simulated.length === 0 ? null : <p class="quiet simulated-days">{said.simulatedDays}</p>;
}

/** What could not be had any more, until the reader has taken note of it. */
export function Missed() {
  const { gap } = useLive();
  const said = useWords(words);
  const [noted, note] = useState<typeof gap>();
  if (gap === undefined || gap === noted || gap.to < gap.from) return null;
  return (
    <p class="gap" role="alert">
      {said.gap(gap.from, gap.to)}{" "}
      <button type="button" onClick={() => note(gap)}>
        {said.dismiss}
      </button>
    </p>
  );
}
