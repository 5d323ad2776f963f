import { describe, expect, test } from "vitest";
import { createIssueNames } from "../../../src/sources/dated.ts";
import { groundPieces } from "../../../src/sources/index.ts";
import { untoldDays } from "../../../src/sources/market-past.ts";
import type { SourceHistory } from "../../../src/sources/member.ts";
import { shortSaleReports } from "../../../src/sources/short-sale-reports/member.ts";
import { createHandClock } from "../../support/hand-clock.ts";
import { type MarketWorld, marketService, type ShortRow } from "../../support/services/market.ts";
import { at, fetchPieces, live, type MakeSource, play, served, type Told } from "./lived-and-played.ts";

const history = shortSaleReports.history as SourceHistory;
const make: MakeSource = (clients, clocks) =>
  shortSaleReports.create({}, clients as never, {
    ...clocks,
    issueNames: createIssueNames(clients.market, clocks.today.market, clocks.clock),
    watchlists: () => ({}),
  });

const days = ["2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19"] as const;
const [first, second, third, last] = days;
const times = days.map((day) => at(day, "18:00"));

function report(more: Partial<ShortRow> = {}): ShortRow {
  const own = { code: "9901", seller: "Example Capital", ratio: 0.61, shares: 6_100 };
  return { ...own, calculatedOn: first, disclosedOn: second, ...more };
}

/** Reports of every day, so that none of them is the first sight. */
const usual = days.map((day) =>
  report({ code: "130A", seller: "Usual Fund", calculatedOn: day, disclosedOn: day, ratio: 0.55 }),
);

/** What is told in life and by the past, of a world that is told by its time. */
async function livedAndPlayed(
  shortsAt: (now: number) => readonly ShortRow[],
  namesAt: (now: number) => MarketWorld["names"] = () => ({}),
) {
  const clock = createHandClock();
  const world = (now: number): MarketWorld => ({
    ...{ margin: [], names: namesAt(now) },
    shorts: [...usual, ...shortsAt(now)].filter(({ disclosedOn }) => at(disclosedOn, "17:30") <= now),
  });
  const { clients } = await served(
    { market: (asked) => marketService(world(clock.now()), "observed")(asked) },
    clock,
  );
  const lived = await live(make, clients, times, clock);
  clock.moveTo(at(last, "20:00"));
  const period = { from: first, to: last };
  const [, , names] = groundPieces(period);
  const pieces = history.pieces({}, period, { watchlists: () => ({}) });
  const past = await fetchPieces([...pieces, ...(names ? [names] : [])], clients);
  return { lived: linesOf(lived), played: linesOf(await play(make, past, times)) };
}

/** "poll: type subject ratio name" of what is about others than the usual reports. */
function linesOf(told: Told): string[] {
  return told.flatMap((drafts, poll) =>
    drafts
      .filter(({ subject }) => subject !== "130A")
      .map(({ type, subject, data: { now } }) =>
        [days[poll], type, subject, now.ratio, now.name].filter(Boolean).join(" "),
      ),
  );
}

const shown: Record<(typeof untoldDays)[number], () => Promise<void>> = {
  async "Rows that were corrected in place have the corrected figures: there is no event of the correction."() {
    const isCorrected = (now: number) => now >= at(third, "17:30");
    const { lived, played } = await livedAndPlayed((now) => [
      report({ ratio: isCorrected(now) ? 0.83 : 0.61 }),
    ]);
    expect(lived).toEqual([
      `${second} short.report.opened 9901 0.61`,
      `${third} short.report.corrected 9901 0.83`,
    ]);
    expect(played).toEqual([`${second} short.report.opened 9901 0.83`]);
  },
  async "Late publications count as if they had been in time."() {
    const { lived, played } = await livedAndPlayed((now) => (now >= at(third, "09:00") ? [report()] : []));
    expect(lived).toEqual([`${third} short.report.opened 9901 0.61`]);
    expect(played).toEqual([`${second} short.report.opened 9901 0.61`]);
  },
  async "What the service has withdrawn is missing, as if it had never been there."() {
    const { lived, played } = await livedAndPlayed((now) => (now < at(last, "17:30") ? [report()] : []));
    expect(lived).toEqual([`${second} short.report.opened 9901 0.61`]);
    expect(played).toEqual([]);
  },
  async "Rows of one publication are in the order of codes."() {
    const { lived, played } = await livedAndPlayed(() => [report({ code: "9905" }), report()]);
    expect(lived).toEqual(["9905", "9901"].map((code) => `${second} short.report.opened ${code} 0.61`));
    expect(played).toEqual(lived.toReversed());
  },
  async "Names of stocks are those of the list of issues that was fetched, not those of then."() {
    const { lived, played } = await livedAndPlayed(
      () => [report()],
      (now) => ({ "9901": now < at(third, "00:00") ? "旧社名" : "新社名" }),
    );
    expect(lived).toEqual([`${second} short.report.opened 9901 0.61 旧社名`]);
    expect(played).toEqual([`${second} short.report.opened 9901 0.61 新社名`]);
  },
};

describe("what the past of the market service does not tell", () => {
  test.each(untoldDays)("%s", (sentence) => shown[sentence]());
});
