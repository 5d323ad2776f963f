/** What there is for each receiver, and a test message to it. */

import { groupedNumber } from "../../../model/numbers.ts";
import type {
  DeliveryPlace,
  DeliveryPlacesAnswer,
  ShownState,
  TrialAnswer,
} from "../../../model/page/deliveries.ts";
import { Action, Answered } from "../../parts/answered.tsx";

import { type Column, Table } from "../../parts/table.tsx";
import { link } from "../../state/address.ts";
import { act, useAnswer } from "../../state/calls.ts";
import { useWords } from "../../state/reader.ts";
import { words } from "./words.ts";

const states: readonly ShownState[] = ["waiting", "postponed", "failed", "sent"];

export function Receivers({ version }: { readonly version: number }) {
  const said = useWords(words);
  const answered = useAnswer<DeliveryPlacesAnswer>("api/deliveries/places", {}, version);
  return (
    <section class="receivers">
      <h2>{said.receivers}</h2>
      <Answered of={answered}>
        {({ places, mostCounted, left, simulated }) => (
          <>
            {simulated.length > 0 && <p class="quiet">{said.simulated(simulated.join(", "))}</p>}
            {places.length === 0 ? (
              <p>{said.noReceivers}</p>
            ) : (
              <Table
                isTitled
                caption={said.receivers}
                rows={places}
                columns={columnsOf(said, mostCounted)}
                rowKey={({ receiver, address }) => `${receiver} ${address}`}
              />
            )}
            {left > 0 && <p>{said.leftReceivers(groupedNumber(left))}</p>}
          </>
        )}
      </Answered>
    </section>
  );
}

function columnsOf(said: (typeof words)["en"], mostCounted: number): Column<DeliveryPlace>[] {
  const counted = (count: number) => `${groupedNumber(count)}${count >= mostCounted ? "+" : ""}`;
  return [
    {
      key: "receiver",
      title: said.receiver,
      value: ({ receiver }) => receiver,
      show: ({ receiver, output, address }) => (
        <div class="receiver">
          <span>
            <a href={link("deliveries", [], { receiver })}>{receiver}</a> <span class="quiet">{address}</span>
          </span>
          <TestMessage output={output} address={address} />
        </div>
      ),
    },
    ...states.map(
      (state): Column<DeliveryPlace> => ({
        key: state,
        title: said.states[state],
        value: ({ counts }) => counts[state],
        show: ({ counts, output, address }) =>
          counts[state] === 0 ? (
            "0"
          ) : (
            <a href={link("deliveries", [], { output, address, state })}>{counted(counts[state])}</a>
          ),
      }),
    ),
  ];
}

function TestMessage({ output, address }: { readonly output: string; readonly address: string }) {
  const said = useWords(words);
  const send = async () => {
    const { ok, message } = await act<TrialAnswer>("api/deliveries/test", { output, address });
    return ok ? said.testSent(message) : said.testFailed(message);
  };
  return <Action label={said.test} about={address} act={send} />;
}
