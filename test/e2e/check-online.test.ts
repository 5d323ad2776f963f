import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { yagura } from "../support/monitor.ts";
import { marketKey } from "../support/services/market.ts";
import { type Answer, json } from "../support/services/serve.ts";
import { type Stage, setStage } from "./stage.ts";

interface Row {
  source: string;
  call: string;
  ok: boolean;
  verdict: string;
  plan?: string;
  message?: string;
}

const master = "/v2/equities/master";
const margin = "/v2/markets/margin-alert";
const shorts = "/v2/markets/short-sale-report";

async function checked(stage: Stage, env = stage.env) {
  const { code, stdout, stderr } = await yagura(
    ["check", "--online", "--json", "--config", stage.config],
    env,
  );
  expect(stdout + stderr).not.toContain(env.KEY);
  const answer: { ok: boolean; online: Row[] } = JSON.parse(stdout);
  const verdicts = answer.online.map(({ call, verdict, plan }) => [call, verdict, ...(plan ? [plan] : [])]);
  return { code, ...answer, verdicts };
}

async function refusing(answers: Record<string, Answer>) {
  const stage = await setStage("observed");
  for (const [path, answer] of Object.entries(answers)) stage.answers.set(path, answer);
  return checked(stage);
}

describe("yagura check --online", () => {
  test.each(["documented", "observed"] as const)("asks for what each source needs (%s)", async (dialect) => {
    const stage = await setStage(dialect);
    const { code, ok, online, verdicts } = await checked(stage);
    expect([code, ok]).toEqual([0, true]);
    expect(online.map(({ source }) => source)).toEqual([
      "forum-comments",
      "forum-ranking",
      "margin-alerts",
      "margin-alerts",
      "short-sale-reports",
      "short-sale-reports",
      "statistics-updates",
    ]);
    expect(verdicts.map(([, verdict]) => verdict)).toEqual(Array(7).fill("allowed"));
    // The list of issues once for both sources that name by it.
    expect(stage.services.asked.filter(({ path }) => path === master)).toHaveLength(1);
  });

  test.each(["documented", "observed"] as const)("tells a wrong key (%s)", async (dialect) => {
    const stage = await setStage(dialect);
    const { code, ok, verdicts } = await checked(stage, { KEY: "another-key" });
    expect([code, ok]).toEqual([1, false]);
    const market = verdicts.filter(([call]) => call?.includes("/"));
    expect(market.map(([, verdict]) => verdict)).toEqual(Array(4).fill("key-refused"));
  });

  test("names the plan where the service says that it is too low", async () => {
    const answer = json({ message: "This API is not available on your subscription." }, 403);
    const { code, verdicts } = await refusing({ [margin]: answer });
    expect(code).toBe(1);
    expect(verdicts).toContainEqual(["markets/margin-alert", "plan-too-low", "standard"]);
    expect(verdicts).toContainEqual(["markets/short-sale-report", "allowed"]);
  });

  test("takes a 403 for the plan's where the key opens another door, and else leaves it open", async () => {
    const answer = json({ message: "Forbidden" }, 403);
    const some = await refusing({ [margin]: answer });
    expect(some.verdicts).toContainEqual(["markets/margin-alert", "plan-too-low", "standard"]);
    const all = await refusing({ [margin]: answer, [shorts]: answer, [master]: answer });
    expect(all.verdicts).toContainEqual(["markets/margin-alert", "key-or-plan", "standard"]);
    expect(all.verdicts).toContainEqual(["equities/master", "key-or-plan", "free"]);
  });

  test("takes a day outside the subscription for the plan's, and another 400 for a failure", async () => {
    const window = "Your subscription covers the following dates: 2024-08-26 ~ .";
    const { online, verdicts } = await refusing({
      [margin]: json({ message: window }, 400),
      [shorts]: json({ message: "date is wrong" }, 400),
    });
    expect(verdicts).toContainEqual(["markets/margin-alert", "plan-too-low", "standard"]);
    expect(verdicts).toContainEqual(["markets/short-sale-report", "failed"]);
    expect(online.find(({ call }) => call === "markets/margin-alert")?.message).toContain(window);
  });

  test("tells that there is no plan at all, and a call that the service does not have", async () => {
    const noPlan = json({ message: "No active subscription found." }, 403);
    const noPath = json({ message: "The requested endpoint does not exist." }, 403);
    const { code, verdicts } = await refusing({ [margin]: noPlan, [shorts]: noPath, [master]: noPath });
    expect(code).toBe(1);
    expect(verdicts).toContainEqual(["markets/margin-alert", "no-plan"]);
    expect(verdicts).toContainEqual(["markets/short-sale-report", "no-such-call"]);
    const gone = await refusing({ [shorts]: json({ message: "Not found" }, 404) });
    expect(gone.verdicts).toContainEqual(["markets/short-sale-report", "no-such-call"]);
  });

  test("asks for sets of records as for every other source", async () => {
    const stage = await setStage("observed");
    const more = `sources:
  results: { from: market/fins/summary, schedule: "0 0 * * * *", query: { code: ["7203", "6758"] } }
  prices: { from: market/equities/bars/daily, schedule: "0 0 * * * *" }
  series: { from: statistics/getMetadata, schedule: "0 0 * * * *", query: { db: FM08 } }
`;
    writeFileSync(stage.config, readFileSync(stage.config, "utf8").replace("sources:\n", more));
    stage.answers.set("/v2/fins/summary", json({ data: [] }));
    const low = json({ message: "This API is not available on your subscription." }, 403);
    stage.answers.set("/v2/equities/bars/daily", low);
    const { code, online } = await checked(stage);
    expect(code).toBe(1);
    expect(online.slice(-3)).toMatchObject([
      { source: "results", service: "market", call: "fins/summary", verdict: "allowed" },
      {
        source: "prices",
        service: "market",
        call: "equities/bars/daily",
        verdict: "plan-too-low",
        plan: "free",
      },
      { source: "series", service: "statistics", call: "getMetadata", verdict: "allowed" },
    ]);
    const asked = stage.services.asked.filter(({ path }) => path.startsWith("/v2/fins"));
    expect(asked.map(({ query }) => query.get("code"))).toEqual(["7203"]);
  });

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
    const verdicts = JSON.parse(stdout).online.map(({ verdict }: Row) => verdict);
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
