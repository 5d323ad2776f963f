/** Runs cases through the program's own `yagura test`, and says where it disagrees with what is promised. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { yagura } from "../../support/monitor.ts";
import type { Case, Outcome } from "./case.ts";
import { ruleOf, testOf } from "./write-case.ts";

export interface Disagreement {
  readonly name: string;
  /** The rule and the test as files, to run them again. */
  readonly rule: object;
  readonly test: object;
  readonly failure: string;
}

const settings = [
  "rules: rules",
  "state: data/yagura.db",
  'sources: { margin-alerts: { schedule: "0 */10 16-20 * * *" } }',
].join("\n");

export interface Run {
  readonly case: Case;
  /** What has to come of it. */
  readonly outcomes: readonly Outcome[];
}

export async function disagreements(runs: readonly Run[]): Promise<Disagreement[]> {
  const folder = mkdtempSync(join(tmpdir(), "yagura-"));
  try {
    const rules = runs.map(({ case: { name, rule } }) => ruleOf(name, rule));
    const tests = runs.map((run) => testOf(run.case, run.outcomes));
    mkdirSync(join(folder, "rules/tests"), { recursive: true });
    writeFileSync(join(folder, "monitor.yaml"), settings);
    writeFileSync(join(folder, "rules/rules.yaml"), file("rules", rules));
    writeFileSync(join(folder, "rules/tests/tests.yaml"), file("tests", tests));
    const { stdout, stderr } = await yagura(["test", "--json", "--config", join(folder, "monitor.yaml")]);
    return failures(stdout, stderr).map(({ name, failure }) => {
      const index = runs.findIndex((run) => run.case.name === name);
      return { name, rule: rules[index] ?? {}, test: tests[index] ?? {}, failure };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A file with an entry a line, so that places in it are short. */
function file(key: string, entries: readonly object[]): string {
  return `{"${key}":[\n${entries.map((entry) => JSON.stringify(entry)).join(",\n")}\n]}\n`;
}

function failures(stdout: string, stderr: string): { name: string; failure: string }[] {
  const answer = JSON.parse(stdout || `{"problems":${JSON.stringify(stderr)}}`);
  if (!Array.isArray(answer.tests))
    throw new Error(`the files were refused: ${JSON.stringify(answer).slice(0, 3000)}`);
  return answer.tests
    .filter(({ ok }: { ok: boolean }) => !ok)
    .map(({ name, failure }: { name: string; failure: string[] }) => ({ name, failure: failure.join("\n") }));
}
