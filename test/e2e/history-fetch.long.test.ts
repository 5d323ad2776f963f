/** `yagura history fetch` as a process: interrupted by signals, killed, beside a monitor and without one. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import { jstDay } from "../../src/model/dates.ts";
import { openSimulator } from "../../src/simulator/index.ts";
import { repeated } from "../history/scene.ts";
import { call } from "../support/call.ts";
import { freePort } from "../support/free-port.ts";
import { start, startMonitor } from "../support/monitor.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";
import { watchDoor } from "../year/door.ts";

async function setServices() {
  const services = await openSimulator({
    ...{ startDate: jstDay(Date.now()), realTime: true, dialect: "observed", clock: systemClock },
    ...{ plan: "premium", limits: { retryAfter: true } },
  });
  const door = watchDoor(services.port, systemClock);
  onTestFinished(async () => {
    door.close();
    await services.close();
  });
  const config = configFile();
  const schedule = "schedule: '0 0 3 * * *'";
  writeFileSync(
    config,
    `upstreams: { market: { url: "${services.url}/market/v2", apiKey: key, tier: premium } }
sources: { margin-alerts: { ${schedule} }, short-sale-reports: { ${schedule} } }
rules: rules
state: yagura.db
feed: { port: 0 }
email: { smtp: "file:outbox" }`,
  );
  return { config, door };
}

function configFile(): string {
  const folder = tmpFolder();
  mkdirSync(join(folder, "rules"));
  return join(folder, "monitor.yaml");
}

const words = (config: string, ...more: string[]) => ["history", "fetch", "--config", config, ...more];

describe("history fetch", () => {
  test("tells a wrong call in a line, goes on after a signal and after a kill, and asks nothing twice but the pieces at hand", async () => {
    const { config, door } = await setServices();
    for (const more of [
      ["--since", "soon"],
      ["--source", "margin-alert"],
    ]) {
      const { code, stderr } = await call(words(config, ...more));
      expect(code).toBe(2);
      expect(stderr).toMatch(/^yagura: .+\n$/);
    }
    const since = ["--since", "45d"];
    const dry = await call(words(config, ...since, "--dry-run", "--json"));
    const { plan } = JSON.parse(dry.stdout);
    expect(plan).toMatchObject({ there: 0, untold: [] });
    expect(door.asked).toEqual([]);

    const first = start(words(config, ...since));
    await until("requests", () => door.asked.length >= 20);
    const ended = new Promise<number | null>((resolve) => first.child.once("close", resolve));
    first.child.kill("SIGINT");
    expect(await ended).toBe(1);
    expect(first.output.stdout).toContain("run it again to continue");
    expect(repeated(door.asked.map(({ path }) => path))).toEqual([]);

    const before = door.asked.length;
    const second = start(words(config, ...since));
    await until("requests", () => door.asked.length >= before + 20);
    const killed = new Promise((resolve) => second.child.once("close", resolve));
    second.child.kill("SIGKILL");
    await killed;

    const last = await call(words(config, ...since, "--json"));
    expect(last.code).toBe(0);
    const { ok, outcome } = JSON.parse(last.stdout);
    expect([ok, outcome.failed, outcome.left]).toEqual([true, [], 0]);
    expect(repeated(door.asked.map(({ path }) => path)).length).toBeLessThanOrEqual(4);
    expect(last.stderr).toBe("");
  });

  test("runs in the monitor that answers on the port of its settings, and stops there", async () => {
    const config = configFile();
    const port = await freePort();
    writeFileSync(config, `rules: rules\nstate: yagura.db\nfeed: { port: ${port} }\n`);
    const monitor = await startMonitor(config);
    onTestFinished(async () => void (await monitor.stop("SIGKILL")));
    const whole = await call(words(config, "--since", "20d"));
    expect(whole.code).toBe(0);
    expect(whole.stdout).toContain("SIMULATED: market, forum, statistics");
    expect(monitor.log()).toContain("the fetch of the past has ended");
    const cut = start(words(config, "--since", "500d"));
    await until("a fetch", () => monitor.log().split("a fetch of the past has begun").length > 2);
    const ended = new Promise<number | null>((resolve) => cut.child.once("close", resolve));
    cut.child.kill("SIGINT");
    expect(await ended).toBe(1);
    expect(cut.output.stdout).toContain("run it again to continue");
    expect(await monitor.stop("SIGTERM")).toBe(0);
  });
});
