import { describe, expect, test } from "vitest";
import { StoreError } from "../../src/model/store-faults.ts";
import type { Change } from "../../src/pipeline/change.ts";
import { decisionRoutes } from "../../src/pipeline/quarantine-end.ts";
import { startFeed } from "../outputs/feed/support/running-feed.ts";

const source = "margin-alerts";
const hold = { since: "2026-11-20T03:00:00.000Z", items: 60, message: "60 of 60" };
const drafts = ["corrected", "added"].map((kind) => ({
  type: `margin.alert.${kind}` as "margin.alert.corrected" | "margin.alert.added",
  source: `/sources/${source}`,
  subject: "7203",
  ...(kind === "corrected" && { rewrites: "7203" }),
  data: { now: { code: "7203" } },
}));

/** A feed whose monitor holds something of margin-alerts, and nothing of short-sale-reports. */
async function monitor(tell: (change: Change) => void = () => {}, tokens: string[] = []) {
  const store = {
    hold: (name: string) => (name === source ? { ...hold, stage: "held" as const } : null),
    heldPart: () => ({ drafts, put: [], drop: [], items: [], last: 1, isLast: true, cursor: { day: 2 } }),
    heldEvents: () => ({ all: 2, rewrites: 1 }),
    outage: () => null,
  };
  const routes = decisionRoutes({ store, sources: [source, "short-sale-reports"], tell });
  const { httpUrl } = await startFeed({ routes, tokens });
  return async (decision: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${httpUrl}/control/sources/${decision}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, answer: await response.json() };
  };
}

describe("a decision on the monitor's port", () => {
  test("commits one change, and says how many items and events", async () => {
    const changes: Change[] = [];
    const ask = await monitor((change) => changes.push(change));
    expect(await ask("release", { source })).toEqual({
      status: 200,
      answer: { source, items: 60, events: 2 },
    });
    expect(await ask("discard", { source })).toEqual({
      status: 200,
      answer: { source, items: 60, events: 1 },
    });
    expect(changes.map((change) => change.drafts.map(({ type }) => type))).toEqual([
      ["source.released", "margin.alert.corrected", "margin.alert.added"],
      ["source.released", "margin.alert.added"],
    ]);
    expect(changes[0]?.batch.source).toMatchObject({
      ...{ name: source, cursor: { day: 2 } },
      hold: { end: "released", isLast: true },
    });
  });

  test("is answered 404 for what is not watched, and 409 where nothing is held", async () => {
    const ask = await monitor(() => expect.unreachable());
    expect((await ask("release", { source: "margin" })).status).toBe(404);
    expect((await ask("release", { source: "short-sale-reports" })).status).toBe(409);
  });

  test("is answered 400 where it names no source", async () => {
    const ask = await monitor(() => expect.unreachable());
    for (const body of [{}, [], null, "margin-alerts", { source: 1 }]) {
      expect((await ask("discard", body)).status).toBe(400);
    }
  });

  test("is answered 503 where it could not be written", async () => {
    const ask = await monitor(() => {
      throw new StoreError("the disk is full");
    });
    expect(await ask("release", { source })).toEqual({ status: 503, answer: { error: "the disk is full" } });
  });

  test("is refused without the feed's token, and to a page of another site", async () => {
    const ask = await monitor(() => expect.unreachable(), ["secret"]);
    expect((await ask("release", { source })).status).toBe(401);
    const headers = { authorization: "Bearer secret", origin: "https://elsewhere.example.com" };
    expect((await ask("release", { source }, headers)).status).toBe(403);
  });
});
