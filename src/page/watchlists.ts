/** `/api/watchlists/...`: the lists with what is known of each stock, and edits of their files. */
import { basename } from "node:path";
import * as z from "zod";
import { eventTypesOf } from "../files/event-types.ts";
import { mostListBytes } from "../files/watchlists/list-text.ts";
import type { WrittenStock } from "../files/watchlists/written-list.ts";
import { isColumnName } from "../lib/csv-table.ts";
import type { JsonRoute } from "../lib/http/port.ts";
import { Refused } from "../lib/problem.ts";
import { replaceFile } from "../lib/replace-file.ts";
import { nextTurn } from "../lib/turns.ts";
import { ownText } from "../model/event.ts";
import { codeMeant } from "../model/fields.ts";
import type {
  ImportAnswer,
  ShownStock,
  WatchlistAnswer,
  WatchlistEditAnswer,
  WatchlistsAnswer,
} from "../model/page/watchlists.ts";
import { ownOf } from "../model/people.ts";
import { createNameOf } from "../outputs/item-past.ts";
import type { PageParts } from "./page-call.ts";

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
const steps = [
  z.strictObject({
    do: z.literal("add"),
    code,
    cells: cells.default({}),
    isUnchecked: z.boolean().optional(),
  }),
  z.strictObject({ do: z.literal("remove"), code }),
  z.strictObject({ do: z.literal("change"), code, cells }),
  z.strictObject({ do: z.literal("column"), name: column }),
] as const;
/** An import has a step a stock, and one for each column. */
const several = z.strictObject({
  do: z.literal("several"),
  steps: z.array(z.discriminatedUnion("do", steps)).max(1_010),
});
const editBody = z.strictObject({
  list: name,
  hash: name,
  edit: z.discriminatedUnion("do", [...steps, several]),
});

/** Size of a body that has a file in base64, or all steps of an import. */
const mostBytes = 1.4 * mostListBytes;
const importBody = z.strictObject({ list: name, file: z.base64().max(mostBytes) });

const undoBody = z.strictObject({ list: name, hash: name });

/** The last edit of each file, to be taken back as long as the file is as it left it. */
type LastEdits = Map<string, { readonly hash: string; readonly before: string; readonly after: string }>;

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export function watchlistCalls(parts: PageParts): JsonRoute[] {
  const lookUp = createLookUp(parts);
  const last: LastEdits = new Map();
  return [
    {
      right: "read",
      method: "GET",
      path: "/api/watchlists",
      answer: ({ person }) => ({ status: 200, body: listsOf(parts, person) }),
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
      mostBytes,
      answer: ({ body }) => taken(editBody, body, (asked) => edited(asked, last, parts)),
    },
    {
      right: "act",
      method: "POST",
      path: "/api/watchlists/plan",
      mostBytes,
      answer: ({ body }) => taken(importBody, body, (asked) => planned(asked, parts)),
    },
    {
      right: "act",
      method: "POST",
      path: "/api/watchlists/undo",
      answer: ({ body }) => taken(undoBody, body, (asked) => undone(asked, last, parts)),
    },
  ];
}

async function taken<Body>(
  schema: z.ZodType<Body>,
  body: unknown,
  take: (asked: Body) => Promise<Answer>,
): Promise<Answer> {
  const asked = schema.safeParse(body);
  if (asked.success) return refusing(409, () => take(asked.data));
  const [issue] = asked.error.issues;
  return failed(400, `${issue?.path.join(".") || "the body"}: ${issue?.message ?? "is wrong"}`);
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

/** A person's own lists first. */
function listsOf({ config, rules }: PageParts, person: string | undefined): WatchlistsAnswer {
  const { watchlists: own = [] } = ownOf(person, config.people);
  const now = rules.watchlists();
  const lists = Object.entries(config.watchlists).map(([name, list]) => ({
    ...{ name, stocks: now[name]?.length ?? 0 },
    ...("file" in list && { file: basename(list.file) }),
  }));
  const isOther = ({ name }: { readonly name: string }) => Number(!own.includes(name));
  return { lists: lists.toSorted((one, other) => isOther(one) - isOther(other)) };
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

type LookUp = (code: WrittenStock["code"]) => Pick<ShownStock, "name" | "nameEnglish" | "last">;

/** Finds the newest event of a source about a stock. */
function createNewest({ config, store: { aboutSubject } }: Pick<PageParts, "config" | "store">) {
  const { known } = eventTypesOf(config);
  const types = [...known].filter(([, { sources }]) => sources !== undefined).map(([type]) => type);
  return (code: string) =>
    aboutSubject({ subject: code, types, before: Number.MAX_SAFE_INTEGER, limit: 1 })[0];
}

function createLookUp(parts: PageParts): LookUp {
  const { aboutSubject } = parts.store;
  const nameOf = createNameOf(aboutSubject, eventTypesOf(parts.config), parts.companies.shown);
  const newestAbout = createNewest(parts);
  return (code) => {
    const newest = newestAbout(code);
    const named = nameOf(code) ?? {};
    if (newest === undefined) return named;
    const { seq, type, json } = newest;
    return { ...named, last: { seq, type, time: ownText(json, "time") } };
  };
}

/** 409 where the file changed meanwhile, the edit cannot be made or would be a mistake, or there is no such stock. */
async function edited(asked: z.output<typeof editBody>, last: LastEdits, parts: PageParts): Promise<Answer> {
  const { path, before, after, isInSettings, hash, problems } = await parts.bench.editWatchlist(asked);
  const [first] = problems;
  if (first !== undefined)
    return failed(409, `${first.message}${first.suggestion === undefined ? "" : ` (${first.suggestion})`}`);
  const refused = await refusedCode(asked.edit, parts);
  if (refused !== undefined) return refused;
  const written = await write({ path, before, after, isInSettings }, parts);
  if (written !== undefined) return written;
  last.set(path, { hash, before, after });
  const answer: WatchlistEditAnswer = { hash };
  return { status: 200, body: answer };
}

/** The answer about a code that cannot be added, or of which a person has to decide; undefined: it may be. */
async function refusedCode(
  edit: z.output<typeof editBody>["edit"],
  { store, config, knownCode }: PageParts,
): Promise<Answer | undefined> {
  if (edit.do !== "add") return undefined;
  const code = codeMeant(edit.code) ?? edit.code;
  if (edit.isUnchecked || createNewest({ config, store })(code) !== undefined) return undefined;
  const known = await knownCode(code);
  if (known.kind === "known") return undefined;
  if (known.kind === "unknown")
    return failed(
      409,
      `there is no stock \`${code}\`: unknown to the services of ${known.services.join(" and ")}`,
    );
  const answer: WatchlistEditAnswer = { unchecked: known.message };
  return { status: 200, body: answer };
}

/** Says what an import would do, or at which place its file is none. */
async function planned(
  { list, file }: z.output<typeof importBody>,
  { bench, companies }: PageParts,
): Promise<Answer> {
  try {
    const bytes = Buffer.from(file, "base64");
    const body: ImportAnswer = await bench.planImport({ list, bytes, issues: companies.shown() });
    return { status: 200, body };
  } catch (error) {
    const [problem] = error instanceof Refused ? error.problems : [];
    if (problem === undefined) throw error;
    const { line, column, message } = problem;
    const body: ImportAnswer = { refused: message, line, column };
    return { status: 200, body };
  }
}

/** 409 where another edit came after it, or the file has changed since. */
async function undone(
  { list, hash }: z.output<typeof undoBody>,
  last: LastEdits,
  parts: PageParts,
): Promise<Answer> {
  const { path, isInSettings, hash: now } = await parts.bench.watchlist(list);
  const edit = last.get(path);
  if (edit === undefined || edit.hash !== hash || now !== hash)
    return failed(409, "the file has changed since: it cannot be undone any more");
  const written = await write({ path, before: edit.after, after: edit.before, isInSettings }, parts);
  if (written !== undefined) return written;
  last.delete(path);
  return { status: 200, body: { list } };
}

interface Write {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly isInSettings: boolean;
}

/** The refusal, where the file could not be written. */
async function write(
  { path, before, after, isInSettings }: Write,
  { reload }: Pick<PageParts, "reload">,
): Promise<Answer | undefined> {
  const replaced = await replaceFile({ path, before, after });
  if (replaced.kind === "changed") return failed(409, "the file has changed meanwhile: read the list again");
  if (replaced.kind === "refused") return failed(409, replaced.message);
  // Files of lists are watched; the settings are not.
  if (isInSettings) await reload();
  return undefined;
}
