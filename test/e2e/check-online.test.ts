import { describe, expect, test } from "vitest";
import { yagura } from "../support/monitor.ts";
import { marketKey } from "../support/services/market.ts";
import { json } from "../support/services/serve.ts";
import { setStage } from "./stage.ts";

const margin = "/v2/markets/margin-alert";

describe("yagura check --online", () => {
  test("says in a table what failed, and blots out a key that the service repeats", async () => {
    const stage = await setStage("documented");
    stage.answers.set(margin, json({ message: `key ${marketKey}\u202e is bad` }, 401));
    const { code, stdout } = await yagura(["check", "--online", "--config", stage.config], stage.env);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^margin-alerts {7}market {6}markets\/margin-alert {7}refused: the key is missing or not accepted \(.* answered 401: key \*\*\* {2}is bad\)$/m,
    );
    expect(stdout).toMatch(/^forum-ranking {7}forum {7}ranking {20}allowed$/m);
  });

  test("asks nobody when all is simulated", async () => {
    const config = "config/monitor.yaml";
    const { code, stdout } = await yagura(["check", "--online", "--json", "--config", config]);
    expect(code).toBe(0);
    const verdicts = JSON.parse(stdout).online.map(({ verdict }: { verdict: string }) => verdict);
    expect(new Set(verdicts)).toEqual(new Set(["simulated"]));
  });

  test("asks nobody while a file has mistakes", async () => {
    const stage = await setStage("documented");
    const { code, stdout } = await yagura(["check", "--online", "--json", "--config", stage.config]);
    expect(code).toBe(2);
    expect(JSON.parse(stdout).online).toBeUndefined();
    expect(stage.services.asked).toEqual([]);
  });
});
