/** The compiled program, when services rewrite what they published. */
import { describe, expect, test } from "vitest";
import { call } from "../support/call.ts";
import { yagura } from "../support/monitor.ts";
import type { MarginRow, ShortRow } from "../support/services/market.ts";
import { until } from "../support/until.ts";
import { baselined, recipients, type Stage, setStage } from "./stage.ts";

// Services are asked once a second, and each test waits for several polls.

/** As few as a mass rewrite has by default. */
const rows = 50;

function marginRows({ worlds }: Stage, shortOf: (index: number) => number): MarginRow[] {
  const [{ publishedOn, appliedOn }] = worlds.market.margin as [MarginRow];
  return Array.from({ length: rows }, (_, index) => {
    return { code: String(1300 + index), publishedOn, appliedOn, short: shortOf(index), long: 2000 };
  });
}

function shortRows({ worlds }: Stage, ratio: number): ShortRow[] {
  const [{ calculatedOn, disclosedOn }] = worlds.market.shorts as [ShortRow];
  return Array.from({ length: rows }, (_, index) => {
    const code = String(1300 + index);
    return { code, seller: "Example Capital", ratio, shares: 10_000, calculatedOn, disclosedOn };
  });
}

const told = ({ feed }: Stage, pattern: RegExp) =>
  feed.events.filter(({ event }) => pattern.test(event.type));
const news = (stage: Stage) => told(stage, /^(margin|short|alert)\./);
const decide = (stage: Stage, ...args: string[]) =>
  call(["sources", ...args, "--config", stage.config], stage.env);

/** Baselines both market sources on the rows, then has the margin rows rewritten. */
async function rewritten(): Promise<Stage> {
  const stage = await setStage("observed");
  stage.worlds.market.shorts = shortRows(stage, 0.71);
  stage.worlds.market.margin = marginRows(stage, () => 1000);
  await stage.start();
  await baselined(stage);
  stage.worlds.market.margin = marginRows(stage, (index) => 5000 + index);
  await until("the quarantine", () => told(stage, /^source\.quarantined$/).length === 1);
  return stage;
}

/** Polls of every source, each second, so that what would be told is told. */
async function polledAgain({ services }: Stage, path: RegExp): Promise<void> {
  const asked = () => services.asked.filter((one) => path.test(one.path)).length;
  const before = asked();
  // Two to five days a poll; the last of them may still be on its way.
  await until("three more polls", () => asked() >= before + 15);
}

describe("50 margin rows rewritten at once", () => {
  test("send nothing until they are released, while other sources go on; then every event, alert and mail", async () => {
    const stage = await rewritten();
    await polledAgain(stage, /margin-alert/);
    expect(news(stage)).toEqual([]);
    expect(stage.mails.received).toEqual([]);
    const [quarantined] = told(stage, /^source\.quarantined$/);
    expect(quarantined?.event.data.now).toMatchObject({
      source: "margin-alerts",
      items: rows,
      fields: ["shortOutstanding"],
      message: expect.stringContaining("1300 shortOutstanding 1000 -> 5000"),
    });

    const listed = await decide(stage, "--json");
    const row = JSON.parse(listed.stdout).find(
      ({ source }: { source: string }) => source === "margin-alerts",
    );
    expect(row).toMatchObject({
      state: "quarantined",
      items: rows,
      since: quarantined?.event.data.now.since,
    });
    expect((await decide(stage)).stdout).toContain("yagura sources release margin-alerts");
    const heartbeat = () => stage.feed.frames.filter(({ type }) => type === "heartbeat").at(-1);
    expect(heartbeat()?.sources).toMatchObject({ "margin-alerts": { state: "quarantined", items: rows } });

    stage.worlds.market.shorts = [...shortRows(stage, 0.71).slice(1), ...shortRows(stage, 0.9).slice(0, 1)];
    await until(
      "a correction of another source",
      () => told(stage, /^short\.report\.corrected$/).length === 1,
    );
    await until("its alert", () => told(stage, /^alert\.fired$/).length === 1);
    await until("its mails", () => stage.mails.received.length === recipients.length);
    expect(told(stage, /^margin\./)).toEqual([]);

    // As a process of its own; the other calls are made in this one.
    const released = await yagura(
      ["sources", "release", "margin-alerts", "--config", stage.config],
      stage.env,
    );
    expect(released).toMatchObject({ code: 0, stderr: "" });
    expect(released.stdout).toContain(`${rows} items of margin-alerts, ${rows} events`);
    await until("the events and alerts", () => news(stage).length === 2 * (1 + rows));
    expect(told(stage, /^margin\.alert\.corrected$/)).toHaveLength(rows);
    const mails = (1 + rows) * recipients.length;
    await until("the mails", () => stage.mails.received.length === mails);
    await polledAgain(stage, /margin-alert/);
    expect(news(stage)).toHaveLength(2 * (1 + rows));
    expect(await decide(stage, "release", "margin-alerts")).toMatchObject({ code: 1 });
  });

  test("are taken silently by a discard, after a restart too", async () => {
    const stage = await setStage("observed");
    stage.worlds.market.margin = marginRows(stage, () => 1000);
    const first = await stage.start();
    await baselined(stage);
    stage.worlds.market.margin = marginRows(stage, () => 5000);
    await until("the quarantine", () => told(stage, /^source\.quarantined$/).length === 1);
    await first.stop("SIGKILL");
    expect(await decide(stage, "discard", "margin-alerts")).toMatchObject({ code: 2 });

    await stage.start();
    await polledAgain(stage, /margin-alert/);
    expect(await decide(stage, "discard", "margin-alerts")).toMatchObject({ code: 0 });
    await until("the release", () => told(stage, /^source\.released$/).length === 1);
    expect(told(stage, /^source\.released$/)[0]?.event.data.now).toMatchObject({ reason: "discarded" });
    await polledAgain(stage, /margin-alert/);
    expect(news(stage)).toEqual([]);
    expect(told(stage, /^source\.quarantined$/)).toHaveLength(1);
    stage.worlds.market.margin = marginRows(stage, (index) => (index === 0 ? 6000 : 5000));
    await until("one correction", () => told(stage, /^margin\.alert\.corrected$/).length === 1);
    const [corrected] = told(stage, /^margin\.alert\.corrected$/);
    expect(corrected?.event.data).toMatchObject({
      now: { code: "1300", shortOutstanding: 6000 },
      was: { shortOutstanding: 5000 },
    });
  });
});

describe("50 short reports rewritten at once", () => {
  test("that were only rounded tell nothing, and there is nothing to release or discard", async () => {
    const stage = await setStage("documented");
    const none = await decide(stage, "release", "margin-alerts");
    expect(none.code).toBe(2);
    expect(none.stderr).toContain("no monitor answers");
    stage.worlds.market.shorts = shortRows(stage, 0.7134).map((row, index) => {
      return { ...row, ratio: Number((row.ratio + index / 1000 + 0.00002).toFixed(5)) };
    });
    await stage.start();
    await baselined(stage);
    stage.worlds.market.shorts = stage.worlds.market.shorts.map((row) => {
      return { ...row, ratio: Number(row.ratio.toFixed(4)) };
    });
    await polledAgain(stage, /short-sale-report/);
    expect(news(stage)).toEqual([]);
    expect(told(stage, /^source\.quarantined$/)).toEqual([]);

    const nothing = await decide(stage, "discard", "margin-alerts", "--json");
    expect(nothing.code).toBe(1);
    expect(JSON.parse(nothing.stdout)).toMatchObject({ ok: false, source: "margin-alerts" });
    const wrong = await decide(stage, "release", "margin-alert");
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain("did you mean `margin-alerts`?");
  });
});
