/** Runs cases through the program's own `yagura test`, and says where it disagrees with what is promised. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { yagura } from "../../support/monitor.ts";
import type { Case } from "./case.ts";
import { promised } from "./oracle.ts";
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

export async function disagreements(cases: readonly Case[]): Promise<Disagreement[]> {
  const folder = mkdtempSync(join(tmpdir(), "yagura-"));
  try {
    const rules = cases.map(({ name, rule }) => ruleOf(name, rule));
    const tests = cases.map((one) => testOf(one, promised(one)));
    mkdirSync(join(folder, "rules/tests"), { recursive: true });
    writeFileSync(join(folder, "monitor.yaml"), settings);
    writeFileSync(join(folder, "rules/rules.yaml"), file("rules", rules));
    writeFileSync(join(folder, "rules/tests/tests.yaml"), file("tests", tests));
    const { stdout, stderr } = await yagura(["test", "--json", "--config", join(folder, "monitor.yaml")]);
    return failures(stdout, stderr).map(({ name, failure }) => {
      const index = cases.findIndex((one) => one.name === name);
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
  if (!Array.isArray(answer.tests)) throw new Error(`the files were refused: ${JSON.stringify(answer).slice(0, 3000)}`);
  return answer.tests
    .filter(({ ok }: { ok: boolean }) => !ok)
    .map(({ name, failure }: { name: string; failure: string[] }) => ({ name, failure: failure.join("\n") }));
}
