/** Futures and options. */
import type { IndexBar } from "../../world/market/bars.ts";
import type { Future, Option } from "../../world/market/derivatives.ts";
import type { World } from "../../world/world.ts";
import {
  type CallQuery,
  codeAndDates,
  type Endpoint,
  lazily,
  onlyDates,
  rowsByDay,
  someDays,
} from "../endpoint.ts";

/** Rows of the days and the code that a query names. */
export function contractsOf<Row extends { code: string }>(
  world: World,
  query: CallQuery,
  at: number,
  contractsOn: (day: number) => readonly Row[],
): Row[] {
  return rowsByDay(world, query, world.derivatives.lastDay(at), (day) =>
    contractsOn(day).filter(({ code }) => query.code === undefined || code === query.code),
  );
}

export function futuresOf(world: World, query: CallQuery, at: number): Future[] {
  return contractsOf(world, query, at, world.derivatives.futures);
}

export function optionsOf(
  world: World,
  query: CallQuery,
  at: number,
  only: (one: Option) => boolean,
): Option[] {
  return contractsOf(world, query, at, (day) => world.derivatives.options(day).filter(only));
}

export const onIndex = ({ stock }: Option): boolean => stock === undefined;

function contract(world: World, row: Future | Option) {
  return {
    Date: world.calendar.dateOf(row.day),
    Code: row.code,
    ProdCat: row.category,
    CM: `${row.year}${String(row.month).padStart(2, "0")}`,
  };
}

function bar(prefix: string, { open, high, low, close }: IndexBar): Record<string, string> {
  return {
    [`${prefix}O`]: String(open),
    [`${prefix}H`]: String(high),
    [`${prefix}L`]: String(low),
    [`${prefix}C`]: String(close),
  };
}

export const futures: Endpoint = {
  parameters: codeAndDates,
  anyOf: someDays,
  codes: "contract",
  find: (world, query, at) =>
    lazily(futuresOf(world, query, at), (row) => ({
      ...contract(world, row),
      ...bar("", row),
      Vo: row.volume,
      OI: row.openInterest,
      Settle: String(row.settle),
      LTD: world.calendar.dateOf(row.lastDay),
      ...bar("M", row.morning),
    })),
};

function writeOption(world: World): (row: Option) => unknown {
  return (row) => ({
    ...contract(world, row),
    Strike: String(row.strike),
    PCDiv: row.kind === "put" ? "1" : "2",
    UndSSO: row.stock ?? "-",
    ...bar("", row),
    Vo: row.volume,
    OI: row.openInterest,
    Settle: String(row.settle),
    IV: row.volatility.toFixed(4),
    Theo: row.theoretical.toFixed(4),
  });
}

export const options: Endpoint = {
  parameters: codeAndDates,
  anyOf: someDays,
  codes: "contract",
  find: (world, query, at) =>
    lazily(
      optionsOf(world, query, at, () => true),
      writeOption(world),
    ),
};

export const options225: Endpoint = {
  parameters: onlyDates,
  anyOf: ["date", "from", "to"],
  find: (world, query, at) => lazily(optionsOf(world, query, at, onIndex), writeOption(world)),
};
