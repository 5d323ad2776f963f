/** Any set of records that the settings name. Scope: what is asked; key: the fields that name a record. */

import { Failure } from "../../lib/failure.ts";
import type { Watchlists } from "../../model/watchlists.ts";
import { withName } from "../../upstreams/market/record-sets.ts";
import { createOddities, type OddityCollector } from "../../upstreams/misfits.ts";
import type { RecordClients } from "../../upstreams/record-set.ts";
import { storedCursor, storedItems } from "../compare.ts";
import type { ReadNames } from "../dated.ts";
import { isShrunk, pollParts } from "../parts.ts";
import type { PartFailure, PollContext, Polled, Source } from "../source.ts";
import { coverageOf } from "./compare-scope.ts";
import { diff } from "./diff.ts";
import { type PollOptions, partsOf, withCodes } from "./questions.ts";
import { type Counts, type PartMeans, readPart } from "./read-part.ts";
import type { RecordsAnswer, RecordsCursor, RecordsOptions, ScopeAnswer, Stored } from "./state.ts";

/** Parts that a source of records is made with besides its options. */
export interface RecordsSurroundings {
  readonly clients: RecordClients;
  readonly today: () => string;
  /** Left out: records have the names that they come with. */
  readonly readNames?: ReadNames;
  /** Left out: there are none. */
  readonly watchlists?: () => Watchlists;
}

export function createRecords(
  options: RecordsOptions,
  surroundings: RecordsSurroundings,
): Source<RecordsAnswer> {
  const refusedRanges = new Set<string>();
  return {
    name: options.name,
    poll: (context) =>
      poll(
        withCodes(options, surroundings.watchlists?.() ?? {}),
        { ...surroundings, refusedRanges },
        context,
      ),
    diff: (answer, state) => diff(answer, state, options),
  };
}

type Means = RecordsSurroundings & PartMeans;

/** Asks for every part, in it one question after another. Throws a Failure when every part failed. */
async function poll(
  options: PollOptions,
  means: Means,
  { state, signal, progress = () => {} }: PollContext,
): Promise<Polled<RecordsAnswer>> {
  const seen = storedCursor<RecordsCursor>(state)?.scopes ?? {};
  const oddities = createOddities();
  const parts = partsOf(options, means.today(), (scope) => seen[scope]);
  const { answers, failures: failed } = await pollParts(
    parts,
    ({ label }) => label,
    async (part) => {
      const own = createOddities();
      const { answer, counts } = await readPart(part, options, means, { signal, oddities: own, progress });
      oddities.take(own, part.label);
      refuseShrunk(answer, counts, storedItems<Stored>(state, part.scope), part.label);
      return answer;
    },
  );
  const codes = new Map(parts.flatMap(({ label, code }) => (code === undefined ? [] : [[label, code]])));
  const failures = failed.map((part) => refusedCode(part, codes.get(part.scope)));
  const named = await withNames(answers, options, means, signal, oddities);
  return { answer: { watched: parts.map(({ scope }) => scope), scopes: named }, failures, oddities };
}

/** A code that is refused where others of the same call are taken is one that the service does not know. */
function refusedCode({ scope, failure }: PartFailure, code: string | undefined): PartFailure {
  if (code === undefined || failure.reason !== "rejected") return { scope, failure };
  const { message, status } = failure;
  return { scope: code, failure: new Failure("unknown-code", message, { status, cause: failure }) };
}

/** The answers, each record about a stock with its name. */
async function withNames(
  answers: readonly ScopeAnswer[],
  { set }: RecordsOptions,
  { readNames }: Means,
  signal: AbortSignal,
  oddities: OddityCollector,
): Promise<readonly ScopeAnswer[]> {
  const isNamed = (answer: ScopeAnswer) =>
    [...answer.records.values()].every(({ record }) => "name" in record);
  if (!set.hasIssueNames || readNames === undefined || answers.every(isNamed)) return answers;
  const nameOf = await readNames(signal, oddities);
  const named = ({ record, ...rest }: Stored): Stored => ({ record: withName(record, nameOf), ...rest });
  return answers.map((answer) => ({
    ...answer,
    records: new Map([...answer.records].map(([key, stored]) => [key, named(stored)])),
  }));
}

/** Throws a Failure if an answer lost more of its records than a true one would: it was probably cut. */
function refuseShrunk(
  answer: ScopeAnswer,
  counts: Counts,
  before: ReadonlyMap<string, Stored>,
  label: string,
): void {
  const covers = coverageOf(answer);
  const known = [...before.values()].filter(covers);
  for (const [day, now] of counts) {
    const was = known.filter((stored) => day === undefined || stored.day === day).length;
    if (!isShrunk(was, now)) continue;
    const what = day === undefined ? label : `${label} of ${day}`;
    throw new Failure("incomplete", `${what} had ${was} records and now has ${now}`);
  }
}
