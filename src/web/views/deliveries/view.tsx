/** The deliveries: what waits, was sent and was given up, for each receiver and one by one. */
import type { DeliveriesAnswer, ShownState } from "../../../model/page/deliveries.ts";
import { Answered } from "../../parts/answered.tsx";
import { useEvery } from "../../parts/every.ts";
import { link } from "../../shell/address.ts";
import { useAnswer } from "../../shell/calls.ts";
import { useWords } from "../../shell/language.tsx";
import type { View, ViewProps } from "../view.ts";
import "./deliveries.css";
import { Delivery } from "./delivery.tsx";
import { Receivers } from "./receivers.tsx";
import { words } from "./words.ts";

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
