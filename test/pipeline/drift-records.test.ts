/** Single records that cannot be read: set aside, told once, and no news about what they are about. */
import { describe, expect, test } from "vitest";
import type { Dialect } from "../support/services/serve.ts";
import { driftStage, type Kind, type Row } from "./drift-stage.ts";

type Stage = Awaited<ReturnType<typeof driftStage>>;

interface Case {
  readonly kind: Kind;
  /** Values that spoil a record so that it still says what it is about; undefined takes a field away. */
  readonly named: Record<Dialect, Row>;
  /** Values that spoil it so that it does not. */
  readonly unnamed: Row;
  /** Changes the first record. */
  readonly change: (worlds: Stage["worlds"]) => void;
  /** The drift that this tells. */
  readonly told: string;
}

const both = (row: Row) => ({ documented: row, observed: row });

/** Makes the catalogue say that all series have new data. */
const touch = ({ statistics }: Stage["worlds"]) => {
  for (const row of statistics.series) row.lastUpdate = 20261120;
};

const cases: readonly Case[] = [
  {
    kind: "margin",
    named: both({ ShrtOut: {} }),
    unnamed: { Code: 99020 },
    change: ({ market: { margin } }) => Object.assign(margin[0] ?? {}, { short: 5 }),
    told: "margin.alert.corrected 9901",
  },
  {
    kind: "short",
    named: {
      documented: { ShortPositionsToSharesOutstandingRatio: "much" },
      observed: { ShrtPosToSO: "much" },
    },
    unnamed: { Code: undefined },
    change: ({ market: { shorts } }) => Object.assign(shorts[0] ?? {}, { shares: 70_000 }),
    told: "short.report.corrected 9901",
  },
  {
    kind: "comments",
    named: both({ good: "many" }),
    unnamed: { part: [1] },
    change: ({ forum }) => Object.assign(forum.comments["9901"]?.[0] ?? {}, { yes: 9 }),
    told: "forum.comment.voted 9901",
  },
  {
    kind: "catalogue",
    named: both({ LAST_UPDATE: "soon" }),
    unnamed: { SERIES_CODE: null },
    change: ({ statistics }) => statistics.series.pop(),
    told: "statistics.series.removed FM08/S9905",
  },
  {
    kind: "data",
    named: both({ VALUES: null }),
    unnamed: { SERIES_CODE: {} },
    change: (worlds) => {
      touch(worlds);
      Object.assign(worlds.statistics.series[0]?.values ?? {}, { 20261119: 9 });
    },
    told: "statistics.series.updated FM08/S9901",
  },
];

const records = (rows: Row[]) => rows.filter((row) => row.SERIES_CODE !== "");

describe.each(["documented", "observed"] as const)("a single bad record, %s", (dialect) => {
  for (const { kind, named, unnamed, change, told } of cases) {
    test(`of ${kind} is set aside and told once, the others are used`, async () => {
      const stage = await driftStage(kind, dialect);
      await stage.poll();
      change(stage.worlds);
      stage.spoil((rows) => {
        const [, row] = records(rows);
        Object.assign(row ?? {}, named[dialect]);
      });
      await stage.poll(3);
      stage.house.stop();
      const again = stage.restarted();
      await again.poll(2);
      expect(again.told()).toEqual(["source.baselined", told, "source.drifted bad-records"]);
      const { now } = again.events()[2]?.data ?? { now: {} };
      expect(now).toMatchObject({ items: 1, places: [{ found: expect.any(String) }] });
      expect(now.message).toMatch(
        /^a record( \(.+\))? could not be read and was set aside: .+: expected .+, found /,
      );
      for (const secret of ["Example Capital", "hash-of-author", "kaze", "734", "架空"])
        expect(JSON.stringify(now)).not.toContain(secret);
      stage.unspoil();
      await again.poll(2);
      expect(again.told()).toHaveLength(3);
    });

    test(`of ${kind} that does not say what it is about takes nothing away`, async () => {
      const stage = await driftStage(kind, dialect);
      await stage.poll();
      if (kind === "data") touch(stage.worlds);
      stage.spoil((rows) => {
        const [, row] = records(rows);
        Object.assign(row ?? {}, unnamed);
      });
      await stage.poll(3);
      expect(stage.told()).toEqual(["source.baselined", "source.drifted bad-records"]);
      stage.unspoil();
      await stage.poll(2);
      expect(stage.told()).toHaveLength(2);
    });
  }

  test("of the ranking fails the listing, since every rank must be there", async () => {
    const stage = await driftStage("ranking", dialect);
    await stage.poll();
    stage.spoil(([row = {}]) => {
      row.stockCode = 7;
    });
    await stage.poll(3);
    expect(stage.told()).toEqual(["source.baselined", "source.failed malformed", "source.drifted drifted"]);
    stage.unspoil();
    await stage.poll();
    expect(stage.told().slice(3)).toEqual(["source.recovered drifted"]);
  });
});

test("two of five are no accident: the poll fails", async () => {
  const stage = await driftStage("margin", "observed");
  await stage.poll();
  stage.spoil((rows) => {
    for (const row of rows.slice(0, 2)) row.ShrtOut = "many";
  });
  await stage.poll();
  expect(stage.told()).toEqual(["source.baselined", "source.failed malformed"]);
});

describe("an issue whose row of a new publication cannot be read", () => {
  async function published(dialect: Dialect, change: (row: { short: number }, code: string) => void) {
    const stage = await driftStage("margin", dialect);
    await stage.poll();
    const { margin } = stage.worlds.market;
    for (const row of margin.slice()) {
      const next = { ...row, publishedOn: "2026-11-20", appliedOn: "2026-11-19" };
      change(next, row.code);
      margin.push(next);
    }
    stage.spoil((rows) => {
      const row = rows.find(({ Code, PubDate }) => Code === "99020" && PubDate === "2026-11-20");
      if (row) row.LongOut = "much";
    });
    await stage.poll(2);
    return { stage, margin };
  }

  test.each(["documented", "observed"] as const)("stays a member, as it was (%s)", async (dialect) => {
    const { stage } = await published(dialect, (row, code) => {
      if (code === "9901") row.short = 7;
    });
    const told = ["source.baselined", "margin.alert.changed 9901", "source.drifted bad-records"];
    expect(stage.told()).toEqual(told);
    stage.unspoil();
    await stage.poll(2);
    expect(stage.told()).toEqual(told);
  });

  test("is told as changed once it can be read, against what was known", async () => {
    const { stage } = await published("observed", (row, code) => {
      if (code === "9902") row.short = 7;
    });
    expect(stage.told()).toEqual(["source.baselined", "source.drifted bad-records"]);
    stage.unspoil();
    await stage.poll(2);
    expect(stage.told().slice(2)).toEqual(["margin.alert.changed 9902"]);
    expect(stage.events().at(-1)?.data).toMatchObject({
      now: { shortOutstanding: 7, publishedOn: "2026-11-20" },
      was: { shortOutstanding: 1001, publishedOn: "2026-11-19" },
    });
  });

  test("is lifted once its row turns out not to be there", async () => {
    const { stage, margin } = await published("observed", () => {});
    margin.splice(
      margin.findIndex(({ code, publishedOn }) => code === "9902" && publishedOn === "2026-11-20"),
      1,
    );
    await stage.poll(2);
    expect(stage.told().slice(2)).toEqual(["margin.alert.lifted 9902"]);
  });
});
