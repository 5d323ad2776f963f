/** The compiled program, when a service rewrites what it published. */
import { expect, test } from "vitest";
import { yagura } from "../support/monitor.ts";
import type { MarginRow } from "../support/services/market.ts";
import { until } from "../support/until.ts";
import { baselined, recipients, type Stage, setStage } from "./stage.ts";

// Services are asked once a second, and the test waits for several polls.

/** As few as a mass rewrite has by default. */
const rows = 50;

function marginRows({ worlds }: Stage, shortOf: (index: number) => number): MarginRow[] {
  const [{ publishedOn, appliedOn }] = worlds.market.margin as [MarginRow];
  return Array.from({ length: rows }, (_, index) => {
    return { code: String(1300 + index), publishedOn, appliedOn, short: shortOf(index), long: 2000 };
  });
}

const told = ({ feed }: Stage, pattern: RegExp) =>
  feed.events.filter(({ event }) => pattern.test(event.type));
const news = (stage: Stage) => told(stage, /^(margin|short|alert)\./);
const decide = (stage: Stage, ...args: string[]) =>
  yagura(["sources", ...args, "--config", stage.config], stage.env);

/** Polls of the rewritten source, each second, so that what would be told is told. */
async function polledAgain({ services }: Stage): Promise<void> {
  const asked = () => services.asked.filter((one) => /margin-alert/.test(one.path)).length;
  const before = asked();
  // Two to five days a poll; the last of them may still be on its way.
  await until("two more polls", () => asked() >= before + 10);
}

test("50 margin rows rewritten at once send nothing until they are released, over a restart, too, while other sources go on; a discard takes the next 50 silently", async () => {
  const stage = await setStage("observed");
  const [quarantined, fired] = [/^source\.quarantined$/, /^alert\.fired$/];
  stage.worlds.market.margin = marginRows(stage, () => 1000);
  const first = await stage.start();
  await baselined(stage);
  stage.worlds.market.margin = marginRows(stage, (index) => 5000 + index);
  const held = await until("the quarantine", () => told(stage, quarantined)[0]);
  expect(held.event.data.now).toMatchObject({
    source: "margin-alerts",
    items: rows,
    fields: ["shortOutstanding"],
    message: expect.stringContaining("1300 shortOutstanding 1000 -> 5000"),
  });
  const listed = await decide(stage, "--json");
  const row = JSON.parse(listed.stdout).find(({ source }: { source: string }) => source === "margin-alerts");
  expect(row).toMatchObject({ state: "quarantined", items: rows, since: held.event.data.now.since });
  const heartbeat = () => stage.feed.frames.filter(({ type }) => type === "heartbeat").at(-1);
  expect(heartbeat()?.sources).toMatchObject({ "margin-alerts": { state: "quarantined", items: rows } });

  await first.stop("SIGKILL");
  await stage.start();
  await polledAgain(stage);
  expect(news(stage)).toEqual([]);
  expect(stage.mails.received).toEqual([]);
  expect(told(stage, quarantined)).toHaveLength(1);
  const [short] = stage.worlds.market.shorts;
  if (short) stage.worlds.market.shorts = [{ ...short, ratio: 0.9 }];
  await until("a correction of another source", () => told(stage, /^short\.report\.corrected$/).length === 1);
  await until("its alert", () => told(stage, fired).length === 1);
  await until("its mails", () => stage.mails.received.length === recipients.length);
  expect(told(stage, /^margin\./)).toEqual([]);

  const released = await decide(stage, "release", "margin-alerts");
  expect(released).toMatchObject({ code: 0, stderr: "" });
  expect(released.stdout).toContain(`${rows} items of margin-alerts, ${rows} events`);
  await until("the events and alerts", () => news(stage).length === 2 * (1 + rows));
  expect(told(stage, /^margin\.alert\.corrected$/)).toHaveLength(rows);
  const mails = (1 + rows) * recipients.length;
  await until("the mails", () => stage.mails.received.length === mails);

  stage.worlds.market.margin = marginRows(stage, () => 9000);
  await until("another quarantine", () => told(stage, quarantined).length === 2);
  const discarded = await decide(stage, "discard", "margin-alerts", "--json");
  expect([discarded.code, JSON.parse(discarded.stdout)]).toMatchObject([0, { ok: true, items: rows }]);
  await until("its end", () => told(stage, /^source\.released$/).length === 2);
  expect(told(stage, /^source\.released$/)[1]?.event.data.now).toMatchObject({ reason: "discarded" });
  await polledAgain(stage);
  expect(news(stage)).toHaveLength(2 * (1 + rows));
  const nothing = await decide(stage, "discard", "margin-alerts", "--json");
  expect([nothing.code, JSON.parse(nothing.stdout)]).toMatchObject([1, { ok: false }]);
  stage.worlds.market.margin = marginRows(stage, (index) => (index === 0 ? 9500 : 9000));
  await until("one correction", () => told(stage, /^margin\.alert\.corrected$/).length === rows + 1);
  const corrected = told(stage, /^margin\.alert\.corrected$/).at(-1);
  expect(corrected?.event.data).toMatchObject({
    now: { code: "1300", shortOutstanding: 9500 },
    was: { shortOutstanding: 9000 },
  });
});
