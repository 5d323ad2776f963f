/** What is left of each service's limits: its plan's requests, and pauses that it asked for. */
import { groupedNumber } from "../../../model/numbers.ts";
import type { ServiceLimit } from "../../../model/page/sources.ts";
import { useWords } from "../../state/reader.ts";
import { words } from "./words.ts";

export function Limits({ limits }: { readonly limits: readonly ServiceLimit[] }) {
  const said = useWords(words);
  const seconds = (ms: number) => groupedNumber(Math.ceil(ms / 1_000));
  return (
    <section>
      <h3>{said.plan}</h3>
      {limits.length === 0 && <p class="quiet">{said.noLimits}</p>}
      <ul class="limits">
        {limits.map(({ service, plan, calls, requests, left, windowMs, pausedMs }) => (
          <li key={`${service} ${calls}`}>
            <strong>{service}</strong> {plan !== undefined && said.planName(plan)}{" "}
            {calls === "" ? said.allCalls : calls}:{" "}
            {requests === undefined ? (
              said.noLimit
            ) : (
              <>
                <meter
                  min={0}
                  max={requests}
                  value={left ?? 0}
                  aria-label={`${said.left}: ${service} ${calls}`}
                />{" "}
                {said.left} {groupedNumber(left ?? 0)} {said.of(groupedNumber(requests), seconds(windowMs))}
              </>
            )}
            {pausedMs > 0 && <strong class="warning"> {said.refused(seconds(pausedMs))}</strong>}
          </li>
        ))}
      </ul>
    </section>
  );
}
