import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { start, yagura } from "../support/monitor.ts";
import { until } from "../support/until.ts";
import { change } from "./scene.ts";
import { baselined, recipients, setStage } from "./stage.ts";

describe("yagura tail", () => {
  test("prints each event as a line of JSON, and goes on over a restart of the monitor", async () => {
    const stage = await setStage("documented");
    const monitor = await stage.start();
    await baselined(stage);
    const types = "forum.ranking.*";
    const args = ["tail", "--config", stage.config, "--since", "start", "--types", types, "--json"];
    const { child, output } = start(args, stage.env);
    await until("the connection", () => output.stderr.includes("connected"));
    expect(await monitor.stop("SIGKILL")).toBe("SIGKILL");
    change(stage.worlds);
    await stage.start();
    await until("four moves", () => output.stdout.trim().split("\n").length === 4);
    const events = output.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(events.map(({ type }) => type).sort()).toEqual([
      "forum.ranking.entered",
      "forum.ranking.left",
      "forum.ranking.moved",
      "forum.ranking.moved",
    ]);
    child.kill("SIGTERM");
    expect(await once(child, "close")).toEqual([0, null]);
  });

  test("ends with status 2 where the feed refuses the question", async () => {
    const stage = await setStage("documented");
    await stage.start();
    const asked = await yagura(["tail", "--config", stage.config, "--where", "now.("], stage.env);
    expect(asked.code).toBe(2);
    expect(asked.stderr).toContain("where");
  });
});

describe("yagura send-test", () => {
  test("sends one mail to each recipient and says what the server answered", async () => {
    const stage = await setStage("documented");
    const { code, stdout } = await yagura(["send-test", "--config", stage.config, "--json"], stage.env);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual(
      recipients.map((address) => ({ address, ok: true, message: expect.stringMatching(/^250 /) })),
    );
    expect(stage.mails.received.map(({ to }) => to).sort()).toEqual(recipients);
  });

  test("ends with status 1 and the reason where there is no server", async () => {
    const stage = await setStage("documented");
    await stage.mails.close();
    const { code, stdout } = await yagura(
      ["send-test", "--config", stage.config, "--to", "a@example.com"],
      stage.env,
    );
    expect(code).toBe(1);
    expect(stdout).toMatch(/^failed +a@example.com .*ECONNREFUSED/);
  });
});

describe("yagura --help", () => {
  test.each(["run", "check", "backtest", "tail", "simulate", "sources", "send-test", "healthcheck"])(
    "of %s has an example and status 0",
    async (command) => {
      const { code, stdout } = await yagura([command, "--help"]);
      expect(code).toBe(0);
      expect(stdout).toMatch(new RegExp(`Example:\n {2}npx yagura ${command}`));
    },
  );
});
