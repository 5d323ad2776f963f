/** The monitor on a terminal: readable lines, a status below them; and what its log says of failures and its stop. */
import { describe, expect, test } from "vitest";
import { startOnTerminal } from "../support/pseudo-terminal.ts";
import { until } from "../support/until.ts";
import { change } from "./scene.ts";
import { baselined, setStage } from "./stage.ts";

const timed = /^\d\d:\d\d:\d\d JST {2}/;

describe("on a terminal", () => {
  test("it says which address to open, and alerts come as their titles above a status that stays whole", async () => {
    const stage = await setStage("documented");
    const terminal = startOnTerminal(["run", "--config", stage.config], stage.env, 400);
    await until("the address", () => terminal.output().includes("open http://127.0.0.1:"));
    await baselined(stage);
    change(stage.worlds);
    const placeIn = (shown: string[]) =>
      shown.findIndex((line) => line.startsWith("─ Yagura ─ http://127.0.0.1:"));
    // Sources and three alerts, between two lines.
    const shown = await until("three alerts in the status", () => {
      const now = terminal.shown();
      return now.length - placeIn(now) === 6 && now.some((line) => line.includes("warning  速報")) && now;
    });
    const place = placeIn(shown);
    const [log, status] = [shown.slice(0, place), shown.slice(place)];
    expect(log.filter((line) => !timed.test(line) && !line.startsWith("open http://"))).toEqual([]);
    expect(log.some((line) => /JST {2}速報 .*warning, alert \d+ of everything$/.test(line))).toBe(true);
    expect(status[0]).toContain("1 reader ─");
    expect(status[1]).toBe("  sources  5 of 5 well");
    expect(status[2]).toMatch(/^ {2}alerts {3}.*warning {2}速報/);
    expect(terminal.output()).toContain("\x1b[1m");
    expect(terminal.output()).not.toContain('{"');

    expect(await terminal.stop("SIGTERM")).toBe(0);
    const [last, end] = terminal.shown().slice(-2);
    expect(last).toMatch(/JST {8}stopped cleanly: .* reason=SIGTERM/);
    expect(end).toBe("");
  });

  test("NO_COLOR leaves the colours out, and a dumb terminal has no status", async () => {
    const stage = await setStage("documented");
    const env = { ...stage.env, NO_COLOR: "1", TERM: "dumb" };
    const terminal = startOnTerminal(["run", "--config", stage.config], env);
    await baselined(stage);
    expect(await terminal.stop("SIGTERM")).toBe(0);
    expect(terminal.output()).not.toContain("\x1b");
    expect(terminal.output()).not.toContain("─ Yagura ─");
  });
});

describe("piped", () => {
  test("a source that fails again and again is logged at its start and its end, and so is the stop", async () => {
    const stage = await setStage("documented");
    const monitor = await stage.start();
    await baselined(stage);
    stage.answers.set("/v2/markets/margin-alert", { body: '{"data":[{"PubDate":"yesterday"}]}' });
    const asked = () => stage.services.asked.filter(({ path }) => path === "/v2/markets/margin-alert").length;
    await until("the failure", () => stage.feed.events.some(({ event }) => event.type === "source.failed"));
    const before = asked();
    await until("two more", () => asked() >= before + 2);
    stage.answers.clear();
    await until("the recovery", () => monitor.log().includes("polls succeed again"));
    expect(await monitor.stop("SIGTERM")).toBe(0);
    const entries = monitor
      .log()
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const about = entries.filter(({ source, msg }) => source === "margin-alerts" && msg !== "committed");
    expect(about).toMatchObject([
      { level: "warn", reason: "malformed", msg: "the poll failed" },
      { level: "info", msg: "polls succeed again" },
    ]);
    expect(about[1].failures).toBeGreaterThanOrEqual(3);
    expect(entries.slice(-2)).toMatchObject([
      { level: "info", reason: "SIGTERM", msg: "stopping" },
      { level: "info", reason: "SIGTERM", msg: expect.stringMatching(/^stopped cleanly/) },
    ]);
  });
});

test("a terminal that goes takes its monitor with it, cleanly", async () => {
  const stage = await setStage("documented");
  const terminal = startOnTerminal(["run", "--config", stage.config], stage.env, 400);
  await baselined(stage);
  expect(await terminal.stop("SIGHUP")).toBe(0);
  expect(terminal.shown().at(-2)).toMatch(/stopped cleanly: .* reason=SIGHUP/);
});
