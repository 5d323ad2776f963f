/** Commands find the config file by YAGURA_CONFIG, and the running monitor by the folder of its state. */
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { startMonitor, yagura } from "../support/monitor.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";
import { copySettings } from "./settings-copy.ts";

test("a monitor on a free port is found by its state while it runs, and its place has no secret", async () => {
  const { config, state } = copySettings(tmpFolder());
  const env = { YAGURA_CONFIG: config, YAGURA_PORT: "0" };
  const monitor = await startMonitor(config, env);
  const { port } = new URL(monitor.ready.page);
  expect(JSON.parse(readFileSync(`${state}.running`, "utf8"))).toEqual({
    pid: monitor.process.pid,
    host: "127.0.0.1",
    port: Number(port),
  });
  const healthy = await yagura(["healthcheck"], env);
  expect(healthy.stdout).toMatch(/^well/);
  await until("open alerts, or none", async () => (await yagura(["alerts", "--json"], env)).code === 0);
  expect(await monitor.stop("SIGTERM")).toBe(0);
  expect(existsSync(`${state}.running`)).toBe(false);
});

test("a monitor that was killed is not taken for one that runs", async () => {
  const { config } = copySettings(tmpFolder());
  const env = { YAGURA_CONFIG: config, YAGURA_PORT: "0" };
  const monitor = await startMonitor(config, env);
  await monitor.stop("SIGKILL");
  const { code, stdout } = await yagura(["healthcheck"], env);
  expect([code, stdout]).toEqual([
    1,
    expect.stringMatching(/^not well\n.*no answer from http:\/\/127\.0\.0\.1:0\//),
  ]);
});
