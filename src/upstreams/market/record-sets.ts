/** Every call of the market service as a set of records that can be watched. */
import { Failure } from "../../lib/failure.ts";
import type { OddityCollector } from "../misfits.ts";
import type { RecordParameter, RecordSet, WatchedRecord } from "../record-set.ts";
import type { MarketCall } from "./call.ts";
import { type MarketCallName, marketCalls } from "./calls.ts";
import { marketParameters, parameterProblem } from "./parameters.ts";
import { refusesRange } from "./refusals.ts";
import { hasIssueNames, wholePages } from "./whole-rows.ts";

function parametersOf(name: MarketCallName): RecordParameter[] {
  const { parameters, required = [] }: MarketCall = marketCalls[name];
  return parameters
    .filter((each) => each !== "pagination_key")
    .map((each) => {
      const { about, isDay = false, isList = false } = marketParameters[each];
      const many = isList
        ? ", or a list of them"
        : isSeveralDays(each)
          ? "; each of several is asked for by itself"
          : "";
      return {
        name: each,
        about: `${about}${many}`,
        required: required.includes(each),
        isDay,
        isList,
        problem: (value) => parameterProblem(name, each, value),
      };
    });
}

const isSeveralDays = (parameter: string) => parameter === "date" || parameter === "calcDate";

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

export const marketRecordSets: RecordSet[] = (Object.keys(marketCalls) as MarketCallName[]).map((name) => {
  const { about, fields, plan, records }: MarketCall = marketCalls[name];
  const hasNames = hasIssueNames(fields);
  return {
    service: "market",
    from: `market/${name}`,
    about,
    plan,
    fields,
    parameters: parametersOf(name),
    ...records,
    hasIssueNames: hasNames,
    // That a list of issues knows a name today, or another one, is no news of the record.
    asides: [...(records.asides ?? []), ...(hasNames ? ["name"] : [])],
    refusesRange,
    async read({ market }, query, { signal, oddities, progress, isSample }) {
      const all: WatchedRecord[] = [];
      const others = new Set<string>();
      // Not spread into push: a page may hold more rows than a call takes arguments.
      for await (const { rows, otherCodes, at } of wholePages(market, name, query, { signal, oddities })) {
        for (const row of rows) all.push(row);
        for (const code of otherCodes) others.add(code);
        if (at !== undefined) progress(at);
        if (isSample) break;
      }
      noteOtherCodes({ name, code: query.code }, all.length === 0, others, oddities);
      return all;
    },
  };
});
