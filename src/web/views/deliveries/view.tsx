/** The deliveries: what waits, was sent and was given up, for each receiver and one by one. */
import { groupedNumber } from "../../../model/numbers.ts";
import type { DeliveriesAnswer, ShownDelivery, ShownState } from "../../../model/page/deliveries.ts";
import { Answered, AskedAction } from "../../parts/answered.tsx";
import { Tag, type Tone } from "../../parts/facts.tsx";
import { Moment } from "../../parts/moment.tsx";
import { RuleName } from "../../parts/names.tsx";
import { link } from "../../state/address.ts";
import { act, useAnswer, useEvery } from "../../state/calls.ts";

import { useLanguage, useTold, useWords } from "../../state/reader.ts";
import type { View, ViewProps } from "../view.ts";
import "./deliveries.css";
import { Receivers } from "./receivers.tsx";
import { words } from "./words.ts";

// One message: to whom, how it stands, each attempt with the answer, and the alerts that it tells.

const tones: Readonly<Record<ShownState, Tone>> = {
  waiting: "quiet",
  postponed: "warning",
  sent: "good",
  failed: "critical",
};

function Delivery({ delivery }: { readonly delivery: ShownDelivery }) {
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

const againMs = 5_000;
const states: readonly ShownState[] = ["waiting", "postponed", "sent", "failed"];
/** Filters that the address has, besides the page of the list. */
const filters = ["state", "output", "receiver", "address", "id"] as const;

function Deliveries({ query }: ViewProps) {
  const said = useWords(words);
  const times = useEvery(againMs);
  const asked = Object.fromEntries(query);
  const answered = useAnswer<DeliveriesAnswer>("api/deliveries", asked, times);
  const filtered = Object.fromEntries(filters.map((name) => [name, asked[name] ?? ""]));
  const only = asked.id === undefined ? [asked.receiver, asked.address].filter(Boolean).join(" ") : said.one;
  return (
    <>
      <Receivers version={times} />
      <section>
        <h2 id="messages">{said.messages}</h2>
        <nav class="choices" aria-label={said.filter}>
          {["", ...states].map((state) => (
            <a
              key={state}
              href={link("deliveries", [], { ...filtered, id: "", state })}
              aria-current={(asked.state ?? "") === state ? "true" : undefined}
            >
              {state === "" ? said.all : said.states[state as ShownState]}
            </a>
          ))}
        </nav>
        {only !== "" && (
          <p>
            {asked.id === undefined ? said.only(only) : only}{" "}
            <a href={link("deliveries", [], { state: asked.state ?? "" })}>{said.everyone}</a>
          </p>
        )}
        <Answered of={answered}>
          {({ deliveries, next }) => (
            <>
              {deliveries.length === 0 && <p>{said.none}</p>}
              <ul class="deliveries" aria-labelledby="messages">
                {deliveries.map((one) => (
                  <Delivery key={one.id} delivery={one} />
                ))}
              </ul>
              <p class="choices">
                {asked.before !== undefined && <a href={link("deliveries", [], filtered)}>{said.newest}</a>}
                {next !== undefined && (
                  <a href={link("deliveries", [], { ...filtered, before: String(next) })}>{said.older}</a>
                )}
              </p>
            </>
          )}
        </Answered>
      </section>
    </>
  );
}

export const deliveries: View = {
  path: "deliveries",
  title: { en: "Deliveries", ja: "配信" },
  inMenu: true,
  Page: Deliveries,
};
