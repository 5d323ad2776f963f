/** `/api/watchlists/...`: the lists with what is known of each stock, and edits of their files. */
import { basename } from "node:path";
import * as z from "zod";
import { isColumnName } from "../../lib/csv-table.ts";
import { replaceFile } from "../../lib/replace-file.ts";
import { nextTurn } from "../../lib/turns.ts";
import { ownText } from "../../model/event.ts";
import type {
  ShownStock,
  WatchlistAnswer,
  WatchlistEditAnswer,
  WatchlistsAnswer,
} from "../../model/page/watchlists.ts";
import { createNameOf } from "../../outputs/item-past.ts";
import type { JsonRoute } from "../../outputs/output.ts";
import { eventTypesOf } from "../files/event-types.ts";
import { Refused } from "../refused.ts";
import type { WrittenStock } from "../watchlists/written-list.ts";
import type { PageParts } from "./index.ts";

const mostShown = 100;
/** Stocks that are looked up in one turn of the event loop. */
const aTurn = 10;

const name = z.string().min(1).max(100);
const code = z.string().min(1).max(40);
const column = z.string().refine(isColumnName, { error: "a column's name has letters, digits and _" });
// A cell is a line, of a file and of the settings alike.
const cell = z
  .string()
  .max(500)
  .refine((text) => !/[\p{Cc}]/u.test(text), { error: "this must be one line of text" });
const cells = z
  .record(column, cell)
  .refine((given) => !("code" in given), { error: "a code is added or removed" });
const editBody = z.strictObject({
  list: name,
  hash: name,
  edit: z.discriminatedUnion("do", [
    z.strictObject({ do: z.literal("add"), code, cells: cells.default({}) }),
    z.strictObject({ do: z.literal("remove"), code }),
    z.strictObject({ do: z.literal("change"), code, cells }),
    z.strictObject({ do: z.literal("column"), name: column }),
  ]),
});

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export function watchlistCalls(parts: PageParts): JsonRoute[] {
  const lookUp = createLookUp(parts);
  return [
    {
      right: "read",
      method: "GET",
      path: "/api/watchlists",
      answer: () => ({ status: 200, body: listsOf(parts) }),
    },
    {
      right: "read",
      method: "GET",
      path: "/api/watchlists/list",
      answer: ({ query }) =>
        refusing(404, () => listed(query.get("name") ?? "", Number(query.get("from") ?? 0), parts, lookUp)),
    },
    {
      right: "act",
      method: "POST",
      path: "/api/watchlists/edit",
      answer({ body }) {
        const asked = editBody.safeParse(body);
        if (asked.success) return refusing(409, () => edited(asked.data, parts));
        const [issue] = asked.error.issues;
        return failed(400, `${issue?.path.join(".") || "the body"}: ${issue?.message ?? "is wrong"}`);
      },
    },
  ];
}

async function refusing(status: number, answer: () => Promise<Answer>): Promise<Answer> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return failed(status, error.message);
  }
}

function failed(status: number, error: string): Answer {
  return { status, body: { error } };
}

function listsOf({ config, rules }: PageParts): WatchlistsAnswer {
  const now = rules.watchlists();
  const lists = Object.entries(config.watchlists).map(([name, list]) => ({
    ...{ name, stocks: now[name]?.length ?? 0 },
    ...("file" in list && { file: basename(list.file) }),
  }));
  return { lists };
}

async function listed(name: string, from: number, parts: PageParts, lookUp: LookUp): Promise<Answer> {
  if (!Number.isSafeInteger(from) || from < 0) return failed(400, "from: a number of stocks");
  const { path, stocks, ...list } = await parts.bench.watchlist(name);
  const shown: ShownStock[] = [];
  for (const [index, stock] of stocks.slice(from, from + mostShown).entries()) {
    if (index % aTurn === 0) await nextTurn();
    shown.push({ ...stock, ...lookUp(stock.code) });
  }
  const { hash, isInSettings, columns } = list;
  const body: WatchlistAnswer = {
    ...{ name, hash, isInSettings, columns, from },
    ...{ file: basename(path), total: stocks.length, stocks: shown },
  };
  return { status: 200, body };
}

type LookUp = (code: WrittenStock["code"]) => Pick<ShownStock, "name" | "last">;

function createLookUp({ config, store: { aboutSubject } }: PageParts): LookUp {
  const types = eventTypesOf(config);
  const nameOf = createNameOf(aboutSubject, types);
  const told = [...types.known].filter(([, { sources }]) => sources !== undefined).map(([type]) => type);
  return (code) => {
    const [newest] = aboutSubject({ subject: code, types: told, before: Number.MAX_SAFE_INTEGER, limit: 1 });
    if (newest === undefined) return {};
    const { seq, type, json } = newest;
    const name = nameOf(code);
    return { ...(name !== undefined && { name }), last: { seq, type, time: ownText(json, "time") } };
  };
}

/** 409 where the file changed meanwhile, or the edit cannot be made or would be a mistake. */
async function edited(asked: z.output<typeof editBody>, { bench, reload }: PageParts): Promise<Answer> {
  const { path, before, after, isInSettings, hash, problems } = await bench.editWatchlist(asked);
  const [first] = problems;
  if (first !== undefined)
    return failed(409, `${first.message}${first.suggestion === undefined ? "" : ` (${first.suggestion})`}`);
  const replaced = await replaceFile({ path, before, after });
  if (replaced.kind === "changed") return failed(409, "the file has changed meanwhile: read the list again");
  if (replaced.kind === "refused") return failed(409, replaced.message);
  // Files of lists are watched; the settings are not.
  if (isInSettings) await reload();
  const answer: WatchlistEditAnswer = { hash };
  return { status: 200, body: answer };
}
