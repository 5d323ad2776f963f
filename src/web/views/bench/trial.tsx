/** What the rule would have told: asked for, or while it is typed, beside what it tells as its file has it. */
/// <reference lib="dom" />
import { useEffect, useState } from "preact/hooks";
import { groupedNumber } from "../../../model/numbers.ts";
import type { BenchTryAnswer } from "../../../model/page/bench.ts";
import { Failed } from "../../parts/answered.tsx";
import { useWords } from "../../shell/language.tsx";
import { Outcome } from "./outcome.tsx";
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
