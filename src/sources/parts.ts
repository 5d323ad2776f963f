/** Asking for the parts of a poll one by one, so that a broken part does not stop the others; and answers that were cut. */
import { Failure } from "../lib/failure.ts";
import type { PartFailure } from "./source.ts";

export interface PolledParts<Answer> {
  readonly answers: Answer[];
  readonly failures: PartFailure[];
}

/** Parts that are asked for at the same time: enough that one that times out does not hold up all others. */
const atOnce = 4;

/**
 * Answers in the order of `parts`. A Failure of a part is kept; any other error is a bug and thrown.
 * Throws a Failure when every part failed.
 */
export async function pollParts<Part, Answer>(
  parts: readonly Part[],
  scopeOf: (part: Part) => string,
  ask: (part: Part) => Promise<Answer>,
): Promise<PolledParts<Answer>> {
  const results: ({ answer: Answer } | PartFailure)[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < parts.length; index = next++) {
      const part = parts[index] as Part;
      results[index] = await ask(part).then(
        (answer) => ({ answer }),
        (error: unknown) => ({ scope: scopeOf(part), failure: asFailure(error) }),
      );
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, parts.length) }, worker));
  const answers = results.flatMap((result) => ("answer" in result ? [result.answer] : []));
  const failures = results.flatMap((result) => ("failure" in result ? [result] : []));
  refuseNothing(answers.length, failures);
  return { answers, failures };
}

/** The error if it is a Failure; throws it if it is a bug. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  throw error;
}

/** Throws when there are failures and nothing else: the first one, waiting as long as any of them asks. */
export function refuseNothing(answered: number, failures: readonly PartFailure[]): void {
  const first = failures[0];
  if (answered > 0 || first === undefined) return;
  if (failures.length === 1) throw first.failure;
  const waits = failures.flatMap(({ failure }) => failure.retryAfterMs ?? []);
  const { reason, message, status, misfit } = first.failure;
  throw new Failure(reason, `all ${failures.length} parts failed; ${first.scope}: ${message}`, {
    status,
    misfit,
    retryAfterMs: waits.length === 0 ? undefined : Math.max(...waits),
    cause: first.failure,
  });
}

/** Whether an answer was probably cut: it lost everything that was known, or more than half of it. */
export function isShrunk(known: number, answered: number): boolean {
  return known > 0 && (answered === 0 || answered * 2 < known);
}
