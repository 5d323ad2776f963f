/** What an import of holdings does to a list: a plan that a person sees, and the steps of the one edit that does it. */
import type { Config } from "../../config/config.ts";
import { Refused } from "../../lib/problem.ts";
import { known } from "../../model/fields.ts";
import type { ImportedStock, ImportPlan, LeftOutLine, LeftOutReason } from "../../model/imported.ts";
import type { CompanyName } from "../../model/language.ts";
import type { ImportAnswer, WatchlistStep } from "../../model/page/watchlists.ts";
import { type HeldLine, type ReadHoldings, readHoldings } from "./read-list.ts";
import { readList, type WrittenList, type WrittenStock } from "./written-list.ts";

/** Without steps the list is as the file has it. */
export type PlannedImport = Extract<ImportAnswer, { readonly plan: ImportPlan }>;

export interface AskedImport {
  readonly list: string;
  readonly bytes: Uint8Array;
  /** The list of issues; empty: there is none, and no code is looked up. */
  readonly issues: ReadonlyMap<string, CompanyName>;
}

const mostStocks = 1_000;

/** Nothing is written. Rejects with Refused where there is no such list, or the bytes are none that can be imported. */
export async function planImport(config: Config, asked: AskedImport): Promise<PlannedImport> {
  const list = await readList(config, asked.list);
  const read = readHoldings(asked.bytes);
  const { held, leftOut } = checked(read, list, asked.issues);
  if (held.length > mostStocks)
    throw new Refused(`the list cannot be imported: it has more than ${mostStocks} stocks`);
  const changes = held.map((stock) => changeOf(stock, list));
  const touched = changes.filter((change) => Object.keys(change.stock.cells).length > 0 || change.isNew);
  const columns = newColumns(
    list,
    touched.map(({ stock }) => stock),
  );
  const codes = new Set(held.map(({ code }) => code));
  const onList = list.stocks.map(({ code }) => code);
  const plan: ImportPlan = {
    ...{ list: asked.list, hash: list.hash, form: read.form, tells: read.tells, columns, leftOut },
    added: changes.filter(({ isNew }) => isNew).map(({ stock }) => stock),
    changed: touched.filter(({ isNew }) => !isNew).map(({ stock }) => stock),
    same: changes.filter((change) => !touched.includes(change)).map(({ stock }) => stock.code),
    kept: onList.filter((code) => !codes.has(code)),
    unpriced: held.filter(({ isUnpriced }) => isUnpriced).map(({ code }) => code),
    isChecked: asked.issues.size > 0,
  };
  return { plan, steps: stepsOf(plan) };
}

/** A stock of the file, all its lines added up. */
interface Held {
  readonly code: string;
  readonly name?: string;
  readonly shares?: number;
  readonly price?: number;
  readonly lines: readonly number[];
  /** Some lines have a price, and some have none. */
  readonly isUnpriced: boolean;
}

function checked(
  read: ReadHoldings,
  { stocks }: WrittenList,
  issues: AskedImport["issues"],
): { held: Held[]; leftOut: LeftOutLine[] } {
  const leftOut: LeftOutLine[] = [...read.leftOut];
  const noted = new Map(stocks.map(({ code, cells }) => [code, cells]));
  const byCode = new Map<string, HeldLine[]>();
  for (const line of read.held) {
    const same = byCode.get(line.code);
    if (same === undefined) byCode.set(line.code, [line]);
    else same.push(line);
  }
  const held = [...byCode].flatMap(([code, lines]): Held[] => {
    const one = addedUp(code, lines);
    const why = refusal(one, noted.get(code), issues);
    if (why === undefined) return [{ ...one, ...nameOf(one, issues.get(code)) }];
    for (const { line, column, name } of lines)
      leftOut.push({ why, line, column, text: [code, name].filter(Boolean).join(" ") });
    return [];
  });
  return { held, leftOut: leftOut.sort((a, b) => a.line - b.line || a.column - b.column) };
}

/** Why a stock that the file has does not come onto the list; undefined: it may. */
function refusal(
  { code, shares }: Held,
  noted: WrittenStock["cells"] | undefined,
  issues: AskedImport["issues"],
): LeftOutReason | undefined {
  if (noted !== undefined) return noted.side === "short" && shares !== undefined ? "short" : undefined;
  if (issues.size > 0 && !issues.has(code)) return "unknown";
  return shares === 0 ? "none" : undefined;
}

function nameOf({ name }: Held, issue: CompanyName | undefined): CompanyName {
  return known({ name: issue?.name ?? name, nameEnglish: issue?.nameEnglish });
}

/** Shares are summed; the price is the mean, weighted by shares, where each line has both. */
function addedUp(code: string, lines: readonly HeldLine[]): Held {
  const told = lines.filter(({ shares }) => shares !== undefined);
  const shares = told.length === 0 ? undefined : rounded(sum(told.map((line) => line.shares ?? 0)));
  const priced = lines.filter(({ price }) => price !== undefined);
  const weight = (line: HeldLine) => (lines.length === 1 ? 1 : (line.shares ?? 0));
  const all = sum(priced.map(weight));
  const isWhole = priced.length === lines.length && all > 0;
  const price = isWhole
    ? rounded(sum(priced.map((line) => weight(line) * (line.price ?? 0))) / all)
    : undefined;
  return {
    ...{ code, lines: lines.map(({ line }) => line), isUnpriced: priced.length > 0 && !isWhole },
    ...known({ shares, price, name: lines.find(({ name }) => name !== undefined)?.name }),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

/** To a hundredth: brokers write prices so, and no sum of fractions ends in 0000001. */
function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

interface ChangeOfStock {
  readonly stock: ImportedStock;
  readonly isNew: boolean;
}

/** The change of a stock that is on the list: its shares and its price alone. */
function changeOf(
  { code, shares, price, lines, isUnpriced, ...names }: Held,
  list: WrittenList,
): ChangeOfStock {
  const own = list.stocks.find((stock) => stock.code === code);
  const given = Object.entries(known({ shares, price })).filter(([column, value]) =>
    differs(own, column, value),
  );
  const cells: Record<string, string> = Object.fromEntries(
    given.map(([column, value]) => [column, String(value)]),
  );
  if (own !== undefined) {
    const was = given.flatMap(([column]) => {
      const before = own.cells[column];
      return before === undefined ? [] : [[column, String(before)]];
    });
    return { stock: { code, ...names, cells, was: Object.fromEntries(was), lines }, isNew: false };
  }
  if (names.name !== undefined && list.columns.includes("name")) cells.name = names.name;
  return { stock: { code, ...names, cells, lines }, isNew: true };
}

function differs(own: WrittenStock | undefined, column: string, value: number): boolean {
  const before = own?.cells[column];
  return before === undefined || Number(before) !== value;
}

/** Columns that a CSV file lacks; in the settings each stock has its own. */
function newColumns(list: WrittenList, stocks: readonly ImportedStock[]): string[] {
  if (list.isInSettings) return [];
  const used = new Set(stocks.flatMap(({ cells }) => Object.keys(cells)));
  return [...used].filter((column) => !list.columns.includes(column));
}

function stepsOf({ added, changed, columns }: ImportPlan): WatchlistStep[] {
  return [
    ...columns.map((name): WatchlistStep => ({ do: "column", name })),
    ...changed.map(({ code, cells }): WatchlistStep => ({ do: "change", code, cells })),
    ...added.map(({ code, cells }): WatchlistStep => ({ do: "add", code, cells })),
  ];
}
