/** Futures and options as observed: numbers, months with a hyphen, and never without a date. */
import type { Future, Option } from "../../world/derivatives.ts";
import type { World } from "../../world/world.ts";
import { futuresOf, onIndex, optionsOf } from "../documented/derivatives.ts";
import { type Endpoint, fiveDigits, lazily } from "../endpoint.ts";

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
    ...sessions(row),
    Va: Math.round(row.volume * row.settle),
    VoOA: 0,
    EmMrgnTrgDiv: "002",
    SQD: world.calendar.dateOf(row.lastDay + 1),
    CCMFlag: "0",
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
  ...{ MO: "", MH: "", ML: "", MC: "" },
  IV: Number(row.volatility.toFixed(4)),
  BaseVol: Number(row.volatility.toFixed(4)),
  Theo: Number(row.theoretical.toFixed(4)),
  UnderPx: underlying(world, row),
  IR: 0.1,
});

function underlying({ indices, bars, companies }: World, { stock, day }: Option): number | null {
  if (stock === undefined) return Number(indices.on("average225", day).close.toFixed(2));
  const company = companies.find((one) => fiveDigits(one) === stock);
  return company ? (bars.on(company, day)?.close ?? null) : null;
}

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
