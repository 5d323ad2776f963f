/** Checks a text while it is typed: one question at a time, the newest text next. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { BenchCheckAnswer } from "../../../model/page/bench.ts";
import { act, CallError } from "../../state/calls.ts";

/** Quiet after a key before the text is checked. */
const quietMs = 250;

export interface Checked {
  /** The newest answer, of the text before while a newer one is checked. */
  readonly answer: BenchCheckAnswer | undefined;
  /** The answer is of the text as it is. */
  readonly isCurrent: boolean;
  readonly error: CallError | undefined;
}

interface Known {
  readonly answer?: BenchCheckAnswer;
  readonly of?: string;
  readonly error?: CallError;
}

export function useCheck(text: string | undefined, rule: string | undefined): Checked {
  const [known, setKnown] = useState<Known>({});
  const asking = useRef(false);
  const [turn, setTurn] = useState(0);
  const question = text === undefined ? undefined : JSON.stringify([rule, text]);
  useEffect(() => {
    if (text === undefined || known.of === question || asking.current) return;
    const timer = setTimeout(() => {
      asking.current = true;
      const body = { text, ...(rule !== undefined && { rule }) };
      act<BenchCheckAnswer>("api/bench/check", body)
        .then(
          (answer) => setKnown({ answer, of: question ?? "" }),
          (error: unknown) => setKnown({ of: question ?? "", ...(error instanceof CallError && { error }) }),
        )
        .finally(() => {
          asking.current = false;
          setTurn((last) => last + 1);
        });
    }, quietMs);
    return () => clearTimeout(timer);
  }, [question, known.of, turn]);
  return { answer: known.answer, isCurrent: known.of === question, error: known.error };
}
