/** What a service asks whoever shows its data to say: said of real data alone, and of what is watched. */
import { expect, test } from "vitest";
import { loadConfig } from "../../src/config/load-config.ts";
import { creditsOf } from "../../src/config/services.ts";

const sources = `
sources:
  margin-alerts: { schedule: "0 */10 16-20 * * *" }
  statistics-updates: { schedule: "0 */5 8-10 * * *", watch: [{ db: FM01 }] }
`;

function configOf(text: string) {
  const loaded = loadConfig("/nowhere/monitor.yaml", {}, { text });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return loaded.config;
}

const real = `upstreams: { statistics: { url: "http://127.0.0.1:9/statistics" } }${sources}`;

test.each([
  ["the bank's own series are watched", real, undefined, 1],
  ["the series are made up", sources, undefined, 0],
  ["they are not among what is shown", real, ["margin-alerts"], 0],
  ["they are among what is shown", real, ["margin-alerts", "statistics-updates"], 1],
  [
    "a set of its records is watched",
    `${real}  rates: { from: statistics/getMetadata, schedule: "0 0 9 * * *", query: { db: FM01 } }`,
    ["rates"],
    1,
  ],
] as const)("the bank is named where %s: %s", (_case, text, shown, count) => {
  const credits = creditsOf(configOf(text), shown);
  expect(credits).toHaveLength(count);
  for (const { en, ja } of credits) expect([en, ja].join()).toMatch(/Bank of Japan.*日本銀行/);
});
