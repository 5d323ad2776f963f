/** What a running monitor tells at /metrics of its files, its polls and its subscribers. */
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { figure, runningMonitor, type Series } from "../../prometheus/running-metrics.ts";

/** Time enough for a machine that has other things to do as well. */
const soon = { timeout: 25_000 };

const rulesIn = (series: readonly Series[]) =>
  series.filter(({ name }) => name === "yagura_rule_alerts_total").map(({ labels }) => labels.rule);

test("an edit with a mistake is told until it is mended, and rules that are gone take their figures along", async () => {
  const monitor = await runningMonitor();
  const files = async () => {
    const series = await monitor.series();
    return {
      successful: figure(series, "yagura_rules_last_reload_successful"),
      loaded: figure(series, "yagura_rules_reloads_total", { outcome: "loaded" }),
      refused: figure(series, "yagura_rules_reloads_total", { outcome: "refused" }),
      rules: rulesIn(series),
    };
  };
  expect(await files()).toEqual({ successful: 1, loaded: 1, refused: 0, rules: ["any"] });
  const took = async () =>
    figure(await monitor.series(), "yagura_rules_last_reload_success_timestamp_seconds");
  const first = await took();
  expect(Math.abs(Date.now() / 1_000 - first)).toBeLessThan(60);

  writeFileSync(monitor.ruleFile, "rules: [{ name: other, on: nonsense, title: any }]\n");
  await expect.poll(files, soon).toEqual({
    ...{ successful: 0, loaded: 1, refused: 1, rules: ["any"] },
  });
  expect(await took()).toBe(first);

  writeFileSync(monitor.ruleFile, "rules: [{ name: other, on: short.report.*, title: any }]\n");
  await expect.poll(files, soon).toEqual({
    ...{ successful: 1, loaded: 2, refused: 1, rules: ["other"] },
  });
  expect(await took()).toBeGreaterThan(first);
});

test("polls, their time and the time of the last one are there once a source was polled", async () => {
  const monitor = await runningMonitor();
  const source = "margin-alerts";
  const polls = async () => figure(await monitor.series(), "yagura_polls_total", { source, outcome: "ok" });
  await expect.poll(polls, soon).toBeGreaterThan(0);
  const series = await monitor.series();
  expect(figure(series, "yagura_poll_duration_seconds_count", { source })).toBeGreaterThan(0);
  expect(figure(series, "yagura_stage_duration_seconds_count", { stage: "commit" })).toBeGreaterThan(0);
  expect(figure(series, "yagura_source_state", { source, state: "ok" })).toBe(1);
  expect(figure(series, "yagura_source_state", { source, state: "waiting" })).toBe(0);
  const at = figure(series, "yagura_source_last_success_timestamp_seconds", { source });
  expect(Math.abs(Date.now() / 1_000 - at)).toBeLessThan(60);
  expect(figure(series, "yagura_upstream_simulated", { upstream: "market" })).toBe(1);
  expect(figure(series, "yagura_database_size_bytes")).toBeGreaterThan(10_000);
});

test("an alert is counted by its rule, and its mail by outcome and receiver", async () => {
  const monitor = await runningMonitor();
  const receiver = "email:desk,email:night";
  const sent = async () =>
    figure(await monitor.series(), "yagura_delivery_attempts_total", { receiver, outcome: "sent" });
  await expect.poll(sent, soon).toBeGreaterThan(0);
  const series = await monitor.series();
  for (const name of ["alerts", "evaluations"])
    expect(figure(series, `yagura_rule_${name}_total`, { rule: "any" })).toBeGreaterThan(0);
  expect(figure(series, "yagura_events_total", { type: "alert.fired" })).toBeGreaterThan(0);
  expect(figure(series, "yagura_alerts_open")).toBeGreaterThan(0);
  expect(figure(series, "yagura_deliveries", { output: "email", state: "failed" })).toBe(0);
  expect(
    figure(series, "yagura_delivery_attempt_duration_seconds_count", { output: "email" }),
  ).toBeGreaterThan(0);
});

test("a subscriber is counted while it is there, and by the way in which it left", async () => {
  const monitor = await runningMonitor();
  const closings = async (reason: string) =>
    figure(await monitor.series(), "yagura_feed_closings_total", { reason });
  const connected = async () => figure(await monitor.series(), "yagura_feed_connections");
  const polite = new WebSocket(monitor.ready.feed);
  await expect.poll(connected, soon).toBe(1);
  polite.close();
  await expect.poll(() => closings("left"), soon).toBe(1);
  const wrong = new WebSocket(monitor.ready.feed);
  wrong.once("open", () => wrong.send("no JSON"));
  await expect.poll(() => closings("bad-frame"), soon).toBe(1);
  await expect.poll(connected, soon).toBe(0);
  expect(await closings("left")).toBe(1);
});

test("names of rules and receivers are told to those with a token alone, and addresses to nobody", async () => {
  const monitor = await runningMonitor("{ port: 0, tokens: [a-long-token] }");
  const stranger = await monitor.text();
  expect(stranger).toContain("yagura_polls_total");
  expect(stranger).not.toMatch(/rule="|receiver="|desk/);
  const friend = await monitor.text({ authorization: "Bearer a-long-token" });
  expect(friend).toContain('yagura_rule_alerts_total{rule="any"} 0\n');
  expect(friend).toContain('receiver="email:desk,email:night",outcome="sent"} 0\n');
  expect(friend).not.toContain("example.com");
});
