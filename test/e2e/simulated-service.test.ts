/** What a start says of simulated services where not all of them are. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startMonitor } from "../support/monitor.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

test("one simulated service is named in the log at the start, as several are", async () => {
  const folder = tmpFolder();
  const config = join(folder, "monitor.yaml");
  mkdirSync(join(folder, "rules"));
  writeFileSync(
    config,
    `upstreams:
  market: { url: "http://127.0.0.1:9/v2", apiKey: none, tier: standard }
  statistics: { url: "http://127.0.0.1:9/" }
  forum: { url: simulated }
sources: { forum-ranking: { schedule: "0 */5 * * * *" } }
rules: rules
state: yagura.db
feed: { port: 0 }
`,
  );
  const monitor = await startMonitor(config);
  expect(monitor.ready.simulated).toEqual(["forum"]);
  const lines = monitor.log().trim().split("\n");
  const said = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.startsWith("SIMULATED"));
  expect(said).toMatchObject([{ simulated: ["forum"] }]);
  await monitor.stop("SIGTERM");
});
