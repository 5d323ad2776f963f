/** What the three calls about filed papers have in common: their parameters, and their common fields and forms. */
import type { Company } from "../../world/market/companies.ts";
import { edinetCodeOf } from "../../world/market/holders.ts";
import { businessDay, twoDigits } from "../../world/trading-calendar.ts";
import type { World } from "../../world/world.ts";
import { type CallQuery, daysOf, type Endpoint, lazily } from "../endpoint.ts";
import type { DoubtfulForms } from "../forms.ts";

export interface FiledPaper {
  readonly number: string;
  readonly isListed: boolean;
  readonly day: number;
  /** Seconds since midnight in Japan. */
  readonly second: number;
}

export type FiledFields = Record<string, unknown>;

interface FilingCall<Paper extends FiledPaper> {
  readonly papersOn: (world: World, day: number, at: number) => readonly Paper[];
  /** The company under whose code a paper is found. */
  readonly companyOf: (paper: Paper) => Company;
  readonly fields: (world: World, paper: Paper) => FiledFields;
}

/** Without a parameter the papers of today. */
export function filings<Paper extends FiledPaper>(forms: DoubtfulForms, call: FilingCall<Paper>): Endpoint {
  return {
    parameters: { edinet_code: "edinetCode", code: "code", date: "date", pagination_key: "paginationKey" },
    apart: [["edinet_code", "code"]],
    find(world, query, at) {
      const papers = daysOf(world, dated(world, query, at), businessDay(at))
        .flatMap((day) => call.papersOn(world, day, at))
        .filter((paper) => isAsked(paper, call.companyOf(paper), query));
      return lazily(papers, (paper) =>
        formed({ ...common(world, paper, call.companyOf(paper)), ...call.fields(world, paper) }, forms),
      );
    },
  };
}

function dated({ calendar }: World, query: CallQuery, at: number): CallQuery {
  const { code, edinetCode, date } = query;
  return (code ?? edinetCode ?? date) === undefined
    ? { ...query, date: calendar.dateOf(businessDay(at)) }
    : query;
}

function isAsked({ isListed }: FiledPaper, company: Company, { code, edinetCode }: CallQuery): boolean {
  if (edinetCode !== undefined) return companyEdinetCode(company) === edinetCode.toUpperCase();
  return code === undefined || (isListed && `${company.code}0` === code);
}

export function companyEdinetCode({ index }: Pick<Company, "index">): string {
  return edinetCodeOf(1_000 + index);
}

function common({ calendar }: World, paper: FiledPaper, company: Company): FiledFields {
  const [hour, minute, second] = [paper.second / 3600, (paper.second / 60) % 60, paper.second % 60].map(
    Math.floor,
  );
  return {
    DocId: paper.number,
    Code: paper.isListed ? `${company.code}0` : null,
    EdinetCode: companyEdinetCode(company),
    SubDate: calendar.dateOf(paper.day),
    SubTime: [hour, minute, second].map((part) => twoDigits(part ?? 0)).join(":"),
  };
}

/** A record as the forms that were asked for have it. */
function formed(record: FiledFields, forms: DoubtfulForms): FiledFields {
  let made = record;
  if (forms.has("sub-time-minutes")) made = { ...made, SubTime: String(made.SubTime).slice(0, 5) };
  if (forms.has("keys-missing"))
    made = changed(made, (name, value) => (value === null ? [] : [[name, value]]));
  if (forms.has("numbers-as-text"))
    made = changed(made, (name, value) => [[name, typeof value === "number" ? String(value) : value]]);
  if (forms.has("hldr-type-code"))
    made = changed(made, (name, value) => [[name === "LargeHldrTypeCode" ? "HldrTypeCode" : name, value]]);
  return made;
}

/** Changes each key of a record and of the records in it. */
function changed(
  record: FiledFields,
  change: (name: string, value: unknown) => [string, unknown][],
): FiledFields {
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inner);
    return typeof value === "object" && value !== null ? changed(value as FiledFields, change) : value;
  };
  return Object.fromEntries(Object.entries(record).flatMap(([name, value]) => change(name, inner(value))));
}
