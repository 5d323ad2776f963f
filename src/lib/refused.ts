/** The call or a file was wrong: told in plain lines, exit status 2. */
import type { Problem } from "./problem.ts";

export class Refused extends Error {
  readonly problems: readonly Problem[];

  constructor(message: string, problems: readonly Problem[] = []) {
    super(message);
    this.name = "Refused";
    this.problems = problems;
  }
}
