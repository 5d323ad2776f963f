/**
 * Futures and options as observed: numbers, months with a hyphen, contracts of weeks too, and never without a date.
 * Options on the 225-stock index come with fewer keys than the others.
 */
import type { Future, Option } from "../../world/market/derivatives.ts";
import type { World } from "../../world/world.ts";
import { contractsOf, futuresOf, onIndex, optionsOf } from "../documented/derivatives.ts";
import { type CallQuery, type Endpoint, fiveDigits, lazily } from "../endpoint.ts";

const onDay = { date: "date", pagination_key: "paginationKey" } as const;
const byContract = {
  ...onDay,
  code: "code",
  category: "category",
  contract_flag: "central",
} as const;

function contract(world: World, row: Future | Option) {
  return {
    Date: world.calendar.dateOf(row.day),
    Code: row.code,
    O: row.open,
    H: row.high,
    L: row.low,
    C: row.close,
    ...sessions(row),
    Vo: row.volume,
    OI: row.openInterest,
    Va: Math.round(row.volume * row.settle),
    CM: `${row.year}-${String(row.week ?? row.month).padStart(2, "0")}`,
    VoOA: Math.round(row.volume * 0.97),
    EmMrgnTrgDiv: "002",
    LTD: world.calendar.dateOf(row.lastDay),
    SQD: world.calendar.dateOf(row.lastDay + 1),
    Settle: row.settle,
  };
}

/** The night session, with which a day of derivatives begins, and the one by day. */
function sessions({ open, high, low, close }: Future | Option) {
  const middle = Math.round((open + close) / 2);
  return {
    EO: open,
    EH: Math.max(open, middle),
    EL: Math.min(open, middle),
    EC: middle,
    AO: middle,
    AH: high,
    AL: low,
    AC: close,
  };
}

function option(world: World, row: Option) {
  const volatility = Number(row.volatility.toFixed(4));
  return {
    Strike: row.strike,
    PCDiv: row.kind === "put" ? "1" : "2",
    Theo: Number(row.theoretical.toFixed(4)),
    BaseVol: volatility,
    UnderPx: underlying(world, row),
    IV: volatility,
    IR: 0.1,
  };
}

function underlying({ indices, bars, companies }: World, { stock, day }: Option): number | null {
  if (stock === undefined) return Number(indices.on("average225", day).close.toFixed(2));
  const company = companies.find((one) => fiveDigits(one) === stock);
  return company ? (bars.on(company, day)?.close ?? null) : null;
}

/** Fields of a product. Options on the 225-stock index come without them, and without a morning session. */
function product({ category, isCentral }: Future | Option) {
  return { ProdCat: category, CCMFlag: isCentral ? "1" : "0" };
}

function narrowed<Row extends Future | Option>(
  rows: readonly Row[],
  { category, central }: CallQuery,
): Row[] {
  return rows.filter(
    (row) =>
      (category === undefined || row.category === category) &&
      (central === undefined || (row.isCentral ? "1" : "0") === central),
  );
}

export const observedFutures: Endpoint = {
  parameters: byContract,
  anyOf: ["date"],
  codes: "contract",
  find: (world, query, at) =>
    lazily(narrowed(futuresOf(world, query, at), query), (row) => ({
      ...contract(world, row),
      ...product(row),
      MO: row.morning.open,
      MH: row.morning.high,
      ML: row.morning.low,
      MC: row.morning.close,
    })),
};

export const observedOptions: Endpoint = {
  parameters: byContract,
  anyOf: ["date"],
  codes: "contract",
  find: (world, query, at) =>
    lazily(
      narrowed(
        withWeekly(world, query, at, () => true),
        query,
      ),
      (row) => ({
        ...contract(world, row),
        ...option(world, row),
        ...product(row),
        UndSSO: row.stock ?? "-",
        MO: "",
        MH: "",
        ML: "",
        MC: "",
      }),
    ),
};

export const observedOptions225: Endpoint = {
  parameters: onDay,
  anyOf: ["date"],
  find: (world, query, at) =>
    lazily(withWeekly(world, query, at, onIndex), (row) => ({
      ...contract(world, row),
      ...option(world, row),
    })),
};

function withWeekly(world: World, query: CallQuery, at: number, only: (one: Option) => boolean): Option[] {
  const { derivatives } = world;
  return [...optionsOf(world, query, at, only), ...contractsOf(world, query, at, derivatives.weeklyOptions)];
}
