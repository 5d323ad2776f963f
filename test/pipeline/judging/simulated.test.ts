/** Events of simulated services on a log that is read again: rules keep what they remember of them apart from what is real. */
import { expect, test } from "vitest";
import { weekdaysOnly } from "../../../src/calendar/trading-calendar.ts";
import { numbered } from "../../../src/model/event.ts";
import { playedInLog } from "../../../src/pipeline/judging/simulated.ts";
import { createReplay } from "../../../src/pipeline/replay.ts";
import { report } from "../../rules/live.ts";
import { rulesOf } from "../../rules/support.ts";
import { MemoryLog } from "../../support/memory-log.ts";

/** A replay of events, one a minute. */
function replay(lines: string) {
  const rules = rulesOf(`rules:
  - name: test
    on: short.report.increased
    title: "{{ now.ratio }}"
${lines}`);
  const house = { rules: () => rules, unmailed: () => [], calendar: () => weekdaysOnly };
  const log = new MemoryLog();
  const replayed = createReplay({ ...house, log, played: playedInLog() });
  const start = Date.parse("2026-01-05T09:00:00+09:00");
  let seq = 0;
  const keysOf = (evaluations: ReturnType<typeof replayed.take>) =>
    evaluations.flatMap(({ alerts }) => alerts.map(({ event }) => event.data.now.key));
  return {
    take(isPlayed: boolean) {
      seq += 1;
      const draft = { ...report(seq), ...(isPlayed && { simulated: true as const }) };
      log.append(draft);
      const time = new Date(start + seq * 60_000).toISOString();
      return keysOf(replayed.take([numbered(draft, { epoch: "e", seq, time })]));
    },
    pass: (minutes: number) => keysOf(replayed.passUntil(start + minutes * 60_000)),
  };
}

const twice = "    count: { within: 1d, at_least: 2 }";

test("played events beside real ones count for themselves, under keys of their own", () => {
  const { take } = replay(twice);
  expect([false, true, true, false].map(take)).toEqual([[], [], ["7203 (simulated)"], ["7203"]]);
});

test("what was played before the first real event counts for nothing that is real, under the keys of then", () => {
  const { take } = replay(twice);
  expect([true, false, false].map(take)).toEqual([[], [], ["7203"]]);
  const { take: played } = replay(twice);
  expect([true, true].map(played)).toEqual([[], ["7203"]]);
});

test("cooldowns and waits are apart, too", () => {
  const { take } = replay("    cooldown: 1d");
  expect([true, false, true, false].map(take)).toEqual([["7203"], ["7203"], ["7203 (simulated)"], []]);
  const waiting = replay("    absent: { for: 10m }");
  expect([true, false, true].map(waiting.take)).toEqual([[], [], []]);
  expect(waiting.pass(30)).toEqual(["7203", "7203", "7203 (simulated)"]);
});
