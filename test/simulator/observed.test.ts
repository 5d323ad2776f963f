import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { get, type OpenedWorld, openWorld, rankingState } from "./open-world.ts";

let world: OpenedWorld;
beforeAll(async () => {
  world = await openWorld({ elapsedMs: 50_000, dialect: "observed" });
});
afterAll(() => world.simulator.close());

// biome-ignore lint/suspicious/noExplicitAny: records of a remote service, of which the tests check parts
type Row = Record<string, any>;
const rows = async (call: string): Promise<Row[]> => {
  const answer = await world.market(call);
  expect([answer.status, call]).toEqual([200, call]);
  return answer.json().data;
};
const keys = (row: Row | undefined) => Object.keys(row ?? {});

describe("the market service as observed", () => {
  it("answers 403 with messages that tell a missing key, a bad one, a low plan and an unknown path apart", async () => {
    const strict = await openWorld({ dialect: "observed", plan: "light", apiKey: "right" });
    const ask = (path: string, headers: Record<string, string>) =>
      get(`${strict.simulator.marketUrl}/${path}`, headers);
    const answers = [
      await ask("markets/calendar", {}),
      await ask("markets/calendar", { "x-api-key": "wrong" }),
      await ask("markets/short-ratio", { "x-api-key": "right" }),
      await ask("markets/nothing", { "x-api-key": "right" }),
    ];
    await strict.simulator.close();
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect(new Set(answers.map((answer) => answer.json().message)).size).toBe(4);
  });
  it.each(["markets/sectors/mkt17", "markets/sectors/mkt33", "indices/bars/daily/mkt"])(
    "has no %s",
    async (call) => {
      expect((await world.market(call)).status).toBe(403);
    },
  );
  it("has the broad index under another name, with numbers", async () => {
    const [row] = await rows("indices/bars/daily/topix?date=2026-03-02");
    expect(row).toEqual({
      Date: "2026-03-02",
      O: expect.any(Number),
      H: expect.any(Number),
      L: expect.any(Number),
      C: expect.any(Number),
    });
  });
  it("refuses dates outside what a plan covers", async () => {
    const lower = await openWorld({ dialect: "observed", plan: "standard" });
    const answer = await lower.market("equities/bars/daily?date=2020-01-06");
    const calendar = await lower.market("markets/calendar?from=2010-01-04&to=2010-01-04");
    await lower.simulator.close();
    expect(calendar.status).toBe(400);
    expect(answer.status).toBe(400);
    expect(answer.json().message).toMatch(
      /^Your subscription covers the following dates: \d{4}-\d\d-\d\d ~ \.$/,
    );
    const free = await openWorld({ dialect: "observed", plan: "free", elapsedMs: 50_000 });
    const late = await free.market("equities/bars/daily?date=2026-02-27");
    const { data } = (await free.market("equities/bars/daily?code=7203")).json();
    const now = await free.market("markets/calendar?from=2026-01-01&to=2026-12-31");
    const whole = (await free.market("markets/calendar")).json().data;
    await free.simulator.close();
    expect([now.status, now.json().message]).toEqual([400, late.json().message]);
    expect([whole[0].Date, whole.at(-1).Date]).toEqual(["2024-03-02", "2025-12-08"]);
    expect(late.json().message).toMatch(/~ 2025-12-08\.$/);
    expect(data.at(-1).Date).toBe("2025-12-08");
  });
  it("has nothing before its history on the highest plan, and no window", async () => {
    expect(await rows("equities/bars/daily?date=2020-01-06")).toEqual([]);
    const [oldest] = await rows("equities/bars/daily?code=7203&from=2010-01-01&to=2024-01-31");
    expect(oldest?.Date).toBe("2024-01-04");
  });
  it("writes prices as numbers with a code, null on days without trades", async () => {
    const listed = (await rows("equities/master")).length;
    let quiet = 0;
    for (const day of ["24", "25", "26", "27"]) {
      const bars = await rows(`equities/bars/daily?date=2026-02-${day}`);
      expect(bars.length).toBe(listed);
      for (const bar of bars) {
        expect(bar.Code).toMatch(/^[\dA-Z]{4}0$/);
        if (bar.C === null) quiet += 1;
        for (const name of "O H L C Vo Va AdjO AdjC AdjVo MO AC".split(" "))
          expect(bar[name]).toEqual(bar.C === null ? null : expect.any(Number));
      }
    }
    expect(quiet).toBeGreaterThan(0);
  });
  it("gives half days to the highest plan only", async () => {
    const lower = await openWorld({ dialect: "observed", plan: "standard", elapsedMs: 50_000 });
    const [bar] = (await lower.market("equities/bars/daily?code=7203")).json().data;
    await lower.simulator.close();
    const [full] = await rows("equities/bars/daily?code=7203");
    expect("MO" in bar).toBe(false);
    const ofHalves = "O H L C UL LL Vo Va AdjO AdjH AdjL AdjC AdjVo".split(" ");
    expect(new Set(keys(full))).toEqual(
      new Set([...keys(bar), ...["M", "A"].flatMap((half) => ofHalves.map((name) => half + name))]),
    );
  });
  it("answers 210 to the morning's bars until there are any", async () => {
    const early = await openWorld({ dialect: "observed", elapsedMs: 10_000 });
    const none = await early.market("equities/bars/daily/am?code=7203");
    await early.simulator.close();
    expect([none.status, typeof none.json().message]).toEqual([210, "string"]);
    expect(await rows("equities/bars/daily/am?code=7203")).toMatchObject([
      { Code: "72030", Date: "2026-03-02" },
    ]);
  });
  it("turns HolDiv round: a Saturday is 0, and the year's last day of business half a day", async () => {
    const divisions = Object.fromEntries(
      (await rows("markets/calendar?from=2025-12-29&to=2026-01-12")).map((one) => [one.Date, one.HolDiv]),
    );
    expect(divisions).toMatchObject({
      "2025-12-29": "1",
      "2025-12-30": "2",
      "2025-12-31": "0",
      "2026-01-03": "0",
      "2026-01-05": "1",
      "2026-01-12": "3",
    });
  });
  it("has twenty years of calendar, and only the days of a kind that hol_div names", async () => {
    const whole = await rows("markets/calendar");
    expect([whole.length, whole[0]?.Date]).toEqual([7305, "2008-01-01"]);
    const half = await rows("markets/calendar?hol_div=2&from=2025-01-01&to=2025-12-31");
    expect(half).toEqual([{ Date: "2025-12-30", HolDiv: "2" }]);
  });
  it("asks for short-sale reports by disc_date or calc_date and refuses date", async () => {
    expect((await world.market("markets/short-sale-report?date=2026-03-02")).status).toBe(400);
    const reports = await rows("markets/short-sale-report?disc_date=2026-03-02");
    expect(reports).toEqual(await rows("markets/short-sale-report?calc_date=2026-02-26"));
    expect(keys(reports[0]).join(" ")).toBe(
      "DiscDate CalcDate Code SSName SSAddr DICName DICAddr FundName ShrtPosToSO ShrtPosShares ShrtPosUnits PrevRptDate PrevRptRatio Notes",
    );
    for (const { ShrtPosToSO } of reports) expect(ShrtPosToSO).toBeLessThan(0.1);
    const range = await rows(
      "markets/short-sale-report?code=7203&disc_date_from=2026-02-24&disc_date_to=2026-03-02",
    );
    expect(range.length).toBeGreaterThan(0);
  });
  it("reports a code that the master list does not have", async () => {
    const reported = await rows("markets/short-sale-report?code=9996");
    expect(reported.length).toBeGreaterThan(10);
    expect(await rows("equities/master?code=9996")).toEqual([]);
  });
  it("says why an issue is under margin alert, and not always for daily publication", async () => {
    const alerts = await rows("markets/margin-alert?date=2026-03-02");
    const daily = new Set(alerts.map(({ PubReason }) => PubReason.DailyPublication));
    expect(daily).toEqual(new Set(["0", "1"]));
    expect(keys(alerts[0]?.PubReason)).toHaveLength(6);
    expect(alerts.some(({ ShrtOutChg }) => ShrtOutChg === "-")).toBe(true);
    for (const row of alerts) {
      expect(row.ShrtNegOut + row.ShrtStdOut).toBe(row.ShrtOut);
      expect(row.LongNegOut + row.LongStdOut).toBe(row.LongOut);
    }
  });
  it("writes statements as strings, and details under labels", async () => {
    const statements = await rows("fins/summary?code=8306");
    for (const one of statements) for (const value of Object.values(one)) expect(typeof value).toBe("string");
    expect(statements[0]?.OP).toBe("");
    expect(keys(statements[0])).toHaveLength(111);
    expect(keys(statements[0])).toEqual(expect.arrayContaining(["NxFNp2Q", "FDivTotalAnn", "NxFNCEPS"]));
    expect(statements[0]).toMatchObject({ Div1Q: "", DivUnit: "", RetroRst: "false" });
    const [detail] = await rows("fins/details?code=8306");
    expect(detail?.FS["Total assets"]).toBe(statements[0]?.TA);
  });
  it("counts the keys: 23 of a dividend, 56 of a week of investors", async () => {
    const [dividend] = await rows("fins/dividend?code=7203");
    const [week] = await rows("equities/investor-types");
    expect([keys(dividend).length, keys(week).length]).toEqual([23, 56]);
    expect(dividend?.IFTerm).toBe(dividend?.RecDate.slice(0, "YYYY-MM".length));
    for (const side of ["Sell", "Buy"])
      expect(week?.[`Tot${side}`]).toBe(week?.[`Prop${side}`] + week?.[`Brk${side}`]);
  });
  it("has only the next business day in the earnings calendar", async () => {
    const season = await openWorld({ dialect: "observed", startDate: "2026-02-09", elapsedMs: 50_000 });
    const { data } = (await season.market("equities/earnings-calendar?date=2026-02-27")).json();
    await season.simulator.close();
    expect(data.length).toBeGreaterThan(0);
    for (const row of data) {
      expect(["2026-02-10", ""]).toContain(row.Date);
      expect(row.FQ).toMatch(/^(第[１２３]四半期|本決算)$/);
    }
  });
  it("needs a date for derivatives and writes their months with a hyphen", async () => {
    expect((await world.market("derivatives/bars/daily/futures?code=160060018")).status).toBe(400);
    const [row] = await rows("derivatives/bars/daily/futures?date=2026-02-27");
    expect(row).toMatchObject({ CM: expect.stringMatching(/^\d{4}-\d\d$/), Settle: expect.any(Number) });
    for (const call of ["futures", "options", "options/225"])
      for (const one of await rows(`derivatives/bars/daily/${call}?date=2026-02-27`)) {
        expect([one.EO, one.AC]).toEqual([one.O, one.C]);
        expect([Math.max(one.EH, one.AH), Math.min(one.EL, one.AL)]).toEqual([one.H, one.L]);
        expect(one.SQD > one.LTD).toBe(true);
        for (const count of [one.Vo, one.OI, one.Va, one.VoOA]) expect(Number.isInteger(count)).toBe(true);
      }
  });
  const ofContracts =
    "Date Code O H L C EO EH EL EC AO AH AL AC Vo OI Va CM VoOA EmMrgnTrgDiv LTD SQD Settle".split(" ");
  const ofOptions = [...ofContracts, ..."PCDiv Strike Theo BaseVol UnderPx IV IR".split(" ")];
  const beyond225 = "ProdCat CCMFlag MO MH ML MC".split(" ");
  it.each([
    ["options/225", ofOptions, 30],
    ["options", [...ofOptions, ...beyond225, "UndSSO"], 37],
    ["futures", [...ofContracts, ...beyond225], 29],
  ])("sends %s with these keys and no others", async (call, expected, count) => {
    const found = await rows(`derivatives/bars/daily/${call}?date=2026-02-27`);
    for (const row of found) expect(keys(row).sort()).toEqual([...expected].sort());
    expect(expected).toHaveLength(count);
  });
  it.each(["futures", "options"])("narrows %s by category, contract_flag and code", async (call) => {
    const ask = (more: string) => rows(`derivatives/bars/daily/${call}?date=2026-02-27${more}`);
    const all = await ask("");
    const categories = [...new Set(all.map(({ ProdCat }) => ProdCat))];
    expect(categories.length).toBeGreaterThan(1);
    for (const category of categories) {
      const own = all.filter(({ ProdCat }) => ProdCat === category);
      expect(await ask(`&category=${category}`)).toEqual(own);
      const central = await ask(`&category=${category}&contract_flag=1`);
      expect(central).toEqual(own.filter(({ CCMFlag }) => CCMFlag === "1"));
      expect(new Set(central.map(({ CM }) => CM)).size).toBe(1);
      expect(central[0]?.LTD).toBe(own.map(({ LTD }) => LTD).sort()[0]);
      const others = own.filter(({ CCMFlag }) => CCMFlag === "0");
      expect(await ask(`&category=${category}&contract_flag=0`)).toEqual(others);
    }
    expect(await ask("&category=NONE")).toEqual([]);
    expect(await ask(`&code=${all[3]?.Code}`)).toEqual([all[3]]);
  });
  it("has options of weeks, whose months are numbers of weeks", async () => {
    const late = await openWorld({ dialect: "observed", startDate: "2026-12-15", elapsedMs: 10_000 });
    const answer = await late.market("derivatives/bars/daily/options/225?date=2026-12-14");
    await late.simulator.close();
    const months = new Set(answer.json().data.map(({ CM }: Row) => CM));
    expect(months).toEqual(new Set(["2026-51", "2026-52", "2027-01", "2027-02", "2027-03"]));
  });
  it.each([
    "equities/bars/daily",
    "fins/summary",
    "fins/details",
    "fins/dividend",
    "markets/breakdown",
    "markets/short-ratio",
    "markets/margin-alert",
    "markets/margin-interest",
    "indices/bars/daily",
    "derivatives/bars/daily/futures",
    "derivatives/bars/daily/options",
    "derivatives/bars/daily/options/225",
  ])("refuses a range of %s without a code", async (call) => {
    const answer = await world.market(`${call}?from=2026-02-24&to=2026-03-02`);
    expect([answer.status, answer.json().message]).toEqual([
      400,
      expect.stringMatching(/requires at least one of: .*date/),
    ]);
  });
  it("names short ratios and margin interest its own way", async () => {
    expect(keys((await rows("markets/short-ratio?date=2026-03-02"))[0])).toEqual(
      "Date S33 SellExShortVa ShrtWithResVa ShrtNoResVa".split(" "),
    );
    expect(keys((await rows("markets/margin-interest?code=7203"))[0])).toEqual(
      "Date Code ShrtVol LongVol ShrtNegVol LongNegVol ShrtStdVol LongStdVol IssType".split(" "),
    );
  });
  it("puts a cursor beside the data of a page", async () => {
    const paged = await openWorld({ dialect: "observed", elapsedMs: 50_000, pageRows: 10 });
    const page = (await paged.market("equities/master")).json();
    await paged.simulator.close();
    expect(keys(page)).toEqual(["data", "pagination_key", "cursor"]);
  });
  it("shuts out who goes on far above the limit", async () => {
    const limited = await openWorld({ dialect: "observed", plan: "free", limits: { retryAfter: true } });
    for (let request = 0; request < 11; request += 1)
      await limited.market("markets/calendar?date=2025-03-03");
    limited.clock.move(61_000);
    const still = await limited.market("markets/calendar?date=2025-03-03");
    limited.clock.move(240_000);
    const again = await limited.market("markets/calendar?date=2025-03-03");
    await limited.simulator.close();
    expect([still.status, again.status]).toEqual([429, 200]);
  });
});

describe("the forum as observed", () => {
  const session = async () => {
    const page = await world.page("7203");
    const token = /jwtToken\\":\\"([^"\\]+)/.exec(page.text)?.[1] ?? "";
    const cookie = [page.headers["set-cookie"]]
      .flat()
      .map((one) => String(one).split(";")[0])
      .join("; ");
    return { ...world.commentHeaders(token), cookie };
  };
  const comments = async (query: string) => (await world.comments(query, await session())).json().response;

  it("wants the page's cookies", async () => {
    const { cookie: _, ...bare } = await session();
    const refused = await world.comments("code=7203&size=20", bare);
    expect([refused.status, refused.json().message]).toEqual([400, "signature verification failed"]);
    expect((await comments("code=7203&size=20")).items).toHaveLength(20);
  });
  it("leaves out the comment that mid names", async () => {
    const { items } = await comments("code=7203&size=20");
    const next = await comments(`code=7203&size=20&mid=${items[19].part}`);
    expect(next.items[0].part).toBeLessThan(items[19].part);
  });
  it("masks names, breaks titles, and counts more than there are", async () => {
    const { items, totalSize } = await comments("code=7203&size=100");
    expect(items.some((one: Row) => /\*{5}$/.test(one.dispname))).toBe(true);
    expect(items.some((one: Row) => one.title.includes("\n"))).toBe(true);
    expect(totalSize).toBeGreaterThan(items[0].part);
  });
  it("has many null keys in the ranking", async () => {
    const [first] = rankingState((await world.ranking("term=daily")).text).results;
    const values = Object.values(first?.rankingResult ?? {});
    expect(values.filter((value) => value === null).length).toBeGreaterThan(10);
  });
});

describe("the statistics service as observed", () => {
  it("repeats an error's status in HTTP, with a short body", async () => {
    const answer = await world.statistics("getDataCode?db=NOPE&code=X");
    expect([answer.status, keys(answer.json())]).toEqual([400, ["STATUS", "MESSAGEID", "MESSAGE", "DATE"]]);
  });
  it("writes the hour without its zero", async () => {
    const morning = await openWorld({ dialect: "observed", elapsedMs: 10_000 });
    const { DATE } = (await morning.statistics("getDataCode?db=FM01&code=STRDCLUCON")).json();
    await morning.simulator.close();
    expect(DATE).toBe("2026-03-02T9:00:00.000+09:00");
  });
  it("puts headings between the series of a catalogue, and integers into its layers", async () => {
    const catalogue = (await world.statistics("getMetadata?db=FM08&lang=en")).json();
    expect([catalogue.DB, "PARAMETER" in catalogue]).toEqual(["FM08", false]);
    const [one, two, three] = catalogue.RESULTSET;
    expect([one.SERIES_CODE, two.SERIES_CODE, three.SERIES_CODE]).toEqual(["", "", "FXERD01"]);
    expect([three.LAYER1, three.LAYER2, three.LAYER3, three.LAYER4]).toEqual([1, 1, 1, 0]);
    expect(three.LAST_UPDATE).toBe("20260302");
    expect(keys(one)).toEqual(keys(three));
  });
  const texts = ["NAME_OF_TIME_SERIES", "UNIT", "CATEGORY", "NOTES"];
  it("has both languages in a Japanese catalogue, the English ones by the plain names", async () => {
    const english = (await world.statistics("getMetadata?db=FM08&lang=en")).json().RESULTSET;
    const inJapanese = (await world.statistics("getMetadata?db=FM08")).json().RESULTSET;
    for (const [at, row] of inJapanese.entries())
      for (const name of texts) {
        expect(row[name]).toBe(english[at][name]);
        if (row[name] !== "") expect(row[`${name}_J`]).toMatch(/[\u3040-\u9fff]/);
      }
  });
  it("writes a catalogue as CSV with a line for the database and the Japanese columns first", async () => {
    const { bytes } = await world.statistics("getMetadata?db=FM08&format=csv");
    const lines = new TextDecoder("shift_jis").decode(bytes).split("\r\n");
    expect(lines.slice(3, 5)).toEqual([expect.stringMatching(/^DATE,/), "DB,FM08"]);
    expect(lines[5]).toMatch(
      /^SERIES_CODE,NAME_OF_TIME_SERIES_J,UNIT_J,CATEGORY_J,NOTES_J,NAME_OF_TIME_SERIES,UNIT,/,
    );
    expect(lines.join("\n")).not.toMatch(/^(PARAMETER|NEXTPOSITION),/m);
  });
  it("repeats neither codes nor layers, and what was left out as an empty text", async () => {
    const byCode = (await world.statistics("getDataCode?db=FM08&code=FXERD01&startDate=202602")).json();
    expect(byCode.PARAMETER).toEqual({
      ...{ FORMAT: "JSON", LANG: "JP", DB: "FM08" },
      ...{ STARTDATE: "202602", ENDDATE: "", STARTPOSITION: "" },
    });
    const byLayer = (await world.statistics("getDataLayer?db=FM08&frequency=D&layer=1")).json();
    expect(keys(byLayer.PARAMETER)).toEqual(
      "FORMAT LANG DB FREQUENCY STARTDATE ENDDATE STARTPOSITION".split(" "),
    );
  });
  it("lists some codes at two places", async () => {
    const rows: Row[] = (await world.statistics("getMetadata?db=MD09&lang=en")).json().RESULTSET;
    const codes = rows.map((row) => row.SERIES_CODE).filter(Boolean);
    const twice = codes.filter((code, at) => codes.indexOf(code) !== at);
    expect(twice).toEqual(["SIMM01", "SIMM02"]);
    const layers = rows.filter((row) => row.SERIES_CODE === "SIMM01").map((row) => row.LAYER1);
    expect(layers).toEqual([1, 3]);
    const second = (await world.statistics("getDataLayer?db=MD09&frequency=M&layer=3&lang=en")).json();
    expect(second.RESULTSET.map((row: Row) => row.SERIES_CODE)).toEqual(twice);
  });
  it("does not say the periods of some series", async () => {
    const rows: Row[] = (await world.statistics("getMetadata?db=FM07&lang=en")).json().RESULTSET;
    const without = rows.filter((row) => row.SERIES_CODE !== "" && row.START_OF_THE_TIME_SERIES === "");
    expect(without.map((row) => [row.SERIES_CODE, row.END_OF_THE_TIME_SERIES])).toEqual([
      ["SIMM01", ""],
      ["SIMM02", ""],
    ]);
  });
  it("sends every calendar day of daily series, null on closed days and often on the last two", async () => {
    const codes = Array.from({ length: 20 }, (_, at) => `FXERD${String(at + 1).padStart(2, "0")}`);
    const call = `getDataCode?db=FM08&code=${codes.join()}&startDate=202602&lang=en`;
    const series: Row[] = (await world.statistics(call)).json().RESULTSET;
    let late = 0;
    for (const { VALUES } of series) {
      expect(VALUES.SURVEY_DATES).toHaveLength(29);
      expect([VALUES.SURVEY_DATES[28], VALUES.VALUES[28]]).toEqual([20260301, null]);
      const saturday = VALUES.SURVEY_DATES.indexOf(20260214);
      expect(VALUES.VALUES[saturday] ?? null).toBeNull();
      if (VALUES.VALUES[26] === null) late += 1;
    }
    expect(late).toBeGreaterThan(4);
    expect(late).toBeLessThan(16);
    const [listed] = (await world.statistics("getMetadata?db=FM08&lang=en"))
      .json()
      .RESULTSET.filter((row: Row) => row.SERIES_CODE === "FXERD01");
    expect(listed.END_OF_THE_TIME_SERIES).toBe("20260301");
  });
  it("has one series of some 52,470 points from 1882 on", async () => {
    const call = "getDataCode?db=IR01&code=MADR1Z%40D&lang=en";
    const [{ VALUES }] = (await world.statistics(call)).json().RESULTSET;
    expect([VALUES.SURVEY_DATES[0], VALUES.SURVEY_DATES.at(-1)]).toEqual([18820704, 20260301]);
    expect(Math.abs(VALUES.SURVEY_DATES.length - 52_470)).toBeLessThan(30);
    const [listed] = (await world.statistics("getMetadata?db=IR01&lang=en"))
      .json()
      .RESULTSET.filter((row: Row) => row.SERIES_CODE === "MADR1Z@D");
    expect(listed.START_OF_THE_TIME_SERIES).toBe("18820704");
  });
  it("has null among the dates of one seldom asked series, and of no other", async () => {
    const nulls: string[] = [];
    for (const db of ["FM01", "FM08", "IR01"]) {
      const call = `getDataLayer?db=${db}&frequency=D&layer=*&startDate=202602&lang=en`;
      const { RESULTSET } = (await world.statistics(call)).json();
      for (const { SERIES_CODE, VALUES } of RESULTSET)
        for (const date of VALUES.SURVEY_DATES) if (date === null) nulls.push(SERIES_CODE);
    }
    expect(nulls).toEqual(["FXERD16"]);
  });
  it("leaves a series out where that fault befalls it", async () => {
    const faulty = await openWorld({
      dialect: "observed",
      elapsedMs: 50_000,
      faults: [{ service: "statistics", kind: "left-out", probability: 1 }],
    });
    const call = "getDataCode?db=FM08&code=FXERD01,FXERD02,FXERD03&startDate=202602&lang=en";
    const { STATUS, RESULTSET } = (await faulty.statistics(call)).json();
    const catalogue = (await faulty.statistics("getMetadata?db=FM01&lang=en")).json().RESULTSET;
    await faulty.simulator.close();
    expect([STATUS, RESULTSET.map((row: Row) => row.SERIES_CODE)]).toEqual([200, ["FXERD01", "FXERD03"]]);
    expect(catalogue.filter((row: Row) => row.SERIES_CODE !== "")).toHaveLength(4);
  });
  it("counts headings in the positions of a layer", async () => {
    const small = await openWorld({
      dialect: "observed",
      elapsedMs: 50_000,
      statisticsLimits: { seriesPerAnswer: 5 },
    });
    const call = "getDataLayer?db=FM08&frequency=D&layer=1&startDate=202602";
    const whole = (await world.statistics(call)).json().RESULTSET.map((one: Row) => one.SERIES_CODE);
    const found: string[] = [];
    const positions: number[] = [];
    for (let position: number | null = 1; position !== null; ) {
      const page: Row = (await small.statistics(`${call}&startPosition=${position}`)).json();
      found.push(...page.RESULTSET.map((one: Row) => one.SERIES_CODE));
      position = page.NEXTPOSITION;
      if (position !== null) positions.push(position);
    }
    await small.simulator.close();
    expect(found).toEqual(whole);
    // A heading of the group, one of the first item, four series, another heading, and the fifth.
    expect(positions[0]).toBe(9);
  });
  it("sends series without data with nulls", async () => {
    const answer = (await world.statistics("getDataCode?db=FM08&code=FXERD01&endDate=195001")).json();
    expect(answer.MESSAGEID).toBe("M181030I");
    expect(answer.RESULTSET[0].VALUES).toEqual({ SURVEY_DATES: [19500101], VALUES: [null] });
  });
  it("takes more codes than the document says", async () => {
    const codes = Array.from({ length: 300 }, () => "FXERD01").join();
    expect((await world.statistics(`getDataCode?db=FM08&code=${codes}&startDate=202602`)).status).toBe(200);
  });
});
