/** One page of a service on which each row is new and gives an alert. */
import { until } from "../../../support/until.ts";
import { openMarket, subscribe } from "../loads.ts";
import type { Measure } from "../loop.bench.ts";
import { each, makeHouse } from "../stalls.ts";

const [patienceMs, settlingMs] = [300_000, 3_000];

export async function pages(measure: Measure): Promise<void> {
  for (const rows of [10_000, 20_000]) {
    const market = await openMarket();
    const house = makeHouse({
      market: market.market,
      sources: ` short-sale-reports: { schedule: "* * * * * *" } `,
      settings: "alerts: { routes: [{ name: all, groupBy: [rule], wait: 5s }] }",
      rules: `
rules:
  - name: each
    on: short.report.opened
    by: [now.code, now.seller]
    title: "{{ now.seller }} is short {{ now.code }}"
    notify: [email:desk]
`,
    });
    const monitor = await house.start();
    await until("the first sight", () => monitor.baselined() === 1, patienceMs);
    const reader = await subscribe(monitor.feed);
    reader.send({ type: "subscribe", id: "a", types: ["alert.fired"] });
    await measure(`a page of ${rows.toLocaleString("en")} rows with an alert each`, monitor, async () => {
      const start = performance.now();
      market.report(rows);
      await until("the alerts", () => reader.count("event") >= rows, patienceMs);
      const seconds = (performance.now() - start) / 1000;
      // With the next polls, which see all of it again, and the mail of the group.
      await each(settlingMs + 5_000);
      return `on the feed after ${seconds.toFixed(1)} s`;
    });
    reader.close();
    await monitor.stop();
    await market.close();
    house.remove();
  }
}
