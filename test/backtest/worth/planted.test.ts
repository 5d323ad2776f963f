/** Noisy rules among good ones are found, and no proposal loses an alert that somebody called useful. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { backtestFiles } from "../../../src/backtest/backtest-files.ts";
import { reportRules } from "../../../src/backtest/worth/report-rules.ts";
import { requireConfig } from "../../../src/files/check-files.ts";
import { editRules } from "../../../src/files/edited-rules.ts";
import type { RulesReport } from "../../../src/model/page/worth.ts";
import { Random } from "../../support/random.ts";
import { isLong } from "../../support/runs.ts";
import { logOf } from "../lived-log.ts";
import { livePlanted, plant } from "./planted.ts";

const { noisy, days, seeds } = isLong ? { noisy: 20, days: 30, seeds: 3 } : { noisy: 5, days: 10, seeds: 1 };

/** Alerts that were called useful last, as rule, key and cause, of those that the rules with all edits do not give. */
async function lostBy({ rules }: RulesReport, config: string, now: number): Promise<string[]> {
  const folder = dirname(config);
  const text = readFileSync(join(folder, "rules/all.yaml"), "utf8");
  let texts = [{ file: "all.yaml", text }] as readonly { readonly file: string; readonly text: string }[];
  for (const { rule, proposal } of rules) {
    if (proposal.edit === undefined) continue;
    const result = editRules(texts, { text: proposal.edit.text, rule });
    if (!result.ok) throw new Error(result.message);
    texts = result.edited.texts;
  }
  const edited = join(folder, "edited");
  mkdirSync(edited);
  writeFileSync(join(edited, "all.yaml"), texts[0]?.text ?? "");
  const report = await backtestFiles(
    { config, since: "2026-01-01", rules: edited, against: join(folder, "rules") },
    { environment: {}, now, progress: () => undefined },
  );
  const gone = new Set(report.against?.go.alerts.map(({ rule, key, cause }) => `${rule} ${key} ${cause}`));
  expect(report.against?.go.more).toBe(0);
  const log = logOf(join(folder, "state.db"));
  const worth = new Map(
    log.flatMap(({ event: { type, data } }) =>
      type === "alert.rated" ? [[data.now.alert, data.now.worth] as const] : [],
    ),
  );
  return log.flatMap(({ event: { type, id, data } }) => {
    const { rule, key, cause } = data.now as { rule: string; key: string; cause: { seq: number } };
    const name = type === "alert.fired" && worth.get(id) === "useful" ? `${rule} ${key} ${cause.seq}` : "";
    return gone.has(name) ? [name] : [];
  });
}

test.each(Array.from({ length: seeds }, (_, at) => at + 1))(
  `${noisy} noisy rules among ${2 * noisy} are found, seed %i`,
  async (seed) => {
    const random = new Random(seed);
    const rules = plant(noisy);
    const { config, now } = livePlanted(rules, days, () => random.next());
    const surroundings = { environment: {}, now, progress: () => undefined };
    const report = await reportRules(requireConfig(config, {}), { since: `${days}d` }, surroundings);
    const kinds = (isNoisy: boolean) =>
      report.rules
        .filter(({ rule }) => rule.startsWith("good-") !== isNoisy)
        .map(({ rule, proposal: { kind } }) => [rule.replace(/-\d+$/, ""), kind].join(" "));
    const digests = report.rules.filter(({ proposal }) => proposal.kind === "digest");
    // One a day, and none on the weekend.
    for (const { proposal } of digests) expect(proposal.tried?.mailsAfter).toBeGreaterThan(days / 2);
    for (const { proposal } of digests) expect(proposal.tried?.mailsAfter).toBeLessThan(days);
    expect(new Set(kinds(true))).toEqual(
      new Set(["worthless retire", "double retire", "low raise", "bursts gather", "seldom digest"]),
    );
    expect([kinds(true).length, new Set(kinds(false))]).toEqual([noisy, new Set(["good keep"])]);
    const lost = await lostBy(report, config, now);
    const saved = report.rules.map(({ proposal: { tried } }) => tried?.savedAMonth ?? 0);
    const said = `${noisy} found, ${saved.reduce((sum, one) => sum + one)} messages saved a month, ${lost.length} useful alerts lost`;
    if (isLong) process.stdout.write(`seed ${seed}: ${said}\n`);
    expect(lost).toEqual([]);
  },
);
