/** The machine's clock is set while the monitor runs: by a person, by a time server, by a host that wakes. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startMonitor } from "../../src/app.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { readFeed } from "../support/feed-reader.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";

/** The page as the build makes it. */
const webFolder = join(import.meta.dirname, "../../dist/web");
const hourMs = 3_600_000;

const settings = `
sources:
  forum-comments: { schedule: "* * * * * *", fromRanking: 20 }
  margin-alerts: { schedule: "* * * * * *" }
rules: rules
state: state.db
email: { smtp: "file:outbox", recipients: { desk: [desk@example.com] } }
feed: { port: 0 }
log: { level: silent }
`;
const rules = `
rules:
  - name: someone-wrote
    on: forum.comment.posted
    by: now.code
    cooldown: 1h
    title: "{{ now.code }}"
`;

async function running() {
  const folder = tmpFolder();
  mkdirSync(join(folder, "rules"));
  writeFileSync(join(folder, "rules/rules.yaml"), rules);
  writeFileSync(join(folder, "monitor.yaml"), settings);
  const machine = { setBy: 0 };
  const clock = { ...systemClock, now: () => Date.now() + machine.setBy };
  const monitor = await startMonitor(join(folder, "monitor.yaml"), {}, { clock, webFolder });
  onTestFinished(() => monitor.stop());
  const { events } = readFeed(monitor.ready.feed);
  const types = () => events.map(({ event }) => event.type);
  const comments = () => types().filter((type) => type === "forum.comment.posted").length;
  /** Codes that were written about, from an event on. */
  const writtenAbout = (from: number) =>
    events.slice(from).flatMap(({ event }) => (event.type === "forum.comment.posted" ? [event.subject] : []));
  return { machine, events, types, comments, writtenAbout };
}

test("a clock that is set back by forty days stops no poll, and is told of once", async () => {
  const { machine, types, comments } = await running();
  await until("comments before", () => comments() >= 2);
  machine.setBy = -40 * 24 * hourMs;
  const before = comments();
  await until("comments after", () => comments() >= before + 3);
  await until("news of the clock", () => types().includes("clock.jumped"));
  expect(types().filter((type) => type === "clock.jumped")).toHaveLength(1);
});

test("a clock that is set back by an hour leaves the log in order, and a cooldown about as long as it is", async () => {
  const { machine, events, types, writtenAbout } = await running();
  await until("the first alerts", () => types().filter((type) => type === "alert.fired").length >= 5);
  machine.setBy = -hourMs;
  const fired = () => events.flatMap(({ event }) => (event.type === "alert.fired" ? [event.subject] : []));
  const [before, from] = [fired(), events.length];
  const again = () => writtenAbout(from).filter((code) => before.includes(code)).length;
  await until("comments after", () => again() >= 3);
  const times = events.map(({ event }) => String((event as unknown as { time: string }).time));
  expect(times).toEqual([...times].sort());
  expect(fired()).toEqual([...new Set(fired())]);
});
