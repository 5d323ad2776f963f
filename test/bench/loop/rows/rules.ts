/** A hundred new rules that count, beside 100,000 events. */
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { until } from "../../../support/until.ts";
import { fillDatabase } from "../../page/fill-database.ts";
import type { Measure } from "../loop.bench.ts";
import { each, makeHouse } from "../stalls.ts";

const [patienceMs, settlingMs] = [300_000, 10_000];

export async function newRules(measure: Measure): Promise<void> {
  const house = makeHouse();
  const path = join(house.folder, "yagura.db");
  fillDatabase(path, { alerts: 50_000, open: 1_000, rules: 10, series: 0 }, Date.now());
  const monitor = await house.start();
  await each(settlingMs);
  const reader = new Sqlite(path, { readonly: true });
  const loaded = reader.prepare<[], number>("SELECT count(*) FROM log WHERE type = 'rules.loaded'").pluck();
  const before = Number(loaded.get());
  await measure("100 new counting rules beside 100,000 events", monitor, async () => {
    const start = performance.now();
    house.write("rules/all.yaml", `rules:\n${Array.from({ length: 100 }, (_, at) => rule(at)).join("")}`);
    await until("the rules", () => Number(loaded.get()) > before, patienceMs);
    const seconds = (performance.now() - start) / 1000;
    await each(settlingMs);
    return `active after ${seconds.toFixed(1)} s`;
  });
  reader.close();
  await monitor.stop();
  house.remove();
}

const rule = (at: number) => `  - name: counting-${at}
    description: So many sellers report in a week.
    on: [short.report.opened, short.report.increased]
    when: now.ratio >= ${(0.5 + at / 100).toFixed(2)}
    by: [now.code]
    count: { within: 7d, at_least: ${3 + (at % 5)} }
    title: "{{ now.code }} has many reports"
    examples:
      - silent: { type: short.report.increased, now: { code: "7203", name: Example, seller: Example Capital, ratio: 0.1, shares: 9000 } }
`;
