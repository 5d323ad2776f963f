/** `npm run conformance -- COMMAND ARGS`: plays the cases of docs/clients/conformance.yaml to a client that is a program. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { Case } from "./cases.ts";
import { type Command, createProgram } from "./child.ts";
import { playCase, type Verdict } from "./play.ts";

/** Plays cases, several at a time, each to a program of its own; gives what became of each. */
export async function playAll(
  cases: readonly Case[],
  command: Command,
  atOnce = 4,
): Promise<Map<string, Verdict>> {
  const verdicts = new Map<string, Verdict>();
  const left = [...cases];
  const work = async () => {
    const program = createProgram(command);
    for (let one = left.shift(); one !== undefined; one = left.shift()) {
      const verdict = await playCase(one, program.cast);
      verdicts.set(one.name, verdict);
      // What it still does must not be taken for the next case.
      if (verdict.kind === "failed") await program.end();
    }
    await program.end();
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return verdicts;
}

export function readCases(): Case[] {
  return parse(readFileSync("docs/clients/conformance.yaml", "utf8"));
}

/** Says what became of the cases; gives whether all that the client supports passed. */
export function sayVerdicts(verdicts: ReadonlyMap<string, Verdict>): boolean {
  const count = { passed: 0, unsupported: 0, failed: 0 };
  for (const [name, verdict] of verdicts) {
    count[verdict.kind] += 1;
    if (verdict.kind === "failed") process.stdout.write(`${name}: ${verdict.why}\n`);
  }
  process.stdout.write(`${JSON.stringify(count)}\n`);
  return count.failed === 0 && count.passed > 0;
}
