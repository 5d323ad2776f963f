/** The section `watchlists`: lists of stocks by name, written out or in CSV files. */
import * as z from "zod";
import { columnForm, isColumnName } from "../lib/csv-table.ts";
import { codeMeant, noStockCode, shortCode, writtenCodeForm } from "../model/fields.ts";
import { listColumn, mostWatched, type WatchedStock, watchColumns } from "../model/watchlists.ts";
import { stockCode } from "../settings/values.ts";

const stock = z
  .object({
    code: stockCode,
    note: z.string().max(500).optional().describe("what there is to say of it, for mails and texts"),
    shares: z.number().min(0).optional().describe("number of shares that are held"),
    price: z.number().min(0).optional().describe("average price that was paid, yen"),
    side: z.enum(["long", "short"]).optional().describe("long: held; short: sold without being held"),
  })
  .catchall(z.union([z.string().max(500), z.number()], { error: "this must be a number or a text" }))
  .describe("a stock with what is noted about it; further keys are columns of one's own")
  .meta({ id: "watchedStock", examples: [{ code: "7203", shares: 300, short: 1.5 }] });

// Its form is checked below, where more is said of a mistake.
const code = z
  .string()
  .describe('stock code in quotes, such as "7203"')
  .meta({ examples: ["7203", "130A"] });

const entry = z
  .union([code, stock], {
    error: 'a stock is its code in quotes, such as "7203", or a map with `code`',
  })
  .transform(
    (written): WatchedStock => (typeof written === "string" ? { code: shortCode(written) } : written),
  );

const file = z
  .strictObject({
    file: z
      .string()
      .min(1)
      .describe("a CSV file with a heading row, read again whenever it is saved")
      .meta({ examples: ["watch.csv"] }),
    texts: z
      .array(z.string())
      .default([])
      .describe("columns that hold texts, though they may look like numbers"),
  })
  .describe("stocks from a file");

const list = z.union([z.array(entry).max(mostWatched), file], {
  error: 'a watchlist is a list of stocks such as ["7203"], or { file: watch.csv }',
});

const name = z
  .string()
  .regex(columnForm, { error: "a watchlist's name has letters, digits and _" })
  .refine(isColumnName, { error: "a watchlist cannot have this name" });

/** Lists whose stocks are written out. */
export const writtenWatchlists = z.record(name, z.array(entry).max(mostWatched)).superRefine(refuseMistakes);

export const watchlistsSection = z
  .record(name, list)
  .superRefine(refuseMistakes)
  .default({})
  .describe("the stocks that matter, as lists by name; rules, sources, the feed and mails know them")
  .meta({ examples: [{ core: ["7203", { code: "6758", shares: 100 }] }, { core: { file: "watch.csv" } }] });

function refuseMistakes(lists: Readonly<Record<string, unknown>>, context: z.core.$RefinementCtx): void {
  const kinds = new Map<string, Kind>(watchColumns);
  for (const [listName, own] of Object.entries(lists)) {
    if (!Array.isArray(own)) continue;
    for (const { path, ...mistake } of mistakesIn(own as readonly WatchedStock[], kinds))
      context.addIssue({
        code: "custom",
        path: [listName, ...path],
        message: mistake.message,
        ...(mistake.suggestion === undefined ? {} : { params: { suggestion: mistake.suggestion } }),
      });
  }
}

type Kind = "text" | "number";

interface Mistake {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly suggestion?: string | undefined;
}

/** @param kinds of the columns so far, in all lists */
function mistakesIn(list: readonly WatchedStock[], kinds: Map<string, Kind>): Mistake[] {
  const seen = new Set<string>();
  return list.flatMap((one, index) => {
    if (!writtenCodeForm.test(one.code)) {
      const meant = codeMeant(one.code);
      return [{ path: [index], message: noStockCode, suggestion: meant && `write "${meant}"` }];
    }
    const twice = seen.has(one.code)
      ? [{ path: [index], message: `\`${one.code}\` is on this list already` }]
      : [];
    seen.add(one.code);
    return [
      ...twice,
      ...Object.entries(one).flatMap(([column, value]) => ofColumn(column, value, index, kinds)),
    ];
  });
}

function ofColumn(
  column: string,
  value: string | number | undefined,
  index: number,
  kinds: Map<string, Kind>,
): Mistake[] {
  if (value === undefined) return [];
  const path = [index, column];
  if (column === listColumn) return [{ path, message: "`watchlist` is the list's name in expressions" }];
  if (!isColumnName(column)) return [{ path, message: "a column's name has letters, digits and _" }];
  const kind = typeof value === "number" ? "number" : "text";
  const known = kinds.get(column);
  if (known === undefined) {
    const meant = [...watchColumns.keys()].find((name) => name === column.toLowerCase());
    if (meant !== undefined)
      return [{ path, message: `unknown key \`${column}\``, suggestion: `did you mean \`${meant}\`?` }];
    kinds.set(column, kind);
  } else if (known !== kind)
    return [{ path, message: `\`${column}\` is a ${known} in other entries, and a ${kind} here` }];
  return [];
}
