/** One message: to whom, how it stands, each attempt with the answer, and the alerts that it tells. */

import { groupedNumber } from "../../../model/numbers.ts";
import type { ShownDelivery, ShownState } from "../../../model/page/deliveries.ts";
import { AskedAction } from "../../parts/asked-action.tsx";
import { Moment } from "../../parts/moment.tsx";
import { RuleName } from "../../parts/rule-name.tsx";
import { Tag, type Tone } from "../../parts/tag.tsx";
import { link } from "../../shell/address.ts";
import { act } from "../../shell/calls.ts";
import { useLanguage, useTold, useWords } from "../../shell/language.tsx";
import { words } from "./words.ts";

const tones: Readonly<Record<ShownState, Tone>> = {
  waiting: "quiet",
  postponed: "warning",
  sent: "good",
  failed: "critical",
};

export function Delivery({ delivery }: { readonly delivery: ShownDelivery }) {
  const said = useWords(words);
  const { id, state, subject, address, receivers, output, reason, tries, tried, nextAt } = delivery;
  const [last] = tries;
  return (
    <li>
      <div class="delivery">
        <Tag tone={tones[state]}>{said.states[state]}</Tag>
        <strong>{subject === "" ? `${output} ${id}` : subject}</strong>
        <a class="quiet to" href={link("deliveries", [], { output, address })}>
          {receivers.join(", ")} {address}
        </a>
        <span class="when">
          <Moment at={delivery.endedAt ?? delivery.queuedAt} />
        </span>
      </div>
      {(state === "failed" || state === "postponed") && (
        <p class={state === "failed" ? "failed" : "warning"}>
          {reason !== undefined && `${said.reasons[reason]}: `}
          {last?.answer}
          {nextAt !== undefined && (
            <>
              {" "}
              · {said.next} <Moment at={nextAt} form="clock" />
            </>
          )}
        </p>
      )}
      <details>
        <summary>
          {said.details} ({tried === 0 ? said.noAttempt : said.attempts(groupedNumber(tried))})
        </summary>
        <Attempts delivery={delivery} />
        <Alerts delivery={delivery} />
        {(state === "failed" || state === "sent") && (
          <AskedAction
            label={said.again}
            question={said.askAgain}
            about={`${subject} ${address}`}
            act={() => act("api/deliveries/again", { id }).then(() => said.waitsAgain)}
          />
        )}
      </details>
    </li>
  );
}

function Attempts({ delivery: { tries, queuedAt } }: { readonly delivery: ShownDelivery }) {
  const said = useWords(words);
  const told = useTold();
  return (
    <ul class="attempts">
      {tries.map(({ at, outcome, answer }) => (
        <li key={`${at} ${outcome}`}>
          <Moment at={at} form="full" /> {said.outcomes[outcome]}: <q>{told(answer)}</q>
        </li>
      ))}
      <li>
        <Moment at={queuedAt} form="full" /> {said.queued}
      </li>
    </ul>
  );
}

function Alerts({ delivery: { alerts, hasMore } }: { readonly delivery: ShownDelivery }) {
  const said = useWords(words);
  const language = useLanguage();
  if (alerts.length === 0) return <p class="quiet">{said.noAlerts}</p>;
  return (
    <>
      <h3>{said.alerts}</h3>
      <ul>
        {alerts.map(({ id, title, titles, rule }) => (
          <li key={id}>
            <a href={link("alert", [id])}>{titles?.[language] ?? title}</a>{" "}
            <a class="quiet" href={link("rules", [rule])}>
              <RuleName rule={rule} />
            </a>
          </li>
        ))}
        {hasMore && <li>{said.moreAlerts}</li>}
      </ul>
    </>
  );
}
