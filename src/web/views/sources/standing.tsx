/** How a source stands and what is due of it, what is left of its service's limits, and the button that has it polled. */
import { sourceReason } from "../../../model/news-words.ts";
import { groupedNumber } from "../../../model/numbers.ts";
import type { PollNowAnswer, ServiceLimit, ShownSource } from "../../../model/page/sources.ts";
import { Action } from "../../parts/answered.tsx";
import { Tag, type Tone } from "../../parts/facts.tsx";
import { shownDay } from "../../parts/moment.tsx";
import { act } from "../../state/calls.ts";
import { type Language, useLanguage, useWords } from "../../state/reader.ts";
import { sourcesWords } from "./words.ts";

const tones: Readonly<Record<ShownSource["state"], Tone>> = {
  waiting: "quiet",
  ok: "good",
  failing: "critical",
  quarantined: "warning",
};

export function StateTag({ of: { state, hold, outage } }: { readonly of: ShownSource }) {
  const said = useWords(sourcesWords);
  return (
    <>
      <Tag tone={tones[state]}>{said.states[state]}</Tag>
      {hold && ` ${groupedNumber(hold.items)} ${said.items}`}
      {state !== "failing" && outage && (
        <>
          {" "}
          <Tag tone="critical">{said.states.failing}</Tag>
        </>
      )}
    </>
  );
}

export function DueTag({ of: { due, late } }: { readonly of: ShownSource }) {
  const said = useWords(sourcesWords);
  const language = useLanguage();
  if (late) return <Tag tone="warning">{said.late(shownDay(late.day, language))}</Tag>;
  if (due?.last === undefined) return <span class="quiet">{said.noDue}</span>;
  const { isSeen } = due.last;
  const day = shownDay(due.last.day, language);
  return <Tag tone={isSeen ? "good" : "quiet"}>{isSeen ? said.dueSeen(day) : said.dueAwaited(day)}</Tag>;
}

export function ServiceLimits({ limits }: { readonly limits: readonly ServiceLimit[] }) {
  const said = useWords(sourcesWords);
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

export function PollNowButton({ source }: { readonly source: string }) {
  const said = useWords(sourcesWords);
  const language = useLanguage();
  const poll = async () => {
    const answer = await act<PollNowAnswer>("control/sources/poll", { source });
    const { outcome, events, reason = "", message = "", held } = answer;
    if (outcome === "under-way") return said.polled.underWay;
    if (outcome === "unwritten") return said.polled.unwritten(message);
    if (outcome === "failed") return said.polled.failed(reasonWords(reason, language), message);
    const quarantined = held === undefined ? "" : said.polled.held(groupedNumber(held));
    return `${said.polled.answered(groupedNumber(events))}${quarantined}`;
  };
  return <Action label={said.pollNow} about={source} act={poll} />;
}

/** Why a source fails, in words; a reason of a newer monitor is shown as it is. */
export function reasonWords(reason: string, language: Language): string {
  return sourceReason.values[reason]?.[language] ?? reason;
}
