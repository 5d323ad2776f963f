/** The report on rules: what it counts of people's answers, and what it proposes and why. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { acknowledging, rating, resolving } from "../../../src/alerts/answers/episodes.ts";
import { reportRules } from "../../../src/backtest/worth/report-rules.ts";
import { reportLines } from "../../../src/commands/rules/rules-report.ts";
import { requireConfig } from "../../../src/files/check-files.ts";
import type { EventDraft } from "../../../src/model/event.ts";
import type { Worth } from "../../../src/model/worth.ts";
import { beginLife, position, rulesOfText } from "../lived-log.ts";

const rules = `rules:
  - name: large
    on: short.report.opened
    when: now.ratio >= 0.5 # low
    severity: warning
    title: "{{ now.code }}"
    notify: [email:desk]
  - { name: also, on: short.report.opened, when: now.ratio >= 0.6, title: x, notify: [email:desk] }
  - { name: never, on: short.report.decreased, title: x }
`;

/** Reports on twelve days, of a stock and a ratio of its own each. */
function lived() {
  const life = beginLife(rulesOfText(rules));
  const kept = { memory: life.store.alerts, log: life.store.log };
  const timeOf = (day: number, time: string) => `2026-01-${String(day).padStart(2, "0")}T${time}:00Z`;
  for (let day = 1; day <= 12; day += 1)
    life.poll(timeOf(day, "03:00"), [position(String(7_000 + day), 0.5 + day / 10)]);
  const seqOf = (rule: string, day: number) =>
    String(
      life.store.log
        .read(0, 1_000)
        .find(
          ({ type, subject, json }) =>
            type === "alert.fired" &&
            subject === String(7_000 + day) &&
            JSON.parse(json).data.now.rule === rule,
        )?.seq,
    );
  const tell = (time: string, given: { readonly kind: string; readonly draft?: EventDraft }) => {
    if (given.draft === undefined) throw new Error(given.kind);
    life.poll(time, [given.draft]);
  };
  const rate = (rule: string, day: number, worth: Worth) =>
    tell(timeOf(13, "05:00"), rating(seqOf(rule, day), worth, { by: "Aoi" }, kept));
  const settle = () => {
    life.store.close();
    const folder = dirname(life.path);
    mkdirSync(join(folder, "rules"));
    writeFileSync(join(folder, "rules/all.yaml"), rules);
    const config = join(folder, "monitor.yaml");
    writeFileSync(
      config,
      'sources: {}\nrules: rules\nstate: state.db\nemail: { smtp: "file:outbox", from: y@example.com, recipients: { desk: [desk@example.com] } }\n',
    );
    return { folder, config };
  };
  return { kept, tell, rate, seqOf, settle };
}

async function reported(config: string, since = "2026-01-01") {
  const surroundings = { environment: {}, now: Date.parse("2026-01-14T00:00:00Z"), progress: () => {} };
  const report = await reportRules(requireConfig(config, {}), { since }, surroundings);
  const of = (name: string) => report.rules.find(({ rule }) => rule === name);
  return { report, of };
}

test("answers are counted by alert, and the last one of each counts", async () => {
  const { kept, tell, rate, seqOf, settle } = lived();
  tell("2026-01-12T03:20:00Z", acknowledging(seqOf("large", 12), { by: "Ren" }, kept));
  tell("2026-01-12T03:40:00Z", resolving(seqOf("also", 12), { by: "Ren" }, kept));
  rate("large", 11, "useful");
  rate("large", 11, "not-useful");
  rate("large", 10, "not-useful");
  rate("large", 10, "taken-back");
  rate("also", 12, "useful");
  const { of, report } = await reported(settle().config);
  expect(of("large")).toEqual({
    ...{ rule: "large", alerts: 12, told: 12, opened: 3 },
    ...{ acknowledged: 1, acknowledgedWithinMs: 20 * 60_000, useful: 0, notUseful: 1, neither: 11 },
    repeats: { rule: "also", share: 1 },
    proposal: {
      kind: "keep",
      reason: { en: expect.stringContaining("too few answers"), ja: expect.stringContaining("1件しかない") },
    },
  });
  expect(of("also")).toMatchObject({ alerts: 12, opened: 1, useful: 1, neither: 11 });
  expect(of("never")).toMatchObject({ alerts: 0, told: 0, proposal: { kind: "keep" } });
  const [, heads, ...rows] = reportLines(report, "ja");
  expect(heads).toMatch(/^ルール +アラート .* 役に立った +役に立たなかった/);
  expect(rows[0]).toMatch(/^large +12 +12 +3 +1 +20分 +0 +1 +11 +also +そのまま$/);
});

test("a bound is raised up to below the least useful value, with the rest of the rule as it is written", async () => {
  const { rate, settle } = lived();
  for (let day = 1; day <= 12; day += 1) rate("large", day, day >= 9 ? "useful" : "not-useful");
  const { folder, config } = settle();
  const { of, report } = await reported(config);
  const { proposal } = of("large") ?? {};
  // The least useful one has 1.4; nine tenths of the way from 0.5 is 1.31.
  expect(proposal).toMatchObject({
    kind: "raise",
    tried: { mails: 12, mailsAfter: 5, usefulLost: 0 },
    lines: ["when: now.ratio >= 1.3 # low"],
    reason: { ja: "役に立たなかった8件のうち7件はratioが1.3未満で、役に立ったものにはありません。" },
  });
  expect(proposal?.edit?.text).toBe(
    rules.split("  - ")[1]?.trim().replace(">= 0.5", ">= 1.3").replaceAll("\n    ", "\n"),
  );
  expect(reportLines(report, "en").join("\n")).toMatch(
    /large: raise a bound\n {4}Of 8 alerts .*\n {4}all.yaml:\n {6}when: now.ratio >= 1.3/,
  );
  expect(readFileSync(join(folder, "rules/all.yaml"), "utf8")).toBe(rules);
  expect(readdirSync(folder)).not.toContain("outbox");
});

test("a rule of which nothing was useful is to be retired, unless something was before the span", async () => {
  const { rate, settle } = lived();
  for (let day = 3; day <= 12; day += 1) rate("large", day, "not-useful");
  const { config } = settle();
  expect((await reported(config)).of("large")?.proposal).toMatchObject({
    kind: "retire",
    tried: { mails: 12, mailsAfter: 0 },
    lines: ["enabled: false"],
    reason: { en: expect.stringContaining("in most cases also told of the same subject") },
  });
  const other = lived();
  for (let day = 3; day <= 12; day += 1) other.rate("large", day, "not-useful");
  other.rate("large", 1, "useful");
  const { of } = await reported(other.settle().config, "2026-01-04");
  expect(of("large")).toMatchObject({ alerts: 9, useful: 0, proposal: { kind: "digest" } });
});
