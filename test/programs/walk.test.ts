/**
 * The way of one poll: how many files of ours run from the answer of a service to a mail and a frame, with the settings
 * that `yagura init` leaves out left out. `HOUSE=1` lists them.
 */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import type { Profiler } from "node:inspector";
import { Session } from "node:inspector/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startMonitor } from "../../src/app.ts";
import { openMarket, subscribe } from "../bench/loop/loads.ts";
import { freePort } from "../support/free-port.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";

/** Some files more than on a quiet machine, where there are 156: a busy one may do something else beside all three. */
const most = { files: 172 };

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
  // What runs beside one of them, such as the look at a database behind a start, does not run beside all.
  let files: string[] | undefined;
  for (let polls = 1; polls <= 3; polls += 1) {
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
    market.report(polls);
    await until("the frame and the mail", () => {
      const mails = readdirSync(join(folder, "outbox")).filter((name) => name.endsWith(".eml"));
      return reader.count("event") === polls + 1 && mails.length === polls;
    });
    const { result } = await session.post("Profiler.takePreciseCoverage");
    await session.post("Profiler.stopPreciseCoverage");
    const ran = new Set(result.flatMap(filesThatRan));
    files = files === undefined ? [...ran].sort() : files.filter((path) => ran.has(path));
  }
  session.disconnect();
  reader.close();
  await monitor.stop();
  await market.close();
  if (process.env.HOUSE) process.stdout.write(`${files?.length} files:\n${files?.join("\n")}\n`);
  expect(files).toContain("pipeline/pipeline.ts");
  expect(files?.length).toBeLessThanOrEqual(most.files);
});

/** The path below src of a file of ours of which a function ran. */
function filesThatRan({ url, functions }: Profiler.ScriptCoverage): string[] {
  const [, path] = /\/src\/(.+\.tsx?)$/.exec(url) ?? [];
  const ran = functions.some(
    ({ functionName, ranges }) => functionName !== "" && (ranges[0]?.count ?? 0) > 0,
  );
  return path !== undefined && ran ? [path] : [];
}
