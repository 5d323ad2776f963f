/** A try under way: it is started, asked how far it is, and ended. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { BenchTryAnswer, BenchTryAsked } from "../../../model/page/bench.ts";
import { act, ask, CallError } from "../../state/calls.ts";

const askEveryMs = 250;

export interface Trial {
  readonly said: BenchTryAnswer | undefined;
  readonly error: CallError | undefined;
  /** Time that the last one took, ms. */
  readonly tookMs: number | undefined;
  /** Ends the one before. */
  start(asked: BenchTryAsked): void;
  stop(): void;
}

interface Known {
  readonly said?: BenchTryAnswer | undefined;
  readonly error?: CallError | undefined;
  readonly tookMs?: number | undefined;
}

export function useTrial(): Trial {
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
      if (error instanceof CallError) hear({ said: undefined, error });
    });
  };
  const stop = () => {
    end();
    setKnown((last) => ({ tookMs: last.tookMs }));
  };
  return { said: known.said, error: known.error, tookMs: known.tookMs, start, stop };
}

async function follow(asked: BenchTryAsked, signal: AbortSignal, hear: (next: Known) => void): Promise<void> {
  const began = performance.now();
  const { id } = await act<{ readonly id: string }>("api/bench/try", asked);
  const cancel = () => void act("api/bench/cancel", { id }).catch(() => {});
  if (signal.aborted) return cancel();
  signal.addEventListener("abort", cancel);
  for (;;) {
    const said = await ask<BenchTryAnswer>("api/bench/try", { id });
    const isOver = said.state !== "running";
    if (signal.aborted) return;
    // A short one shows no progress: what was shown before stays until its answer is there.
    if (isOver) {
      signal.removeEventListener("abort", cancel);
      return hear({ said, tookMs: performance.now() - began, error: undefined });
    }
    if (performance.now() - began > 2 * askEveryMs) hear({ said });
    await new Promise((resolve) => setTimeout(resolve, askEveryMs));
  }
}
