/** A fetch of the past inside a running monitor, on a clock that the test moves. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { startMonitor } from "../../src/app.ts";
import type { ToldFetch } from "../../src/history/fetch-job.ts";
import { openSimulator } from "../../src/simulator/index.ts";
import { openHistory, openHistoryReader } from "../../src/store/history/history.ts";
import { createHandClock } from "../support/hand-clock.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { type Asked, mostWithin, watchDoor } from "../year/door.ts";
import { watchRealIo } from "../year/real-io.ts";

const startsAt = Date.parse("2027-04-01T16:20:00+09:00");
const minuteMs = 60_000;

async function setMonitor() {
  const folder = tmpFolder();
  const clock = createHandClock(startsAt);
  const services = await openSimulator({
    ...{ startDate: "2027-04-01", realTime: true, dialect: "observed", clock },
    ...{ plan: "standard", limits: { retryAfter: true } },
  });
  const door = watchDoor(services.port, clock);
  const io = watchRealIo();
  const file = join(folder, "monitor.yaml");
  const often = `schedule: "0 */2 * * * *", due: "16:30", grace: 30m`;
  writeFileSync(
    file,
    `upstreams: { market: { url: "${services.url}/market/v2", apiKey: key, tier: light },
  forum: { url: "${services.url}/forum" }, statistics: { url: "${services.url}/statistics" } }
sources:
  margin-alerts: { ${often} }
  short-sale-reports: { ${often} }
  bars: { from: market/equities/bars/daily, schedule: "30 */3 * * * *" }
rules: rules
state: yagura.db
log: { level: silent }
feed: { port: 0, tokens: [secret] }
email: { smtp: "file:outbox" }`,
  );
  const webFolder = join(folder, "web");
  for (const path of ["rules", "web"]) mkdirSync(join(folder, path));
  for (const name of ["index.html", "page.js", "page.css"]) writeFileSync(join(webFolder, name), "");
  const monitor = await startMonitor(file, {}, { clock, webFolder });
  let isStopped = false;
  const stop = async () => {
    if (!isStopped) await monitor.stop();
    isStopped = true;
  };
  onTestFinished(async () => {
    await stop();
    io.close();
    door.close();
    await services.close();
  });
  const call = async (path: string, body?: object, token = "secret") => {
    const response = await fetch(`${monitor.ready.page}${path}`, {
      headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as ToldFetch & { error?: string };
    return { status: response.status, answer };
  };
  // The first polls.
  await io.settled(() => false);
  return {
    ...{ clock, asked: door.asked, call, stop, history: join(folder, "history.db") },
    async until(end: number) {
      await io.settled(() => false);
      for (let next = clock.nextAt; next !== undefined && next <= end; next = clock.nextAt) {
        clock.moveTo(next);
        await io.settled(() => false);
      }
      clock.moveTo(end);
    },
  };
}

const named = ({ at, path }: Asked) => `${at} ${path}`;

describe("a fetch of the past in the monitor", () => {
  test("leaves the times of its polls as they are, and keeps the plan", async () => {
    const alone = await setMonitor();
    await alone.until(startsAt + 6 * minuteMs);
    await alone.stop();
    const monitor = await setMonitor();
    const begunAt = startsAt + 3 * minuteMs;
    await monitor.until(begunAt);
    const { status } = await monitor.call("history", { since: "600d" });
    expect(status).toBe(200);
    await monitor.until(startsAt + 6 * minuteMs);
    const { answer } = await monitor.call("history");
    expect(answer.progress?.done).toBeGreaterThan(100);
    const asked = new Map<string, number>();
    for (const one of monitor.asked) asked.set(named(one), (asked.get(named(one)) ?? 0) + 1);
    // Before the fetch two sources catch up side by side, in the order in which they happen to be answered.
    const polls = alone.asked.filter(({ at }) => at >= begunAt);
    const lacking = polls.filter((one) => {
      const left = asked.get(named(one)) ?? 0;
      asked.set(named(one), left - 1);
      return left === 0;
    });
    expect(lacking.map(named)).toEqual([]);
    expect(polls.length).toBeGreaterThanOrEqual(5);
    expect(monitor.asked.length).toBeGreaterThan(alone.asked.length + 100);
    expect(mostWithin(minuteMs, monitor.asked)).toBeLessThanOrEqual(60);
  });

  test("is one at a time, told while it runs, and stopped by a call", async () => {
    const monitor = await setMonitor();
    expect((await monitor.call("history")).answer.state).toBe("none");
    const begun = await monitor.call("history", { since: "60d", sources: ["margin-alerts"] });
    expect(begun.answer).toMatchObject({ state: "running", plan: { untold: [] } });
    expect((await monitor.call("history", { since: "60d" })).status).toBe(409);
    await monitor.until(startsAt + 0.5 * minuteMs);
    const running = await monitor.call("history");
    expect(running.answer.progress?.done).toBeGreaterThan(0);
    expect((await monitor.call("history/stop", {})).status).toBe(200);
    await monitor.until(startsAt + minuteMs);
    const ended = await monitor.call("history");
    expect(ended.answer).toMatchObject({ state: "ended", outcome: { isStopped: true, failed: [] } });
    expect((await monitor.call("history/stop", {})).status).toBe(409);
    // It goes on where it stopped.
    await monitor.call("history", { since: "60d", sources: ["margin-alerts"] });
    await monitor.until(startsAt + 3 * minuteMs);
    const whole = await monitor.call("history");
    expect(whole.answer.outcome).toMatchObject({ left: 0, failed: [] });
    expect(whole.answer.plan?.there).toBe(ended.answer.outcome?.fetched);
  });

  test("is for who may act on the monitor, and about sources that it has", async () => {
    const monitor = await setMonitor();
    for (const [path, body] of [["history", { since: "60d" }], ["history"], ["history/stop", {}]] as const)
      expect((await monitor.call(path, body, "another")).status).toBe(401);
    for (const body of [{ since: "60q" }, { since: "60d", sources: ["margin"] }, {}, { since: "9999999d" }]) {
      const { status, answer } = await monitor.call("history", body);
      expect(status).toBe(400);
      expect(answer.error).toBeTypeOf("string");
    }
    expect((await monitor.call("history")).answer.state).toBe("none");
    const other = openHistory(monitor.history);
    expect((await monitor.call("history", { since: "60d" })).status).toBe(503);
    other.close();
  });

  test("ends with the monitor within seconds, and the history can be opened by the next", async () => {
    const monitor = await setMonitor();
    await monitor.call("history", { since: "600d" });
    await monitor.until(startsAt + minuteMs);
    const before = performance.now();
    await monitor.stop();
    expect(performance.now() - before).toBeLessThan(5_000);
    const history = openHistoryReader(monitor.history);
    expect(history.sets().length).toBeGreaterThan(0);
    history.close();
    openHistory(monitor.history).close();
  });
});
