/** What the rule would have told: asked for, or while it is typed, beside what it tells as its file has it. */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { groupedNumber } from "../../../model/numbers.ts";
import type { BenchTryAnswer, BenchTryAsked, BenchTryResult } from "../../../model/page/bench.ts";
import { Failed } from "../../parts/answered.tsx";
import { TextField } from "../../parts/fields.tsx";
import { useWords } from "../../state/reader.ts";
import { useTrial } from "../../state/trial.ts";
import { TrialOutcome } from "./outcome.tsx";
import { benchWords } from "./words.ts";

interface TrialProps {
  readonly text: string;
  /** Name of the rule in its file; undefined: it is in none. */
  readonly rule: string | undefined;
  /** The text has no mistakes. */
  readonly isGood: boolean;
}

const paths = { run: "api/bench/try", cancel: "api/bench/cancel" };
const overs = ["log", "history"] as const;
/** A try that takes longer is made only where it is asked for. */
const quickMs = 4_000;
const quietMs = 600;

export function TrialPanel({ text, rule, isGood }: TrialProps) {
  const [{ over, since, isAtOnce }, setAsked] = useState<AskedTrial>(firstAsked);
  const trial = useTrial<BenchTryAsked, BenchTryResult>(paths);
  const words = useWords(benchWords);
  const start = () => trial.start({ text, over, since, ...(rule !== undefined && { rule }) });
  const isQuick = over === "log" && (trial.tookMs ?? 0) < quickMs;
  useEffect(() => {
    if (!(isAtOnce && isGood && isQuick)) return;
    const timer = setTimeout(start, quietMs);
    return () => clearTimeout(timer);
  }, [text, rule, isGood, isAtOnce, over, since]);
  return (
    <section aria-label={words.trial} class="trial">
      <h3>{words.trial}</h3>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        <TrialFields
          asked={{ over, since, isAtOnce }}
          change={(changes) => setAsked((last) => ({ ...last, ...changes }))}
        >
          <button type="submit" disabled={!isGood}>
            {words.try}
          </button>
          {trial.answer?.state === "running" && (
            <button type="button" onClick={trial.stop}>
              {words.stop}
            </button>
          )}
        </TrialFields>
      </form>
      {trial.error && <Failed error={trial.error} />}
      {trial.answer && <TrialAnswer of={trial.answer} />}
    </section>
  );
}

interface AskedTrial {
  readonly over: (typeof overs)[number];
  readonly since: string;
  /** While the rule is typed. */
  readonly isAtOnce: boolean;
}

const firstAsked: AskedTrial = { over: "log", since: "90d", isAtOnce: true };

interface TrialFieldsProps {
  readonly asked: AskedTrial;
  readonly children: ComponentChildren;
  change(changes: Partial<AskedTrial>): void;
}

function TrialFields({ asked: { over, since, isAtOnce }, children, change }: TrialFieldsProps) {
  const words = useWords(benchWords);
  return (
    <>
      <label>
        {words.over}{" "}
        <select
          value={over}
          onChange={({ currentTarget }) => change({ over: currentTarget.value as typeof over })}
        >
          {overs.map((one) => (
            <option key={one} value={one}>
              {words.overs[one]}
            </option>
          ))}
        </select>
      </label>
      <TextField
        label={words.since}
        value={since}
        size={10}
        title={words.sinceHint}
        change={(text) => change({ since: text })}
      />
      {children}
      {over === "log" && (
        <label class="check">
          <input
            type="checkbox"
            checked={isAtOnce}
            onChange={({ currentTarget }) => change({ isAtOnce: currentTarget.checked })}
          />{" "}
          {words.atOnce}
        </label>
      )}
    </>
  );
}

function TrialAnswer({ of }: { readonly of: BenchTryAnswer }) {
  const words = useWords(benchWords);
  if (of.state === "done") return <TrialOutcome result={of.result} />;
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
      <progress aria-label={words.trial} {...(all > 0 && { max: all, value: done })} />{" "}
      {all === 0 ? words.starting : day === undefined ? words.running(a, b) : words.playing(day, a, b)}
    </p>
  );
}
