/** A template of mails that is within what it may, and takes as long as it can; forty alerts of one poll. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { until } from "../../../support/until.ts";
import { openMarket } from "../loads.ts";
import type { Measure } from "../loop.bench.ts";
import { each, makeHouse } from "../stalls.ts";

const alerts = 40;
const [patienceMs, settlingMs] = [300_000, 2_000];

/** Rows of a mail in loops in loops: few in the samples that it is tried on, more in a mail. */
const nested = Array.from({ length: 6 }, (_, at) => `{% for r${at} in details.rows %}`);
const text = `{{ title }}\n${nested.join("")}{{ r0.label | upcase }}${"{% endfor %}".repeat(nested.length)}`;

export async function templates(measure: Measure): Promise<void> {
  const market = await openMarket();
  const house = makeHouse({
    market: market.market,
    sources: ` short-sale-reports: { schedule: "* * * * * *" } `,
    email: ", templates: templates",
    rules: `
rules:
  - name: each
    on: short.report.opened
    by: [now.code, now.seller]
    title: "{{ now.seller }} is short {{ now.code }}"
    notify: [email:desk]
`,
  });
  house.write("templates/alert.txt", text);
  const monitor = await house.start();
  await until("the first sight", () => monitor.baselined() === 1, patienceMs);
  await measure(`${alerts} mails of one poll by a template of nested loops`, monitor, async () => {
    const start = performance.now();
    market.report(alerts);
    const mails = () =>
      readdirSync(join(house.folder, "outbox")).filter((name) => name.endsWith(".eml")).length;
    await until("the mails", () => mails() >= alerts, patienceMs);
    const seconds = (performance.now() - start) / 1000;
    await each(settlingMs);
    return `sent after ${seconds.toFixed(1)} s`;
  });
  await monitor.stop();
  await market.close();
  house.remove();
}
