/** 60,000 open alerts: a start beside them, one snapshot of them, and ten at once. */
import { join } from "node:path";
import { until } from "../../../support/until.ts";
import { fillDatabase } from "../../page/fill-database.ts";
import { type Subscriber, subscribe } from "../loads.ts";
import type { Measure } from "../loop.bench.ts";
import { each, makeHouse } from "../stalls.ts";

const open = 60_000;
const [patienceMs, settlingMs] = [300_000, 20_000];

export async function snapshots(measure: Measure): Promise<void> {
  const house = makeHouse();
  fillDatabase(join(house.folder, "yagura.db"), { alerts: open, open, rules: 10, series: 0 }, Date.now());
  const monitor = await house.start();
  const what = `${open.toLocaleString("en")} open alerts`;
  await measure(`a start beside ${what}`, monitor, async () => {
    await each(settlingMs);
    return `ready after ${(monitor.readyMs / 1000).toFixed(1)} s`;
  });
  for (const count of [1, 10]) {
    const readers: Subscriber[] = [];
    for (let at = 0; at < count; at += 1) readers.push(await subscribe(monitor.feed));
    await measure(`${count} at once of a snapshot of ${what}`, monitor, async () => {
      const start = performance.now();
      for (const one of readers)
        one.send({ type: "subscribe", id: "a", types: ["alert.*"], since: "snapshot" });
      await until("all are live", () => readers.every((one) => one.count("live") === 1), patienceMs);
      const seconds = (performance.now() - start) / 1000;
      const sent = readers.reduce((sum, one) => sum + one.count("episode"), 0);
      return `${sent.toLocaleString("en")} alerts, all live after ${seconds.toFixed(1)} s`;
    });
    for (const one of readers) one.close();
  }
  await monitor.stop();
  house.remove();
}
