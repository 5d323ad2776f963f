/** The part of an evaluation that is about the stocks of one watchlist. */

import { didYouMean } from "../../lib/text/nearest.ts";
import type { LogReader } from "../../model/event.ts";
import { codeSetOf, noWatchlist, type Watchlists } from "../../model/watchlists.ts";
import type { Replayed } from "../../pipeline/replay.ts";
import { Refused } from "../refused.ts";
import { narrowEvaluation } from "./narrow-evaluation.ts";

/** The stocks of a list. Throws Refused where there is no such list. */
export function codesOf(name: string, watchlists: Watchlists): ReadonlySet<string> {
  const codes = codeSetOf(watchlists, name);
  if (codes !== undefined) return codes;
  const names = Object.keys(watchlists);
  const there = names.length === 0 ? "the settings have none" : `there are ${names.join(", ")}`;
  throw new Refused(`${noWatchlist(name)}: ${didYouMean(name, names) ?? there}`);
}

/** Leaves out alerts, mails and suppressions about anything else. */
export function onlyAbout(codes: ReadonlySet<string>, log: Pick<LogReader, "read">) {
  // A suppressed alert has no entry; its subject is that of its event.
  const subjectAt = (seq: number) => {
    const [stored] = log.read(seq - 1, 1);
    return stored?.seq === seq ? stored.subject : undefined;
  };
  return (evaluation: Replayed): Replayed =>
    narrowEvaluation(evaluation, {
      alert: ({ event }) => codes.has(event.subject),
      suppression: ({ causeSeq }) => codes.has(subjectAt(causeSeq) ?? ""),
    });
}
