/** Answers of services to the small calls of `yagura check --online`, as a verdict for each. */
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { requireConfig } from "../../src/files/check-files.ts";
import { checkOnline } from "../../src/files/check-online.ts";
import { type Stage, setStage } from "../e2e/stage.ts";
import { type Answer, json } from "../support/services/serve.ts";

const master = "/v2/equities/master";
const margin = "/v2/markets/margin-alert";
const shorts = "/v2/markets/short-sale-report";

async function checked(stage: Stage, env = stage.env) {
  const online = await checkOnline(requireConfig(stage.config, env));
  expect(JSON.stringify(online)).not.toContain(env.KEY);
  const verdicts = online.map(({ call, verdict, plan }) => [call, verdict, ...(plan ? [plan] : [])]);
  return { ok: online.every((row) => row.ok), online, verdicts };
}

async function refusing(answers: Record<string, Answer>) {
  const stage = await setStage("observed");
  for (const [path, answer] of Object.entries(answers)) stage.answers.set(path, answer);
  return checked(stage);
}

describe("the online check", () => {
  test.each(["documented", "observed"] as const)("asks for what each source needs (%s)", async (dialect) => {
    const stage = await setStage(dialect);
    const { ok, online, verdicts } = await checked(stage);
    expect(ok).toBe(true);
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
    const { ok, verdicts } = await checked(stage, { KEY: "another-key" });
    expect(ok).toBe(false);
    const market = verdicts.filter(([call]) => call?.includes("/"));
    expect(market.map(([, verdict]) => verdict)).toEqual(Array(4).fill("key-refused"));
  });

  test("names the plan where the service says that it is too low", async () => {
    const answer = json({ message: "This API is not available on your subscription." }, 403);
    const { ok, verdicts } = await refusing({ [margin]: answer });
    expect(ok).toBe(false);
    expect(verdicts).toContainEqual(["markets/margin-alert", "plan-too-low", "standard"]);
    expect(verdicts).toContainEqual(["markets/short-sale-report", "allowed"]);
  });

  test("names the add-on where a call needs one beside the plan", async () => {
    const stage = await setStage("observed");
    stage.answers.set(
      "/v2/td/list",
      json({ message: "This API is not available on your subscription." }, 403),
    );
    const config = requireConfig(stage.config, stage.env);
    const disclosures = { schedule: "0 * 8-20 * * *" } as never;
    const rows = await checkOnline({ ...config, sources: { ...config.sources, disclosures } });
    const row = rows.find(({ call }) => call === "td/list");
    expect(row).toMatchObject({ verdict: "plan-too-low", plan: "light", addOn: "TDnet" });
    expect(rows.filter(({ ok }) => !ok)).toEqual([row]);
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
    const { ok, verdicts } = await refusing({ [margin]: noPlan, [shorts]: noPath, [master]: noPath });
    expect(ok).toBe(false);
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
    const { ok, online } = await checked(stage);
    expect(ok).toBe(false);
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
});
