/** What the rule would have told: asked for, or while it is typed, beside what it tells as its file has it. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { groupedNumber } from "../../../model/numbers.ts";
import type { BenchTryAnswer, BenchTryAsked } from "../../../model/page/bench.ts";
import { Failed } from "../../parts/answered.tsx";
import { TextField } from "../../parts/fields.tsx";
import { act, ask, CallError } from "../../state/calls.ts";
import { useWords } from "../../state/reader.ts";
import { TrialOutcome } from "./outcome.tsx";
import { benchWords } from "./words.ts";

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

export function TrialPanel({ text, rule, isGood }: TrialProps) {
  const [{ over, since, isAtOnce }, setAsked] = useState<AskedTrial>(firstAsked);
  const trial = useTrial();
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

const askEveryMs = 250;

interface RunningTrial {
  readonly answer: BenchTryAnswer | undefined;
  readonly error: CallError | undefined;
  /** Time that the last one took, ms. */
  readonly tookMs: number | undefined;
  /** Ends the one before. */
  start(asked: BenchTryAsked): void;
  stop(): void;
}

interface Known {
  readonly answer?: BenchTryAnswer | undefined;
  readonly error?: CallError | undefined;
  readonly tookMs?: number | undefined;
}

/** A try under way: it is started, asked how far it is, and ended. */
function useTrial(): RunningTrial {
  const [known, setKnown] = useState<Known>({});
  const running = useRef<AbortController>(undefined);
  const end = () => running.current?.abort();
  useEffect(() => end, []);
  const start = (asked: BenchTryAsked) => {
    end();
    const stopping = new AbortController();
    running.current = stopping;
    const hear = (next: Known) => {
      if (!stopping.signal.aborted) setKnown((last) => ({ ...last, ...next }));
    };
    follow(asked, stopping.signal, hear).catch((error: unknown) => {
      if (error instanceof CallError) hear({ answer: undefined, error });
    });
  };
  const stop = () => {
    end();
    setKnown((last) => ({ tookMs: last.tookMs }));
  };
  return { answer: known.answer, error: known.error, tookMs: known.tookMs, start, stop };
}

async function follow(asked: BenchTryAsked, signal: AbortSignal, hear: (next: Known) => void): Promise<void> {
  const began = performance.now();
  const { id } = await act<{ readonly id: string }>("api/bench/try", asked);
  const cancel = () => void act("api/bench/cancel", { id }).catch(() => {});
  if (signal.aborted) return cancel();
  signal.addEventListener("abort", cancel);
  for (;;) {
    const answer = await ask<BenchTryAnswer>("api/bench/try", { id });
    const isOver = answer.state !== "running";
    if (signal.aborted) return;
    // A short one shows no progress: what was shown before stays until its answer is there.
    if (isOver) {
      signal.removeEventListener("abort", cancel);
      return hear({ answer, tookMs: performance.now() - began, error: undefined });
    }
    if (performance.now() - began > 2 * askEveryMs) hear({ answer });
    await new Promise((resolve) => setTimeout(resolve, askEveryMs));
  }
}
