/** Runs cases through the program's own `yagura test`, and says where it disagrees with what is promised. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { yagura } from "../../support/monitor.ts";
import type { Case, Outcome } from "./case.ts";
import { testOf } from "./write-case.ts";
import { listsOf, rulesOf, standingOf, watcherOf } from "./write-rule.ts";

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
  "sources:",
  '  margin-alerts: { schedule: "0 */10 16-20 * * *" }',
  '  short-sale-reports: { schedule: "0 */10 16-20 * * *" }',
].join("\n");

export interface Run {
  readonly case: Case;
  /** What has to come of it. */
  readonly outcomes: readonly Outcome[];
}

export async function disagreements(runs: readonly Run[]): Promise<Disagreement[]> {
  const folder = mkdtempSync(join(tmpdir(), "yagura-"));
  try {
    mkdirSync(join(folder, "rules/tests"), { recursive: true });
    writeFileSync(join(folder, "monitor.yaml"), settings);
    const first = await ran(folder, runs);
    if (first.refused.length === 0) return first.failed.map((failure) => disagreement(runs, failure));
    // A rule that can never fire is refused when it is read; of such nothing may be promised.
    const isRefused = ({ case: { name } }: Run) =>
      first.refused.includes(name) || first.refused.includes(watcherOf(name));
    const wronged = runs.filter(({ case: { name, rule, watcher }, outcomes }) =>
      outcomes.some(({ list, isWatchers }) => {
        // A sequence in a map of `any` need not be complete for the others to fire.
        if (list !== "alerts" || (isWatchers ? watcher : rule)?.any) return false;
        return first.refused.includes(isWatchers ? watcherOf(name) : name);
      }),
    );
    const failure = "refused as never complete, and an alert is promised";
    const { failed } = await ran(
      folder,
      runs.filter((run) => !isRefused(run)),
    );
    const all = [...wronged.map(({ case: { name } }) => ({ name, failure })), ...failed];
    return all.map((one) => disagreement(runs, one));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Failed {
  readonly name: string;
  readonly failure: string;
}

function disagreement(runs: readonly Run[], { name, failure }: Failed): Disagreement {
  const run = runs.find((one) => one.case.name === name);
  if (run === undefined) return { name, rule: {}, test: {}, failure };
  const rule = { ...aboveRules([run]), rules: rulesOf(run.case) };
  return { name, rule, test: testOf(run.case, run.outcomes), failure };
}

/** What failed, or the rules that were refused since they can never fire. */
async function ran(folder: string, runs: readonly Run[]): Promise<{ failed: Failed[]; refused: string[] }> {
  const rules = runs.flatMap((run) => rulesOf(run.case));
  const tests = runs.map((run) => testOf(run.case, run.outcomes));
  writeFileSync(join(folder, "rules/rules.yaml"), file("rules", rules, aboveRules(runs)));
  writeFileSync(join(folder, "rules/tests/tests.yaml"), file("tests", tests));
  const { stdout, stderr } = await yagura(["test", "--json", "--config", join(folder, "monitor.yaml")]);
  const answer = JSON.parse(stdout || `{"problems":${JSON.stringify(stderr)}}`);
  const problems: unknown = answer.problems;
  if (Array.isArray(problems) && problems.length > 0 && problems.every(isNeverComplete)) {
    // The file has a rule a line, from its second line on.
    const refused = problems.map(({ line }) => rules[line - 2]?.name ?? "");
    return { failed: [], refused };
  }
  return { failed: failures(answer), refused: [] };
}

/** What stands at the top of a rule file. */
function aboveRules(runs: readonly Run[]): object {
  const lists = Object.fromEntries(runs.flatMap((run) => listsOf(run.case)));
  const standing = Object.fromEntries(runs.flatMap((run) => standingOf(run.case)));
  return { lists, standing };
}

function isNeverComplete({ message }: { readonly message: string }): boolean {
  return message.includes("the sequence is never complete");
}

/** A file with an entry a line, so that places in it are short. */
function file(key: string, entries: readonly object[], before: object = {}): string {
  const keys = Object.entries(before).map(([name, value]) => `"${name}":${JSON.stringify(value)},`);
  const lines = entries.map((entry) => JSON.stringify(entry));
  return `{${keys.join("")}"${key}":[\n${lines.join(",\n")}\n]}\n`;
}

function failures(answer: { readonly tests?: unknown }): Failed[] {
  if (!Array.isArray(answer.tests))
    throw new Error(`the files were refused: ${JSON.stringify(answer).slice(0, 3000)}`);
  return answer.tests
    .filter(({ ok }: { ok: boolean }) => !ok)
    .map(({ name, failure }: { name: string; failure: string[] }) => ({ name, failure: failure.join("\n") }));
}
