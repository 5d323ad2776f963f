import { checkAnswer } from "../check-answer.ts";
import { knownNames, noteUnknownFields } from "../known-names.ts";
import type { OddityCollector } from "../oddities.ts";
import { createRowReader } from "../read-rows.ts";
import { isRecord } from "../shapes.ts";
import { pagingFields, rankingFields } from "./fields.ts";
import { readPageState } from "./page-state.ts";
import type { FullRankingPage } from "./records.ts";
import { rankingRow, rankingState } from "./schema.ts";

const listNames = knownNames({}, ["results", "paging"]);
const pagingNames = knownNames(pagingFields);
const rowNames = knownNames(rankingFields);

/**
 * The ranking that a page holds. A ranking has every rank once, so none of its rows is set aside: one that cannot
 * be read fails the page. Throws a Failure.
 */
export function readRankingPage(
  html: string,
  where: string,
  oddities: OddityCollector | undefined,
): FullRankingPage {
  const state = readPageState(html, where);
  const { results, paging } = checkAnswer(rankingState, state, where);
  const list = isRecord(state) ? state.mainRankingList : undefined;
  if (oddities && isRecord(list)) {
    const path = ["mainRankingList"];
    noteUnknownFields(list, listNames, { where, path }, oddities);
    noteUnknownFields(list.paging, pagingNames, { where, path: [...path, "paging"] }, oddities);
  }
  const reader = createRowReader(
    {
      schema: rankingRow,
      fields: rankingFields,
      names: rowNames,
      where,
      path: ["mainRankingList", "results"],
      whole: true,
    },
    oddities,
  );
  const rows = reader.page(results);
  reader.end();
  return { rows, ...paging };
}
