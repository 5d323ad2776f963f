/** The call or a file was wrong: told in plain lines, exit status 2. */
import { type Problem, problemLines } from "../lib/problem.ts";
import { StoreError } from "../model/store-faults.ts";

export class Refused extends Error {
  readonly problems: readonly Problem[];

  constructor(message: string, problems: readonly Problem[] = []) {
    super(message);
    this.name = "Refused";
    this.problems = problems;
  }
}

/** Lines for a person: the message, then every mistake with its line of the file. */
export function refusalLines({ message, problems }: Refused): string[] {
  return [`yagura: ${message}`, ...problems.flatMap(problemLines)];
}

/** Turns a refusal of the store, whose file is wrong, into one that ends the call with its one line. */
export function refusing<T>(open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw error instanceof StoreError ? new Refused(error.message) : error;
  }
}
