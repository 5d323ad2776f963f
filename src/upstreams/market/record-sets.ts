/**
 * Every call of the market service as a set of records that stand alone: only those that were asked for, each of them
 * with its code, and those about a stock with its name.
 */
import { Failure, failedAt } from "../../lib/failure.ts";
import { shortCode } from "../../model/fields.ts";
import type { OddityCollector } from "../misfits.ts";
import type { FieldTable, WatchedRecord } from "../record.ts";
import type { RecordParameter, RecordSet } from "../record-set.ts";
import { asksFor, isPlace, type NamedCall, parameterFacts, parameterProblem, rulesOf } from "./call.ts";
import type { CallRegistry, MarketCalls } from "./calls.ts";
import { refusesRange } from "./refusals.ts";

export type WholeRow = Readonly<Record<string, unknown>>;

/** Name of a call's records: in the settings, and in a history. */
export function marketSet(name: string): string {
  return `market/${name}`;
}

export interface WholePage {
  readonly rows: readonly WholeRow[];
  /** The code of each row that was left out because it is not of the one that was asked for. */
  readonly otherCodes: readonly string[];
  /** The stock that was asked for by itself, and its place among all: "7203, stock 12 of 121". */
  readonly at?: string;
}

type Query = Readonly<Record<string, string | undefined>>;

/** How the rows of a call are read. */
interface Reading {
  readonly signal: AbortSignal | undefined;
  readonly oddities: OddityCollector | undefined;
}

/**
 * The pages of a call. Where they do not say of which stock their rows are, as the document has it of bars, each stock
 * of the list of issues is asked for by itself. Throws a Failure, which says how far that came.
 */
export async function* wholePages(
  market: Pick<MarketCalls, "pages" | "names">,
  call: NamedCall,
  query: Query,
  { signal, oddities }: Reading,
): AsyncGenerator<WholePage, void, void> {
  const { name, fields } = call;
  const isAsked = asksFor(query, call);
  const isOfCode = asksFor({ code: query.code }, call);
  const otherCode = (row: WholeRow) => (isOfCode(row) ? [] : [String(row.code)]);
  const ask = (asked: Query): AsyncGenerator<WholeRow[], unknown, void> =>
    market.pages(name, asked, signal, oddities);
  let isFirst = true;
  for await (const rows of ask(query)) {
    if (isFirst && isOfUnknownStocks(rows, query, fields)) {
      const codes = [...(await market.names(signal, oddities)).keys()];
      if (codes.length === 0)
        throw new Failure("incomplete", `${name}: no row names its stock, and the list of issues is empty`);
      return yield* pagesByStock(codes, query, ask);
    }
    if (rows.length > 0) isFirst = false;
    const coded = rows.map(withCode(query, fields));
    yield { rows: coded.filter(isAsked), otherCodes: coded.flatMap(otherCode) };
  }
}

/** Whether rows do not say of which stock they are, though no stock was asked for. */
export function isOfUnknownStocks(rows: readonly WholeRow[], query: Query, { code }: FieldTable): boolean {
  if (code?.type !== "code" || query.code !== undefined || query.pagination_key !== undefined) return false;
  return rows.length > 0 && rows.every((row) => row.code === undefined);
}

async function* pagesByStock(
  codes: readonly string[],
  query: Query,
  ask: (query: Query) => AsyncGenerator<WholeRow[], unknown, void>,
): AsyncGenerator<WholePage, void, void> {
  for (const [place, code] of codes.entries()) {
    const step = { name: code, place, of: codes.length, word: "stocks" };
    const at = `${code}, stock ${place + 1} of ${codes.length}`;
    try {
      for await (const rows of ask({ ...query, code }))
        yield { rows: rows.map((row) => ({ code, ...row })), otherCodes: [], at };
    } catch (error) {
      throw failedAt(step, error);
    }
  }
}

/** Rows of one dialect do not say the code that was asked for. */
function withCode({ code: asked }: Query, { code }: FieldTable): (row: WholeRow) => WholeRow {
  if (asked === undefined || code === undefined) return (row) => row;
  const own = code.type === "code" ? shortCode(asked.toUpperCase()) : asked;
  return (row) => (row.code === undefined ? { code: own, ...row } : row);
}

/** Whether the rows of a call are about stocks, whose names the list of issues has. */
export function hasIssueNames({ code, name }: FieldTable): boolean {
  return code?.type === "code" && name !== undefined;
}

/** The row with the name of its stock, where it does not say it and the list of issues does. */
export function withName(row: WholeRow, nameOf: (code: string) => string | undefined): WholeRow {
  if (row.name !== undefined || typeof row.code !== "string") return row;
  const name = nameOf(row.code);
  if (name === undefined) return row;
  const { code, ...rest } = row;
  return { code, name, ...rest };
}

function parametersOf(call: NamedCall): RecordParameter[] {
  const { parameters, required = [], paging = "pagination_key" } = call;
  return parameters
    .filter((each) => !isPlace(each) && each !== paging)
    .map((each) => {
      const { about = each, isDay = false, isList = false } = parameterFacts(call, each) ?? {};
      const many = isList
        ? ", or a list of them"
        : isDay && each !== "from" && each !== "to"
          ? "; each of several is asked for by itself"
          : "";
      return {
        name: each,
        about: `${about}${many}`,
        required: required.includes(each),
        isDay,
        isList,
        problem: (value) => parameterProblem(call, each, value),
      };
    });
}

const shownCodes = 5;

/**
 * Tells that an answer about one code has rows of others, which were left out. Throws a Failure where it has no other
 * rows: that nothing came must not look as if there were nothing.
 */
function noteOtherCodes(
  { name, code = "" }: { readonly name: string; readonly code: string | undefined },
  isEmpty: boolean,
  others: ReadonlySet<string>,
  oddities: OddityCollector | undefined,
): void {
  if (others.size === 0) return;
  const more = others.size > shownCodes ? ` and ${others.size - shownCodes} more` : "";
  const found = `rows of ${[...others].slice(0, shownCodes).join(", ")}${more}`;
  if (isEmpty) throw new Failure("rejected", `${name}: ${code} is answered with ${found} alone`);
  const places = [{ path: `${name} data[]`, expected: `rows of ${code}`, found }];
  // Which of its own rows are among those that were lost is not known, so none counts as gone.
  oddities?.setAside({ id: `${name}/other codes/${code}`, name: code, known: {}, places, sample: "" });
}

/** Every call of a registry as a set of records. */
export function marketRecordSets(calls: CallRegistry): RecordSet[] {
  return [...calls.values()].map(recordSetOf);
}

function recordSetOf(call: NamedCall): RecordSet {
  const { name, about, fields, plan, addOn, records } = call;
  const hasNames = hasIssueNames(fields);
  return {
    service: "market",
    from: marketSet(name),
    call,
    about,
    plan,
    ...(addOn !== undefined && { addOn }),
    fields,
    parameters: parametersOf(call),
    rules: rulesOf(call),
    ...records,
    hasIssueNames: hasNames,
    // That a list of issues knows a name today, or another one, is no news of the record.
    asides: [...(records.asides ?? []), ...(hasNames ? ["name"] : [])],
    refusesRange,
    async read({ market }, query, { signal, oddities, progress, isSample }) {
      const all: WatchedRecord[] = [];
      const others = new Set<string>();
      // Not spread into push: a page may hold more rows than a call takes arguments.
      for await (const { rows, otherCodes, at } of wholePages(market, call, query, { signal, oddities })) {
        for (const row of rows) all.push(row);
        for (const code of otherCodes) others.add(code);
        if (at !== undefined) progress(at);
        if (isSample) break;
      }
      noteOtherCodes({ name, code: query.code }, all.length === 0, others, oddities);
      return all;
    },
  };
}
