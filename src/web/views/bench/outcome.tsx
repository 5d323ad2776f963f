/** The outcome of a try: numbers of both forms of the rule, the alerts that only one gives, the first mails. */
import { groupedNumber } from "../../../model/numbers.ts";
import type { BenchTryResult, TriedAlerts, TriedOutcome } from "../../../model/page/bench.ts";
import "../../parts/table.css";
import { Moment } from "../../parts/moment.tsx";
import { useWords } from "../../shell/language.tsx";
import { words } from "./words.ts";

const measures = ["alerts", "alertsADay", "most", "mails", "mailsADay", "heldBack"] as const;

export function Outcome({ result }: { readonly result: BenchTryResult }) {
  const { span, events, edited, standing, onlyEdited, onlyStanding, both, mails, cannotKnow, simulated } =
    result;
  const said = useWords(words);
  return (
    <div role="status">
      {simulated.length > 0 && <p class="badge">{said.simulated(simulated.join(", "))}</p>}
      <p>
        {said.span} <Moment at={span.from} form="full" /> {said.until} <Moment at={span.to} form="full" />
        {said.end}
        {span.keptFrom !== undefined && span.keptFrom > span.from && (
          <>
            {said.kept} <Moment at={span.keptFrom} form="full" />
            {said.end}
          </>
        )}
        {said.events(groupedNumber(events))}
      </p>
      <div class="table">
        <table class="numbers">
          <caption>{said.numbers}</caption>
          <thead>
            <tr>
              <th scope="col">{said.measure}</th>
              <th scope="col" class="number">
                {said.edited}
              </th>
              {standing && (
                <th scope="col" class="number">
                  {said.standing}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {measures.map((measure) => (
              <tr key={measure}>
                <th scope="row">{said.measures[measure]}</th>
                <td class="number">{shown(edited, measure)}</td>
                {standing && <td class="number">{shown(standing, measure)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Alerts title={standing ? said.onlyEdited : said.all} of={onlyEdited} />
      {standing && <Alerts title={said.onlyStanding} of={onlyStanding} />}
      {standing && <Alerts title={said.both} of={both} />}
      {mails.length > 0 && (
        <details>
          <summary>{said.mails}</summary>
          {mails.map(({ time, title, text }) => (
            <article key={`${time}${title}`}>
              <h4>
                <Moment at={time} /> {title}
              </h4>
              <pre>{text}</pre>
            </article>
          ))}
        </details>
      )}
      {cannotKnow.length > 0 && (
        <details>
          <summary>{said.cannotKnow}</summary>
          <ul>
            {cannotKnow.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function shown(outcome: TriedOutcome, measure: (typeof measures)[number]): string {
  if (measure !== "heldBack") return groupedNumber(outcome[measure]);
  const reasons = Object.entries(outcome.heldBack).map(
    ([reason, times]) => `${reason} ${groupedNumber(times)}`,
  );
  return reasons.join(", ") || "0";
}

function Alerts({ title, of: { count, alerts } }: { readonly title: string; readonly of: TriedAlerts }) {
  const said = useWords(words);
  if (count === 0) return <p class="quiet">{`${title}: 0`}</p>;
  return (
    <details open={count <= 5}>
      <summary>{`${title}: ${groupedNumber(count)}`}</summary>
      {count > alerts.length && <p class="quiet">{said.firstOf(alerts.length)}</p>}
      <ol class="entries">
        {alerts.map(({ time, key, title: says, cause }) => (
          <li key={`${time} ${key} ${cause}`}>
            <Moment at={time} /> <span>{says}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}
