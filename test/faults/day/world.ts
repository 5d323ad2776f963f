/**
 * What really happens on a day: comments, ranks, publications and series change at moments that the seed decides.
 * The services show it, and the same script says what is to be told.
 */

import { Random } from "../../support/random.ts";
import type { CommentRow, ForumWorld } from "../../support/services/forum.ts";
import type { MarginRow, MarketWorld, ShortRow } from "../../support/services/market.ts";
import type { SeriesRow, StatisticsWorld } from "../../support/services/statistics.ts";
import { days, hourMs } from "./plan.ts";

/** A state of one thing, such as a comment, from a moment on; `gone` where it is not there any more. */
export interface WorldState {
  /** ms from the start of the day. */
  readonly at: number;
  readonly state: string;
}

export interface DayWorld {
  readonly market: MarketWorld;
  readonly forum: ForumWorld;
  readonly statistics: StatisticsWorld;
  /** By key of the thing, oldest first; what is there at the start has a state at 0. */
  readonly happened: ReadonlyMap<string, readonly WorldState[]>;
  /** Lets everything happen up to a moment. */
  passTo(at: number): void;
}

export const codes = ["7203", "6758"];
export const seriesCodes = ["FXERD01", "FXERD04"];
const names = {
  "7203": "例示自動車",
  "6758": "見本電気",
  "9984": "試作通信",
  "130A": "仮想製薬",
  "4063": "模範化学",
};
const companies = Object.keys(names);

interface Change {
  readonly at: number;
  happen(): void;
}

export function createDayWorld(seed: number): DayWorld {
  const dice = new Random(seed ^ 0x5eed);
  const happened = new Map<string, WorldState[]>();
  let now = 0;
  const note = (key: string, state: string): void => {
    const states = happened.get(key) ?? [];
    happened.set(key, [...states, { at: now, state }]);
  };
  const parts = { dice, note };
  const forum: ForumWorld = { comments: {}, rankings: {} };
  const market: MarketWorld = { margin: [], shorts: [], names };
  const statistics: StatisticsWorld = { series: [] };
  const changes = [
    ...comments(forum, parts),
    ...ranking(forum, parts),
    ...margins(market, parts),
    ...shorts(market, parts),
    ...series(statistics, parts),
  ].sort((a, b) => a.at - b.at);
  return {
    market,
    forum,
    statistics,
    happened,
    passTo(at) {
      for (let next = changes[0]; next !== undefined && next.at <= at; next = changes[0]) {
        changes.shift();
        now = next.at;
        next.happen();
      }
    },
  };
}

interface Parts {
  readonly dice: Random;
  note(key: string, state: string): void;
}

const someTime = (dice: Random): number => Math.floor(hourMs + dice.next() * 14 * hourMs);
const between = (dice: Random, from: number, to: number): number =>
  Math.floor(from + dice.next() * (to - from));

function comments({ comments }: ForumWorld, { dice, note }: Parts): Change[] {
  const show = (code: string, row: CommentRow) =>
    note(`comment ${code} ${row.part}`, `${row.body} ${row.yes}`);
  const others = (code: string, part: number) => (comments[code] ?? []).filter((row) => row.part !== part);
  const put = (code: string, row: CommentRow): void => {
    comments[code] = [...others(code, row.part), row].sort((a, b) => a.part - b.part);
    show(code, row);
  };
  const changes: Change[] = [];
  for (const code of codes) {
    for (const part of [101, 103]) put(code, { part, title: "題", body: `${part} v0`, yes: 0, no: 0 });
    const posted = Array.from({ length: 4 + dice.below(8) }, () => someTime(dice)).sort((a, b) => a - b);
    const parts = [101, 103, ...posted.map((_, index) => 105 + 2 * index)];
    for (const [index, at] of posted.entries())
      changes.push({
        at,
        happen: () =>
          put(code, {
            part: parts[index + 2] ?? 0,
            title: "題",
            body: `${parts[index + 2]} v0`,
            yes: 0,
            no: 0,
          }),
      });
    for (let version = 1; version <= dice.below(6); version += 1) {
      // Below the oldest comment a page says nothing: that it is gone cannot be seen.
      const part = dice.pick(parts.slice(1));
      const kind = dice.pick(["edit", "vote", "remove"]);
      const happen = () => {
        const row = comments[code]?.find((one) => one.part === part);
        if (row === undefined) return;
        if (kind === "edit") put(code, { ...row, body: `${part} v${version}` });
        else if (kind === "vote") put(code, { ...row, yes: row.yes + 1 });
        else {
          comments[code] = others(code, part);
          note(`comment ${code} ${part}`, "gone");
        }
      };
      changes.push({ at: someTime(dice), happen });
    }
  }
  return changes;
}

function ranking(forum: ForumWorld, { dice, note }: Parts): Change[] {
  const ranks = new Map<string, string>();
  const show = (codes: readonly string[]): void => {
    forum.rankings.daily = [...codes];
    for (const code of companies) {
      const place = codes.indexOf(code);
      const state = place < 0 ? "gone" : `rank ${place + 1}`;
      if ((ranks.get(code) ?? "gone") !== state) note(`rank ${code}`, state);
      ranks.set(code, state);
    }
  };
  show(companies.slice(0, 4));
  return Array.from({ length: 3 + dice.below(8) }, () => ({
    at: someTime(dice),
    // At least three, of which half a listing could be made out.
    happen: () => show(dice.shuffled(companies).slice(0, 3 + dice.below(3))),
  }));
}

function margins(market: MarketWorld, { dice, note }: Parts): Change[] {
  const show = (row: MarginRow): void => {
    market.margin = [
      ...market.margin.filter((one) => one.code !== row.code || one.publishedOn !== row.publishedOn),
      row,
    ];
    note(`margin ${row.code}`, `${row.publishedOn} ${row.short}`);
  };
  const old = { publishedOn: days.before, appliedOn: days.twoBefore, long: 2_000 };
  const fresh = { publishedOn: days.today, appliedOn: days.before, long: 2_000 };
  for (const [index, code] of companies.slice(0, 3).entries()) show({ ...old, code, short: 1_000 + index });
  const listed = dice.shuffled(companies).slice(0, 2 + dice.below(2));
  const late = companies.slice(3).filter((code) => !listed.includes(code));
  const at = between(dice, 8 * hourMs, 12 * hourMs);
  const publish = () => {
    for (const [index, code] of listed.entries()) show({ ...fresh, code, short: 5_000 + index });
    for (const code of companies.slice(0, 3)) if (!listed.includes(code)) note(`margin ${code}`, "gone");
  };
  const correct = (short: number) => () => {
    const code = dice.pick(listed);
    show({ ...fresh, code, short });
  };
  return [
    { at, happen: publish },
    ...late.slice(0, dice.below(2)).map((code) => ({
      at: between(dice, at + 1, 15 * hourMs),
      happen: () => show({ ...fresh, code, short: 7_000 }),
    })),
    ...[8_000, 9_000]
      .slice(0, dice.below(3))
      .map((short) => ({ at: between(dice, at + 1, 15 * hourMs), happen: correct(short) })),
  ];
}

function shorts(market: MarketWorld, { dice, note }: Parts): Change[] {
  const show = (code: string, seller: string, exactRatio: number, day: "before" | "today"): void => {
    const ratio = Number(exactRatio.toFixed(2));
    const [disclosedOn, calculatedOn] =
      day === "before" ? [days.before, days.twoBefore] : [days.today, days.before];
    const row: ShortRow = {
      code,
      seller,
      ratio,
      shares: Math.round(ratio * 100_000),
      disclosedOn,
      calculatedOn,
    };
    const isSame = (one: ShortRow) =>
      one.code === code && one.seller === seller && one.disclosedOn === disclosedOn;
    market.shorts = [...market.shorts.filter((one) => !isSame(one)), row];
    note(`short ${code} ${seller}`, `${calculatedOn} ${ratio}`);
  };
  const positions = companies.flatMap((code) =>
    ["Example Capital", "Sample Partners"].map((seller) => ({ code, seller })),
  );
  for (const { code, seller } of positions.slice(0, 5)) show(code, seller, 0.9, "before");
  return dice
    .shuffled(positions)
    .slice(0, 6)
    .flatMap(({ code, seller }, index) => {
      const at = between(dice, 8 * hourMs, 13 * hourMs);
      const ratio = dice.pick([0.42, 0.61, 1.25]) + index / 100;
      const report = { at, happen: () => show(code, seller, ratio, "today") };
      if (dice.next() < 0.7) return [report];
      return [
        report,
        { at: between(dice, at + 1, 15 * hourMs), happen: () => show(code, seller, ratio + 0.2, "today") },
      ];
    });
}

const compact = (day: string): number => Number(day.replaceAll("-", ""));

function series(world: StatisticsWorld, { dice, note }: Parts): Change[] {
  const show = (code: string, day: string, value: number): void => {
    const row = world.series.find((one) => one.code === code);
    const values = { ...row?.values, [compact(day)]: value };
    const changed: SeriesRow = {
      db: "FM08",
      code,
      name: `Rate ${code}`,
      lastUpdate: compact(row ? days.today : days.before),
      values,
    };
    world.series = [...world.series.filter((one) => one.code !== code), changed].sort((a, b) =>
      a.code < b.code ? -1 : 1,
    );
    note(`series ${code} ${day}`, String(value));
  };
  return seriesCodes.flatMap((code) => {
    show(code, days.twoBefore, 150);
    show(code, days.before, 151);
    const fresh = { at: someTime(dice), happen: () => show(code, days.today, 152) };
    const revisions = Array.from({ length: dice.below(4) }, (_, index) => ({
      at: someTime(dice),
      happen: () => show(code, dice.pick([days.twoBefore, days.before]), 160 + index),
    }));
    return [fresh, ...revisions];
  });
}
