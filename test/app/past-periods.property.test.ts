/** Past periods of series over a random life, with revisions and withdrawals: a replay gives rules those that life had. */
import { expect, it } from "vitest";
import { eventTypesOf } from "../../src/files/event-types.ts";
import { Failure } from "../../src/lib/failure.ts";
import { lifeSettings, liveWith } from "../files/standing-life.ts";
import { rulesOf } from "../rules/support.ts";
import { fc } from "../support/fast-check.ts";
import { runsOf } from "../support/runs.ts";
import { alertsOf } from "./replayed-alerts.ts";

const numRuns = runsOf({ quick: 15, long: 400 });

const seriesRules = rulesOf(
  `rules:
${[
  ["extreme", "extreme: { of: now.value, high: true, within: 90d, after: 2 }"],
  ["streak", "streak: { of: now.value, direction: up, times: 3 }"],
  ["moves", "moves: { of: now.value, by: 3, since: 5d }"],
  ["deviates", "deviates: { of: now.value, by: 1, within: 90d, after: 2 }"],
]
  .flatMap(([name, lines]) =>
    ["[now.db, now.code]", "now.db"].map(
      (by, index) => `
  - name: ${name}${index}
    on: [statistics.series.updated, statistics.series.revised]
    by: ${by}
    clock: ${index === 0 ? "occurred" : "published"}
    title: "{{ now.code }} {{ now.value }}"
    ${lines}`,
    ),
  )
  .join("\n")}
`,
  undefined,
  eventTypesOf(lifeSettings as never),
);

const period = fc.integer({ min: 1, max: 12 }).map((day) => `2025-12-${String(day).padStart(2, "0")}`);
const points = fc.dictionary(period, fc.option(fc.nat(9), { freq: 6 }), { minKeys: 1, maxKeys: 9 });
const seriesPoll = fc.record({
  codes: fc.uniqueArray(fc.record({ code: fc.constantFrom("A", "B"), points }), {
    minLength: 1,
    selector: ({ code }) => code,
  }),
  fate: fc.constantFrom("written", "written", "fails and is written", "restarts"),
});

/** An answer without most of its data is a failed poll. */
function refused(error: unknown): void {
  if (!(error instanceof Failure)) throw error;
}

it("gives a replay the past periods of series that life had, over revisions and withdrawals", {
  timeout: 600_000,
}, async () => {
  let alerts = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(seriesPoll, { minLength: 2, maxLength: 8 }), async (polls) => {
      const life = await liveWith(seriesRules);
      try {
        for (const { codes, fate } of polls) {
          const items = codes.map((one) => ({ db: "FM08", name: "Example", frequency: "DAILY", ...one }));
          life.show("statistics-updates", items);
          for (const how of fate === "fails and is written"
            ? (["fails", "written"] as const)
            : ["written" as const])
            await life.poll("statistics-updates", how).catch(refused);
          if (fate === "restarts") await life.restart();
          life.nextDay();
        }
      } finally {
        life.close();
      }
      const { lived, replayed } = alertsOf(life.path, seriesRules);
      alerts += lived.length;
      expect(replayed).toEqual(lived);
    }),
    { numRuns },
  );
  expect(alerts).toBeGreaterThan(numRuns);
});
