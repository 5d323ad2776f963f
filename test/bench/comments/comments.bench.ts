/**
 * Fifty forums over a simulated day, the busiest with 1,300 comments in an hour, through the pipeline and a real
 * database: what is told, and how many calls it took against the least that the same polls could have done with.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NEVER, Subject } from "rxjs";
import { afterAll, bench, describe } from "vitest";
import { weekdaysOnly } from "../../../src/calendar/trading-calendar.ts";
import { pipeline } from "../../../src/pipeline/pipeline.ts";
import { createPauses, createPolls } from "../../../src/pipeline/schedule.ts";
import { createForumComments } from "../../../src/sources/forum-comments/index.ts";
import { openStore } from "../../../src/store/store.ts";
import { createForumClient } from "../../../src/upstreams/forum/client.ts";
import { createHandClock } from "../../support/hand-clock.ts";
import { codes, createForumDay } from "./forum-day.ts";

const start = Date.parse("2026-01-05T00:00:00+09:00");
const dayMs = 24 * 3_600_000;
const lines: string[] = [];

afterAll(() => {
  for (const line of lines) process.stdout.write(`${line}\n`);
});

interface Outcome {
  readonly posted: number;
  readonly missed: number;
  readonly repeated: number;
  readonly calls: number;
  readonly least: number;
}

async function playDay(everyMs: number, pageSize: number, seed: number): Promise<Outcome> {
  const clock = createHandClock(start);
  const day = createForumDay(clock, start, seed);
  const folder = mkdtempSync(join(tmpdir(), "yagura-bench-"));
  const store = openStore(join(folder, "yagura.db"), { now: clock.now });
  const { http } = day;
  const client = createForumClient({ url: "http://forum", http, clock });
  const source = createForumComments({ codes, pageSize }, client, () => "2026-01-05");
  const polls = createPolls();
  const running = pipeline({
    sources: [
      { source, ticks$: NEVER, pauses: createPauses(), polls, quarantine: { items: 50, share: 0.2 } },
    ],
    news$: new Subject(),
    store,
    outputs: [],
    rules: () => ({
      hash: "",
      files: [],
      names: [],
      meanings: new Map(),
      match: () => [],
      pass: () => undefined,
    }),
    unmailed: () => [],
    calendar: () => weekdaysOnly,
    now: clock.now,
    timeOfDay: clock.now,
    signal: new AbortController().signal,
    report: () => {},
  }).subscribe();
  const before = new Map<string, number>();
  let least = 0;
  for (; clock.now() < start + dayMs; clock.move(everyMs)) {
    for (const code of codes) {
      const count = day.posted(code).length;
      least += Math.max(1, Math.ceil((count - (before.get(code) ?? count)) / pageSize));
      before.set(code, count);
    }
    // A poll is over with its last commit; one that is due during another would be left out.
    const polled = polls.ask({ at: clock.now(), elapsed: clock.elapsed() });
    if (polled === undefined) throw new Error("a poll was under way");
    await polled;
  }
  running.unsubscribe();
  const told = toldComments(store.log);
  store.close();
  rmSync(folder, { recursive: true });
  // The first poll, at the start, is the baseline; the last is one step before the day's end.
  const isDue = (at: number) => at > start && at <= start + dayMs - everyMs;
  const due = codes.flatMap((code) =>
    day.posted(code).flatMap(({ part, at }) => (isDue(at) ? `${code}/${part}` : [])),
  );
  const { comments, pages } = day.calls;
  return {
    posted: due.length,
    missed: due.filter((name) => !told.has(name)).length,
    repeated: [...told.values()].filter((times) => times > 1).length,
    calls: comments + pages,
    least,
  };
}

/** How often each comment was told as posted. */
function toldComments(log: ReturnType<typeof openStore>["log"]): Map<string, number> {
  const told = new Map<string, number>();
  for (let after = 0; after < log.head(); after += 1_000) {
    for (const { type, json } of log.read(after, 1_000)) {
      if (type !== "forum.comment.posted") continue;
      const { code, part } = JSON.parse(json).data.now;
      told.set(`${code}/${part}`, (told.get(`${code}/${part}`) ?? 0) + 1);
    }
  }
  return told;
}

describe.each([
  [120, 50],
  [120, 20],
])("fifty forums every %i s, %i comments a page", (seconds, pageSize) => {
  bench(
    "a day",
    async () => {
      const { posted, missed, repeated, calls, least } = await playDay(seconds * 1_000, pageSize, 20_260_105);
      const ratio = (calls / least).toFixed(3);
      lines.push(
        `every ${seconds} s, ${pageSize} a page: ${posted} posted, ${missed} missed, ${repeated} told twice; ` +
          `${calls} calls, least ${least}, ratio ${ratio}`,
      );
    },
    { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 },
  );
});
