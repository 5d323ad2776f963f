/** The deliveries: what waits, was sent and was given up, for each receiver and one by one. */
import { groupedNumber } from "../../../model/numbers.ts";
import type {
  DeliveriesAnswer,
  DeliveryPlace,
  DeliveryPlacesAnswer,
  ShownDelivery,
  ShownState,
  TrialAnswer,
} from "../../../model/page/alerts.ts";
import { Action, AskedAction, WhenAnswered } from "../../parts/answered.tsx";
import { Tag, type Tone } from "../../parts/facts.tsx";
import { ShownMoment } from "../../parts/moment.tsx";
import { RuleName } from "../../parts/names.tsx";
import { countText, SortedTable, type TableColumn } from "../../parts/table.tsx";
import { link } from "../../state/address.ts";
import { act, useAnswer, useEvery } from "../../state/calls.ts";
import { useLanguage, useTranslated, useWords } from "../../state/reader.ts";
import type { View, ViewProps } from "../view.ts";
import { deliveriesWords } from "./words.ts";
import "./deliveries.css";

const tones: Readonly<Record<ShownState, Tone>> = {
  waiting: "quiet",
  postponed: "warning",
  sent: "good",
  failed: "critical",
};

/** One message: to whom, how it stands, each attempt with the answer, and the alerts that it tells. */
function Delivery({ delivery }: { readonly delivery: ShownDelivery }) {
  const words = useWords(deliveriesWords);
  const { id, state, subject, address, receivers, output, reason, tries, tried, nextAt } = delivery;
  const [last] = tries;
  return (
    <li>
      <div class="delivery">
        <Tag tone={tones[state]}>{words.states[state]}</Tag>
        <strong>{subject === "" ? `${output} ${id}` : subject}</strong>
        <a class="quiet to" href={link("deliveries", [], { output, address })}>
          {receivers.join(", ")} {address}
        </a>
        <span class="when">
          <ShownMoment at={delivery.endedAt ?? delivery.queuedAt} />
        </span>
      </div>
      {(state === "failed" || state === "postponed") && (
        <p class={state === "failed" ? "failed" : "warning"}>
          {reason !== undefined && `${words.reasons[reason]}: `}
          {last?.answer}
          {nextAt !== undefined && (
            <>
              {" "}
              · {words.next} <ShownMoment at={nextAt} form="clock" />
            </>
          )}
        </p>
      )}
      <details>
        <summary>
          {words.details} ({tried === 0 ? words.noAttempt : words.attempts(groupedNumber(tried))})
        </summary>
        <Attempts delivery={delivery} />
        <Alerts delivery={delivery} />
        {(state === "failed" || state === "sent") && (
          <AskedAction
            label={words.again}
            question={words.askAgain}
            about={`${subject} ${address}`}
            act={() => act("api/deliveries/again", { id }).then(() => words.waitsAgain)}
          />
        )}
      </details>
    </li>
  );
}

function Attempts({ delivery: { tries, queuedAt } }: { readonly delivery: ShownDelivery }) {
  const words = useWords(deliveriesWords);
  const translated = useTranslated();
  return (
    <ul class="attempts">
      {tries.map(({ at, outcome, answer }) => (
        <li key={`${at} ${outcome}`}>
          <ShownMoment at={at} form="full" /> {words.outcomes[outcome]}: <q>{translated(answer)}</q>
        </li>
      ))}
      <li>
        <ShownMoment at={queuedAt} form="full" /> {words.queued}
      </li>
    </ul>
  );
}

function Alerts({ delivery: { alerts, hasMore } }: { readonly delivery: ShownDelivery }) {
  const words = useWords(deliveriesWords);
  const language = useLanguage();
  if (alerts.length === 0) return <p class="quiet">{words.noAlerts}</p>;
  return (
    <>
      <h3>{words.alerts}</h3>
      <ul>
        {alerts.map(({ id, title, titles, rule }) => (
          <li key={id}>
            <a href={link("alert", [id])}>{titles?.[language] ?? title}</a>{" "}
            <a class="quiet" href={link("rules", [rule])}>
              <RuleName rule={rule} />
            </a>
          </li>
        ))}
        {hasMore && <li>{words.moreAlerts}</li>}
      </ul>
    </>
  );
}

const againMs = 5_000;
const states: readonly ShownState[] = ["waiting", "postponed", "sent", "failed"];

/** Filters that the address has, besides the page of the list. */
const filters = ["state", "output", "receiver", "address", "id"] as const;

function Deliveries({ query }: ViewProps) {
  const words = useWords(deliveriesWords);
  const times = useEvery(againMs);
  const asked = Object.fromEntries(query);
  const answered = useAnswer<DeliveriesAnswer>("api/deliveries", asked, times);
  const filtered = Object.fromEntries(filters.map((name) => [name, asked[name] ?? ""]));
  const only = asked.id === undefined ? [asked.receiver, asked.address].filter(Boolean).join(" ") : words.one;
  return (
    <>
      <Receivers version={times} />
      <section>
        <h2 id="messages">{words.messages}</h2>
        <nav class="choices" aria-label={words.filter}>
          {["", ...states].map((state) => (
            <a
              key={state}
              href={link("deliveries", [], { ...filtered, id: "", state })}
              aria-current={(asked.state ?? "") === state ? "true" : undefined}
            >
              {state === "" ? words.all : words.states[state as ShownState]}
            </a>
          ))}
        </nav>
        {only !== "" && (
          <p>
            {asked.id === undefined ? words.only(only) : only}{" "}
            <a href={link("deliveries", [], { state: asked.state ?? "" })}>{words.everyone}</a>
          </p>
        )}
        <WhenAnswered of={answered}>
          {({ deliveries, next }) => (
            <>
              {deliveries.length === 0 && <p>{words.none}</p>}
              <ul class="deliveries" aria-labelledby="messages">
                {deliveries.map((one) => (
                  <Delivery key={one.id} delivery={one} />
                ))}
              </ul>
              <p class="choices">
                {asked.before !== undefined && <a href={link("deliveries", [], filtered)}>{words.newest}</a>}
                {next !== undefined && (
                  <a href={link("deliveries", [], { ...filtered, before: String(next) })}>{words.older}</a>
                )}
              </p>
            </>
          )}
        </WhenAnswered>
      </section>
    </>
  );
}

export const deliveriesView: View = {
  path: "deliveries",
  words: deliveriesWords,
  inMenu: true,
  Page: Deliveries,
};

const columnStates: readonly ShownState[] = ["waiting", "postponed", "failed", "sent"];

function Receivers({ version }: { readonly version: number }) {
  const words = useWords(deliveriesWords);
  const answered = useAnswer<DeliveryPlacesAnswer>("api/deliveries/places", {}, version);
  return (
    <section class="receivers">
      <h2>{words.receivers}</h2>
      <WhenAnswered of={answered}>
        {({ places, mostCounted, left, simulated }) => (
          <>
            {simulated.length > 0 && <p class="quiet">{words.simulated(simulated.join(", "))}</p>}
            {places.length === 0 ? (
              <p>{words.noReceivers}</p>
            ) : (
              <SortedTable
                isTitled
                caption={words.receivers}
                rows={places}
                columns={columnsOf(words, mostCounted)}
                rowKey={({ receiver, address }) => `${receiver} ${address}`}
              />
            )}
            {left > 0 && <p>{words.leftReceivers(groupedNumber(left))}</p>}
          </>
        )}
      </WhenAnswered>
    </section>
  );
}

function columnsOf(words: (typeof deliveriesWords)["en"], mostCounted: number): TableColumn<DeliveryPlace>[] {
  return [
    {
      key: "receiver",
      title: words.receiver,
      show: ({ receiver, output, address }) => (
        <div class="receiver">
          <span>
            <a href={link("deliveries", [], { receiver })}>{receiver}</a> <span class="quiet">{address}</span>
          </span>
          <TestMessage output={output} address={address} />
        </div>
      ),
    },
    ...columnStates.map(
      (state): TableColumn<DeliveryPlace> => ({
        key: state,
        title: words.states[state],
        value: ({ counts }) => counts[state],
        show: ({ counts, output, address }) =>
          counts[state] === 0 ? (
            "0"
          ) : (
            <a href={link("deliveries", [], { output, address, state })}>
              {countText(counts[state], mostCounted)}
            </a>
          ),
      }),
    ),
  ];
}

function TestMessage({ output, address }: { readonly output: string; readonly address: string }) {
  const words = useWords(deliveriesWords);
  const send = async () => {
    const { ok, message } = await act<TrialAnswer>("api/deliveries/test", { output, address });
    return ok ? words.testSent(message) : words.testFailed(message);
  };
  return <Action label={words.test} about={address} act={send} />;
}
