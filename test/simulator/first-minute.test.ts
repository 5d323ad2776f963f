import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenedWorld, openWorld, rankingState, startDate } from "./open-world.ts";

/** Reads as a watcher does, from the same services at one moment after another. */
async function look(world: OpenedWorld) {
  const headers = world.commentHeaders(await world.token("7203"));
  const pages = [1, 2].map((page) => world.ranking(`market=all&term=daily&page=${page}`));
  const answers = await Promise.all(pages);
  return {
    margins: (await world.market("markets/margin-alert?from=2026-02-26")).json().data as Record<
      string,
      string
    >[],
    shorts: (await world.market("markets/short-sale-report?from=2026-02-27")).json().data as Record<
      string,
      string
    >[],
    comments: (await world.comments("code=7203&size=100", headers)).json().response.items as {
      part: number;
    }[],
    ranks: answers.flatMap(({ text }) => rankingState(text).results.map((row) => row.stockCode)),
    dollar: (await world.statistics("getDataCode?db=FM08&code=FXERD01&startDate=202602")).json().RESULTSET[0]
      .VALUES,
  };
}

describe.each([1, 2, 2026])("the first minutes with seed %i", (seed) => {
  let world: OpenedWorld;
  const seen: Awaited<ReturnType<typeof look>>[] = [];
  beforeAll(async () => {
    world = await openWorld({ seed, pageRows: 1_000 });
    // At the start, at 12 s when all publications are out, at 22 s, 40 s, 59 s, and in the second day.
    for (const pass of [0, 12_000, 10_000, 18_000, 19_000, 13_000]) {
      world.clock.move(pass);
      seen.push(await look(world));
    }
  });
  afterAll(() => world.simulator.close());
  const at = (index: number) => {
    const one = seen[index];
    if (!one) throw new Error("not looked yet");
    return one;
  };

  it("bring a new and large short position in 7203", () => {
    const found = (rows: Record<string, string>[]) =>
      rows.filter((row) => row.Code === "72030" && row.ShortSellerName === "Kestrel Rock Capital LLP");
    expect(found(at(0).shorts)).toEqual([]);
    const [row] = found(at(1).shorts);
    expect(Number(row?.ShortPositionsToSharesOutstandingRatio)).toBeGreaterThanOrEqual(1);
    expect(row?.DisclosedDate).toBe(startDate);
  });
  it("put 6758 under daily publication and lift 7203 on the second day", () => {
    const days = (rows: Record<string, string>[], code: string) =>
      rows.filter((row) => row.Code === code).map((row) => row.PubDate);
    expect(days(at(0).margins, "67580")).toEqual([]);
    expect(days(at(1).margins, "67580")).toEqual([startDate]);
    expect(days(at(5).margins, "72030")).toContain(startDate);
    expect(days(at(5).margins, "72030")).not.toContain("2026-03-03");
    expect(days(at(5).margins, "67580")).toContain("2026-03-03");
  });
  it("correct a margin figure: the same application date, a newer publication date", () => {
    const corrections = (rows: Record<string, string>[]) =>
      rows.filter((row) =>
        rows.some(
          (was) =>
            was.Code === row.Code && was.AppDate === row.AppDate && (was.PubDate ?? "") < (row.PubDate ?? ""),
        ),
      );
    const days = (index: number) => corrections(at(index).margins).map((row) => row.PubDate);
    expect(days(1)).not.toContain(startDate);
    expect(days(3).filter((day) => day === startDate)).toHaveLength(1);
  });
  it("correct a short-sale report: the same report with another ratio", () => {
    const changed = at(3).shorts.filter((row) =>
      at(1).shorts.some(
        (was) =>
          was.Code === row.Code &&
          was.ShortSellerName === row.ShortSellerName &&
          was.CalculatedDate === row.CalculatedDate &&
          was.ShortPositionsToSharesOutstandingRatio !== row.ShortPositionsToSharesOutstandingRatio,
      ),
    );
    expect(changed.map((row) => row.DisclosedDate)).toEqual(["2026-02-27"]);
  });
  it("bring a new day of FXERD01 and revise an old one", () => {
    const [was, now] = [at(0).dollar, at(1).dollar];
    expect(now.SURVEY_DATES).toEqual([...was.SURVEY_DATES, 20260227]);
    const revised = was.SURVEY_DATES.filter(
      (_: number, index: number) => was.VALUES[index] !== now.VALUES[index],
    );
    expect(revised).toContain(20260219);
  });
  it("let 4127 jump 20 places and more in the daily ranking", () => {
    const [was, now] = [at(1).ranks.indexOf("4127"), at(2).ranks.indexOf("4127")];
    expect(was - now).toBeGreaterThanOrEqual(20);
    expect(now).toBeGreaterThanOrEqual(0);
  });
  it("bring a burst of comments on 7203", () => {
    const newest = at(0).comments[0]?.part ?? 0;
    expect(at(2).comments.filter(({ part }) => part > newest).length).toBeGreaterThanOrEqual(22);
  });
});
