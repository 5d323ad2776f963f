/**
 * The way of one poll: how many files of ours run from the answer of a service to a mail and a frame, with the settings
 * that `yagura init` leaves out left out. `HOUSE=1` lists them.
 */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startMonitor } from "../../src/app.ts";
import { openMarket, subscribe } from "../bench/loop/loads.ts";
import { freePort } from "../support/free-port.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";

const most = { files: 173 };

test(`a poll runs at most ${most.files} files from the schedule to a mail and a frame`, async () => {
  const market = await openMarket();
  const folder = tmpFolder();
  mkdirSync(join(folder, "rules"));
  mkdirSync(join(folder, "outbox"));
  const file = join(folder, "monitor.yaml");
  writeFileSync(
    file,
    `
upstreams: { market: { url: "${market.market}", apiKey: a-key-for-the-tests, tier: premium } }
sources: { short-sale-reports: { schedule: "* * * * * *" } }
rules: rules
state: state.db
email: { smtp: "file:outbox", from: yagura@example.com, recipients: { desk: [desk@example.com] } }
feed: { port: ${await freePort()} }
log: { level: silent }
`,
  );
  writeFileSync(
    join(folder, "rules/one.yaml"),
    `rules:
  - name: opened
    on: short.report.opened
    title: "{{ now.seller }} is short {{ now.code }}"
    notify: [email:desk]
`,
  );
  const monitor = await startMonitor(file, {}, {});
  const reader = await subscribe(monitor.ready.feed);
  reader.send({ type: "subscribe", id: "a", types: ["source.*", "alert.fired"], since: "start" });
  await until("the first sight", () => reader.count("event") === 1);
  // What only the start runs is over.
  await until("a poll of nothing new", async () => {
    const ready = (await (await fetch(`${monitor.ready.page}readyz`)).json()) as { ready: boolean };
    return ready.ready;
  });
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  market.report(1);
  await until("the frame and the mail", () => {
    return (
      reader.count("event") === 2 && readdirSync(join(folder, "outbox")).some((name) => name.endsWith(".eml"))
    );
  });
  const { result } = await session.post("Profiler.takePreciseCoverage");
  session.disconnect();
  reader.close();
  await monitor.stop();
  await market.close();
  const ran = result
    .filter(({ functions }) =>
      functions.some(({ functionName, ranges }) => functionName !== "" && (ranges[0]?.count ?? 0) > 0),
    )
    .flatMap(({ url }) => /\/src\/(.+\.tsx?)$/.exec(url)?.[1] ?? []);
  const files = [...new Set(ran)].sort();
  const functions = result
    .filter(({ url }) => url.includes("/src/"))
    .flatMap(({ functions: all }) => all.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0));
  if (process.env.HOUSE)
    process.stdout.write(`${files.length} files, ${functions.length} functions:\n${files.join("\n")}\n`);
  expect(files).toContain("pipeline/pipeline.ts");
  expect(files.length).toBeLessThanOrEqual(most.files);
});
