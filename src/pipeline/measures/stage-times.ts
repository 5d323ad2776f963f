/** How long polls and the stages after them take, for whoever wants to know. */

/** The stages that work in one turn of the event loop, in their order. */
export const timedStages = ["compare", "judge", "notify", "commit"] as const;

export type TimedStage = (typeof timedStages)[number];

/** Takes note of times, in milliseconds; nothing of the pipeline depends on it. */
export interface StageTimes {
  /** Time that passes; nobody sets it. */
  elapsed(): number;
  /** A source's service answered, or failed, after so long. */
  asked(source: string, ms: number): void;
  did(stage: TimedStage, ms: number): void;
}

/** The stage, with a note of how long each call takes; without anybody who wants to know, the stage itself. */
export function timed<Input, Output>(
  stage: TimedStage,
  times: StageTimes | undefined,
  work: (input: Input) => Output,
): (input: Input) => Output {
  if (times === undefined) return work;
  return (input) => {
    const began = times.elapsed();
    try {
      return work(input);
    } finally {
      times.did(stage, times.elapsed() - began);
    }
  };
}

/** What a service answers, with a note of how long it took. */
export function timedAsking<Answer>(
  source: string,
  times: StageTimes | undefined,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  if (times === undefined) return ask();
  const began = times.elapsed();
  return ask().finally(() => times.asked(source, times.elapsed() - began));
}
