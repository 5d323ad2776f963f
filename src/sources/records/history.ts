/** The past of a watched set of records: its questions about a period, and what its service tells of it. */
import type { MarketCallName } from "../../upstreams/market/calls.ts";
import type { RecordSet } from "../../upstreams/record-set.ts";
import type { NoHistory, SourceHistory } from "../history.ts";
import { dayMoments, dayPieces, type Expected, rangePiece, untoldDays } from "../market-past.ts";
import { pastQuestions, withCodes } from "./questions.ts";
import type { RecordsOptions } from "./state.ts";

/** The settings that it takes are those of the source. */
export function recordsHistory(options: RecordsOptions): SourceHistory<Expected> | NoHistory {
  const { set } = options;
  const none = reasonForNone(set);
  if (none !== undefined) return { none };
  const call = set.from.slice("market/".length) as MarketCallName;
  return {
    pieces(_settings, period, { watchlists }) {
      const questions = pastQuestions(withCodes(options, watchlists()));
      return questions.flatMap(({ query, isAtOnce }) =>
        isAtOnce ? [rangePiece(call, period, query)] : dayPieces(call, period, query),
      );
    },
    untold: untoldDays,
    moments: (settings, history, period) => dayMoments(call, settings, history, period),
  };
}

function reasonForNone({ service, day, isAhead, isWhole }: RecordSet): string | undefined {
  if (service !== "market") return "The service provides only the current list, not earlier ones.";
  if (isAhead) return "The service provides only future data, not earlier expectations.";
  if (isWhole || day === undefined)
    return "The service provides only current data, and none of earlier days.";
  return undefined;
}
