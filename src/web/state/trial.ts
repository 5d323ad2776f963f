/** What takes a while: it is started, asked how far it is, and ended where the page is left. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { TryAnswer } from "../../model/page/bench.ts";
import { act, ask, CallError } from "./calls.ts";

const askEveryMs = 250;

/** Where a trial is started and asked for, and where it is ended. */
interface TrialPaths {
  readonly run: string;
  readonly cancel: string;
}

interface RunningTrial<Asked, Result> {
  readonly answer: TryAnswer<Result> | undefined;
  readonly error: CallError | undefined;
  /** Time that the last one took, ms. */
  readonly tookMs: number | undefined;
  /** Ends the one before. */
  start(asked: Asked): void;
  stop(): void;
}

interface Known<Result> {
  readonly answer?: TryAnswer<Result> | undefined;
  readonly error?: CallError | undefined;
  readonly tookMs?: number | undefined;
}

/** A try under way: it is started, asked how far it is, and ended. */
export function useTrial<Asked extends object, Result>(paths: TrialPaths): RunningTrial<Asked, Result> {
  const [known, setKnown] = useState<Known<Result>>({});
  const running = useRef<AbortController>(undefined);
  const end = () => running.current?.abort();
  useEffect(() => end, []);
  const start = (asked: Asked) => {
    end();
    const stopping = new AbortController();
    running.current = stopping;
    const hear = (next: Known<Result>) => {
      if (!stopping.signal.aborted) setKnown((last) => ({ ...last, ...next }));
    };
    follow(paths, asked, stopping.signal, hear).catch((error: unknown) => {
      if (error instanceof CallError) hear({ answer: undefined, error });
    });
  };
  const stop = () => {
    end();
    setKnown((last) => ({ tookMs: last.tookMs }));
  };
  return { answer: known.answer, error: known.error, tookMs: known.tookMs, start, stop };
}

async function follow<Result>(
  paths: TrialPaths,
  asked: object,
  signal: AbortSignal,
  hear: (next: Known<Result>) => void,
): Promise<void> {
  const began = performance.now();
  const { id } = await act<{ readonly id: string }>(paths.run, asked);
  const cancel = () => void act(paths.cancel, { id }).catch(() => {});
  if (signal.aborted) return cancel();
  signal.addEventListener("abort", cancel);
  for (;;) {
    const answer = await ask<TryAnswer<Result>>(paths.run, { id });
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
