import { expect, test } from "vitest";
import {
  createFetchProgress,
  outcomeLines,
  planLines,
} from "../../../../src/commands/services/history/fetch-words.ts";

const plan = {
  ...{ pieces: 1_500, requests: 1_510, leastMs: 755_000, there: 12 },
  services: [
    {
      service: "market" as const,
      from: "2026-01-05",
      to: "2026-12-30",
      pieces: 1_500,
      requests: 1_510,
      simulated: true,
    },
  ],
  refused: [
    { set: "market/x", from: "2024-01-01", to: "2024-08-25", pieces: 160, reason: "other\u001b[31m days" },
  ],
  beyond: ["markets/margin-alert"],
  files: [
    {
      ...{ set: "market/td/list", call: "td/bulk", from: "2026-01-05", to: "2026-12-29" },
      ...{ files: 1, pieces: 245, bytes: 31_000_000 },
    },
  ],
  withoutFiles: ["market/equities/valuation"],
  untold: [{ source: "forum-ranking", reason: "The forum tells only the ranks of now." }],
};
const progress = {
  ...{ done: 300, of: 1_500, requests: 310, records: 5, leftMs: 612_000 },
  slowest: { service: "market" as const, perMinute: 118.4 },
  at: "market/markets/margin-alert 2026-01-05",
};

test("a plan says what is asked, how long that takes at least, and what is not asked and why", () => {
  const text = planLines(plan).join("\n");
  for (const words of [
    "SIMULATED: market",
    "1,510",
    "12 min 35 s at least",
    "12 pieces are there",
    "160 pieces",
  ])
    expect(text).toContain(words);
  expect(text).toContain("Not in the plan as documented; each is tried once\n  markets/margin-alert\n");
  expect(text).toContain("forum-ranking: The forum tells only the ranks of now.");
  expect(text).not.toContain("\u001b");
  expect(planLines({ ...plan, pieces: 0 }).at(-1)).toBe("Everything is fetched already.");
});

test("a plan says what comes in files, how large they are, and what is asked for day by day, in both languages", () => {
  const english = planLines(plan).join("\n");
  expect(english).toContain(
    "market/td/list, 2026-01-05 to 2026-12-29: 1 file of td/bulk, about 31 MB, for 245 pieces",
  );
  expect(english).toContain("Day by day, since the plan has no files\n  market/equities/valuation\n");
  expect(english).toContain("The rest is requested piece by piece.");
  expect(planLines({ ...plan, files: [], withoutFiles: [] })).toContain(
    "All of it is requested piece by piece.",
  );
  const japanese = planLines(plan, undefined, "ja").join("\n");
  expect(japanese).toContain("td/bulk のファイル1個、約 31 MB（245件分）");
  expect(japanese).toContain("少なくとも 12分 35秒 かかります。");
  expect(japanese).not.toMatch(/\b(requests?|pieces?|files?|least)\b/);
});

test("an outcome says what lacks, and that the next call goes on", () => {
  const whole = {
    ...{ fetched: 3, requests: 4, records: 1_000, tookMs: 61_000, refused: [], failed: [], left: 0 },
    ...{ unused: [], isStopped: false, unread: 0, unreadExample: undefined },
  };
  expect(outcomeLines(whole)).toEqual(["3 pieces fetched: 1,000 records by 4 requests in 1 min 1 s"]);
  const failed = [{ set: "market/x", from: "2026-01-05", to: "2026-01-05", pieces: 1, reason: "it is down" }];
  const lines = outcomeLines({ ...whole, failed, left: 7 });
  expect(lines).toContain("  market/x, 2026-01-05: it is down");
  expect(lines).toContain("7 pieces are left, since the service gave nothing");
  expect(lines.at(-1)).toBe("run it again to continue");
  expect(outcomeLines({ ...whole, failed, left: 7 }, undefined, "ja")).toEqual([
    "3件を取得しました（レコード1,000件、呼び出し4回、1分 1秒）",
    "取得できなかったもの",
    "  market/x、2026-01-05：it is down",
    "残り7件（サービスから取得できませんでした）",
    "もう一度実行すると、続きから再開します",
  ]);
});

test("progress is told each time on a terminal, and once a minute on a pipe", () => {
  let now = 0;
  const [terminal, pipe]: string[][] = [[], []];
  const shown = createFetchProgress(
    (line) => terminal?.push(line),
    true,
    () => now,
  );
  const piped = createFetchProgress(
    (line) => pipe?.push(line),
    false,
    () => now,
  );
  for (; now < 180_000; now += 1_000) {
    shown.show(progress);
    piped.show(progress);
  }
  expect([terminal?.length, pipe?.length]).toEqual([180, 2]);
  const japanese: string[] = [];
  createFetchProgress(
    (line) => japanese.push(line),
    true,
    () => now,
    "ja",
  ).show(progress);
  expect(japanese).toEqual([
    "1,500件中300件、呼び出し310回（market は毎分118回）、残り約 10分 12秒：market/markets/margin-alert 2026-01-05",
  ]);
  expect(terminal?.[0]).toBe(
    "300 of 1,500 pieces, 310 requests (market 118 a minute), about 10 min 12 s left: market/markets/margin-alert 2026-01-05",
  );
});
