/** Futures and options as observed: numbers, months with a hyphen, and never without a date. */
import type { Future, Option } from "../../world/derivatives.ts";
import type { World } from "../../world/world.ts";
import { futuresOf, onIndex, optionsOf } from "../documented/derivatives.ts";
import { type Endpoint, lazily } from "../endpoint.ts";

const parameters = { date: "date", code: "code", pagination_key: "paginationKey" } as const;

function contract(world: World, row: Future | Option) {
  return {
    Date: world.calendar.dateOf(row.day),
    Code: row.code,
    ProdCat: row.category,
    CM: `${row.year}-${String(row.month).padStart(2, "0")}`,
    O: row.open,
    H: row.high,
    L: row.low,
    C: row.close,
    Vo: row.volume,
    OI: row.openInterest,
    Settle: row.settle,
    LTD: world.calendar.dateOf(row.lastDay),
  };
}

export const futures: Endpoint = {
  parameters,
  anyOf: ["date"],
  codes: "contract",
  find: (world, query, at) =>
    lazily(futuresOf(world, query, at), (row) => ({
      ...contract(world, row),
      MO: row.morning.open,
      MH: row.morning.high,
      ML: row.morning.low,
      MC: row.morning.close,
    })),
};

const writeOption = (world: World) => (row: Option) => ({
  ...contract(world, row),
  Strike: row.strike,
  PCDiv: row.kind === "put" ? "1" : "2",
  UndSSO: row.stock ?? "-",
  IV: Number(row.volatility.toFixed(4)),
  Theo: Number(row.theoretical.toFixed(4)),
});

export const options: Endpoint = {
  parameters,
  anyOf: ["date"],
  codes: "contract",
  find: (world, query, at) =>
    lazily(
      optionsOf(world, query, at, () => true),
      writeOption(world),
    ),
};

export const options225: Endpoint = {
  parameters,
  anyOf: ["date"],
  codes: "contract",
  find: (world, query, at) => lazily(optionsOf(world, query, at, onIndex), writeOption(world)),
};
