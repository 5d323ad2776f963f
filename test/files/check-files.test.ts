import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkFiles } from "../../src/files/check-files.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

const rule = (more: string) =>
  `rules:\n  - name: x\n    on: short.report.opened\n    title: x\n    ${more}\n`;

async function problemsOf(config: string, rules: Readonly<Record<string, string>>) {
  const folder = tmpFolder();
  for (const part of ["config", "rules"]) mkdirSync(join(folder, part));
  writeFileSync(join(folder, "config/monitor.yaml"), config);
  for (const [name, text] of Object.entries(rules)) writeFileSync(join(folder, "rules", name), text);
  const { problems } = await checkFiles(join(folder, "config/monitor.yaml"), {});
  return problems.map(({ line, column, message }) => `${line}:${column}: ${message}`);
}

describe("settings with mistakes", () => {
  it("have the mistakes in the rules told with them", async () => {
    const told = await problemsOf("emial: {}\n", {
      "a.yaml": rule("when: now.rato > 1"),
      "b.yaml": rule("cooldown: 1w").replace("name: x", "name: y"),
    });
    expect(told).toEqual([
      "1:1: unknown key `emial`",
      "5:15: `now` has no field `rato`",
      "5:15: this is no duration; one looks like 30s, 15m, 1h, 1d or 3bd",
    ]);
  });

  it("make no mistake of what only they could say: recipients, and sets of records", async () => {
    const about = "rules: [{ name: y, on: market.fins-summary.added, title: y, notify: [email:desk] }]\n";
    const told = await problemsOf("emial: { recipients: { desk: [trader@example.com] } }\n", {
      "a.yaml": about,
    });
    expect(told).toEqual(["1:1: unknown key `emial`"]);
  });

  it("are told alone where no folder of rules is there", async () => {
    expect(await problemsOf("rules: ../rulez\nemial: {}\n", {})).toEqual(["2:1: unknown key `emial`"]);
  });

  it("are no mistake of rules that name a source beside them", async () => {
    const prices = `  prices:
    { from: market/equities/bars/daily, schedule: "0 */10 16-20 * * *", key: [code, date], query: { date: { last: 5 } } }
`;
    const about = rule("when: now.code in latest.prices && latest.prices[now.code].close > 1");
    const [margin, email] = ["  margin-alerts: {}\n", "email: { form: x }\n"];
    expect(await problemsOf(`sources:\n${prices}`, { "a.yaml": about })).toEqual([]);
    for (const [mistake, told] of [
      [`sources:\n${prices}${margin}`, ["4:18: `schedule` is missing"]],
      [`sources:\n${prices}${email}`, ["4:10: unknown key `form`"]],
      [`sources:\n${prices.replace("schedule", "shedule")}`, expect.any(Array)],
      [`sources:\n${prices.replace("bars/daily", "bars")}`, expect.any(Array)],
    ] as const) {
      const found = await problemsOf(mistake, { "a.yaml": about });
      expect(found).toEqual(told);
      expect(found.filter((one) => one.includes("latest"))).toEqual([]);
    }
    const typo = about.replace("close > 1", "clos > 1");
    expect(await problemsOf(`sources:\n${prices}${margin}`, { "a.yaml": typo })).toContainEqual(
      expect.stringContaining("has no field `clos`"),
    );
  });
});
