/** The outcome of a try: numbers of both forms of the rule, the alerts that only one gives, the first mails. */
import { groupedNumber } from "../../../model/numbers.ts";
import type { BenchTryResult, TriedAlerts, TriedOutcome } from "../../../model/page/bench.ts";
import { ShownMoment } from "../../parts/moment.tsx";
import { useTranslated, useWords } from "../../state/reader.ts";
import { benchWords } from "./words.ts";
import "../../parts/table.css";

const measures = ["alerts", "alertsADay", "most", "mails", "mailsADay", "heldBack"] as const;

type ResultProps = { readonly result: BenchTryResult };

export function TrialOutcome({ result }: ResultProps) {
  const words = useWords(benchWords);
  const translated = useTranslated();
  const { standing, onlyEdited, onlyStanding, both, mails, cannotKnow, simulated } = result;
  return (
    <div role="status">
      {simulated.length > 0 && <p class="badge">{words.simulated(simulated.join(", "))}</p>}
      <Span result={result} />
      <Numbers result={result} />
      <Alerts title={standing ? words.onlyEdited : words.all} of={onlyEdited} />
      {standing && <Alerts title={words.onlyStanding} of={onlyStanding} />}
      {standing && <Alerts title={words.both} of={both} />}
      {mails.length > 0 && (
        <details>
          <summary>{words.mails}</summary>
          {mails.map(({ time, title, text }) => (
            <article key={`${time}${title}`}>
              <h4>
                <ShownMoment at={time} /> {title}
              </h4>
              <pre>{text}</pre>
            </article>
          ))}
        </details>
      )}
      {cannotKnow.length > 0 && (
        <details>
          <summary>{words.cannotKnow}</summary>
          <ul>
            {cannotKnow.map((one) => (
              <li key={one}>{translated(one)}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** From when to when was tried, and how many events there were. */
function Span({ result: { span, events } }: ResultProps) {
  const words = useWords(benchWords);
  return (
    <p>
      {words.span} <ShownMoment at={span.from} form="full" /> {words.until}{" "}
      <ShownMoment at={span.to} form="full" />
      {words.end}
      {span.keptFrom !== undefined && span.keptFrom > span.from && (
        <>
          {words.kept} <ShownMoment at={span.keptFrom} form="full" />
          {words.end}
        </>
      )}
      {words.events(groupedNumber(events))}
    </p>
  );
}

function Numbers({ result: { edited, standing } }: ResultProps) {
  const words = useWords(benchWords);
  return (
    <div class="table">
      <table class="numbers">
        <caption>{words.numbers}</caption>
        <thead>
          <tr>
            <th scope="col">{words.measure}</th>
            <th scope="col" class="number">
              {words.edited}
            </th>
            {standing && (
              <th scope="col" class="number">
                {words.standing}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {measures.map((measure) => (
            <tr key={measure}>
              <th scope="row">{words.measures[measure]}</th>
              <td class="number">{shown(edited, measure)}</td>
              {standing && <td class="number">{shown(standing, measure)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
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
  const words = useWords(benchWords);
  if (count === 0) return <p class="quiet">{`${title}: 0`}</p>;
  return (
    <details open={count <= 5}>
      <summary>{`${title}: ${groupedNumber(count)}`}</summary>
      {count > alerts.length && <p class="quiet">{words.firstOf(alerts.length)}</p>}
      <ol class="entries">
        {alerts.map(({ time, key, title: says, cause }) => (
          <li key={`${time} ${key} ${cause}`}>
            <ShownMoment at={time} /> <span>{says}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}
