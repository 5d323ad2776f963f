/** A vitest reporter: the table of all that was tried, in Markdown, at the end of `npm run faults`. */
import type { Reporter, TestModule } from "vitest/node";
import type { Trials } from "./trials.ts";

const heads = ["fault", "tried", "lost", "wrong", "shown", "test", "fails with"];

function cells(row: Trials, outcome: string): string[] {
  const { fault, tried, lost, wrong, shown = "", failsWith } = row;
  return [fault, String(tried), String(lost), String(wrong), shown, outcome, failsWith];
}

export default class TrialsTable implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const rows = modules.flatMap((module) =>
      [...module.children.allTests()].flatMap((test) =>
        (test.meta().trials ?? []).map((row) => cells(row, test.result().state)),
      ),
    );
    const lines = [heads, heads.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |\n`);
    process.stdout.write(`\n${lines.join("")}`);
  }
}
