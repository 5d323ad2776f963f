/** What the rule would have told: asked for, or while it is typed, beside what it tells as its file has it. */
import "../../parts/table.css";
import { useEffect, useState } from "preact/hooks";
import { groupedNumber } from "../../../model/numbers.ts";
import type { BenchTryAnswer, BenchTryResult, TriedAlerts, TriedOutcome } from "../../../model/page/bench.ts";
import { Failed } from "../../parts/answered.tsx";
import { Moment } from "../../parts/moment.tsx";
import { useWords } from "../../state/reader.ts";
import { useTrial } from "./use-trial.ts";
import { words } from "./words.ts";

interface TrialProps {
  readonly text: string;
  /** Name of the rule in its file; undefined: it is in none. */
  readonly rule: string | undefined;
  /** The text has no mistakes. */
  readonly isGood: boolean;
}

const overs = ["log", "history"] as const;
/** A try that takes longer is made only where it is asked for. */
const quickMs = 4_000;
const quietMs = 600;

export function Trial({ text, rule, isGood }: TrialProps) {
  const [over, setOver] = useState<(typeof overs)[number]>("log");
  const [since, setSince] = useState("90d");
  const [isAtOnce, setAtOnce] = useState(true);
  const trial = useTrial();
  const said = useWords(words);
  const start = () => trial.start({ text, over, since, ...(rule !== undefined && { rule }) });
  const isQuick = over === "log" && (trial.tookMs ?? 0) < quickMs;
  useEffect(() => {
    if (!(isAtOnce && isGood && isQuick)) return;
    const timer = setTimeout(start, quietMs);
    return () => clearTimeout(timer);
  }, [text, rule, isGood, isAtOnce, over, since]);
  const isRunning = trial.said?.state === "running";
  return (
    <section aria-label={said.trial} class="trial">
      <h3>{said.trial}</h3>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        <label>
          {said.over}{" "}
          <select value={over} onChange={(event) => setOver(event.currentTarget.value as typeof over)}>
            {overs.map((one) => (
              <option key={one} value={one}>
                {said.overs[one]}
              </option>
            ))}
          </select>
        </label>
        <label>
          {said.since}{" "}
          <input
            value={since}
            size={10}
            title={said.sinceHint}
            onInput={(event) => setSince(event.currentTarget.value)}
          />
        </label>
        <button type="submit" disabled={!isGood}>
          {said.try}
        </button>
        {isRunning && (
          <button type="button" onClick={trial.stop}>
            {said.stop}
          </button>
        )}
        {over === "log" && (
          <label class="check">
            <input
              type="checkbox"
              checked={isAtOnce}
              onChange={(event) => setAtOnce(event.currentTarget.checked)}
            />{" "}
            {said.atOnce}
          </label>
        )}
      </form>
      {trial.error && <Failed error={trial.error} />}
      {trial.said && <Said of={trial.said} />}
    </section>
  );
}

function Said({ of }: { readonly of: BenchTryAnswer }) {
  const said = useWords(words);
  if (of.state === "done") return <Outcome result={of.result} />;
  if (of.state === "refused")
    return (
      <div class="failed" role="alert">
        <p>{of.message}</p>
        <ul>
          {of.problems.map(({ file, line, column, message }) => (
            <li key={`${file}:${line}:${column}:${message}`}>
              {file}:{line}:{column}: {message}
            </li>
          ))}
        </ul>
      </div>
    );
  const { done, all, day } = of;
  const [a, b] = [groupedNumber(done), groupedNumber(all)];
  return (
    <p role="status">
      <progress aria-label={said.trial} {...(all > 0 && { max: all, value: done })} />{" "}
      {all === 0 ? said.starting : day === undefined ? said.running(a, b) : said.playing(day, a, b)}
    </p>
  );
}

// The outcome of a try: numbers of both forms of the rule, the alerts that only one gives, the first mails.

const measures = ["alerts", "alertsADay", "most", "mails", "mailsADay", "heldBack"] as const;

function Outcome({ result }: { readonly result: BenchTryResult }) {
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
