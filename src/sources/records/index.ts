/** Any set of records that the settings name. Scope: what is asked; key: the fields that name a record. */
import { Failure } from "../../lib/failure.ts";
import type { Steps } from "../../lib/turns.ts";
import { laterDay } from "../../model/dates.ts";
import type { EventDraft } from "../../model/event.ts";
import type { Watchlists } from "../../model/watchlists.ts";
import { withName } from "../../upstreams/market/record-sets.ts";
import { createOddities, type OddityCollector } from "../../upstreams/misfits.ts";
import { hasPublications, type RecordClients, type RecordSet } from "../../upstreams/record-set.ts";
import { allWrites, firstSights, rewriteScope, storedCursor, storedItems } from "../compare.ts";
import type { ReadNames } from "../dated.ts";
import { dayMoments, dayPieces, type ExpectedTimes, rangePiece, untoldDays } from "../market-past.ts";
import type { NoHistory, SourceHistory } from "../member.ts";
import { isShrunk, pollParts } from "../parts.ts";
import type { Diff, PartFailure, PollContext, Polled, Source, SourceState } from "../source.ts";
import { compareScope, coverageOf, forgottenBefore } from "./compare-scope.ts";
import { type PollOptions, pastQuestions, recordParts, withCodes } from "./questions.ts";
import { type DayCounts, type PartMeans, readPart } from "./read-part.ts";
import {
  type RecordsAnswer,
  type RecordsCursor,
  type RecordsOptions,
  recordPublishedOn,
  type ScopeRecords,
  type SeenDays,
  type Stored,
} from "./state.ts";

/** Parts that a source of records is made with besides its options. */
export interface RecordsSurroundings {
  readonly clients: RecordClients;
  readonly today: () => string;
  /** Left out: records have the names that they come with. */
  readonly readNames?: ReadNames;
  /** Left out: there are none. */
  readonly watchlists?: () => Watchlists;
}

export function createRecordSource(
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
    diff: (answer, state) => diffRecords(answer, state, options),
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
  const parts = recordParts(options, means.today(), (scope) => seen[scope]);
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
  answers: readonly ScopeRecords[],
  { set }: RecordsOptions,
  { readNames }: Means,
  signal: AbortSignal,
  oddities: OddityCollector,
): Promise<readonly ScopeRecords[]> {
  const isNamed = (answer: ScopeRecords) =>
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
  answer: ScopeRecords,
  counts: DayCounts,
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

// Compares an answer scope by scope, and notes up to where each scope is known.

function* diffRecords(answer: RecordsAnswer, state: SourceState, options: RecordsOptions): Steps<Diff> {
  const { scopes: before = {}, fields } = storedCursor<RecordsCursor>(state) ?? {};
  const scopes: Record<string, SeenDays> = {};
  const drafts: EventDraft[] = [];
  const writes = [];
  const firsts: ScopeRecords[] = [];
  const covered = new Set<string>();
  for (const seen of answer.scopes) {
    const stored = storedItems<Stored>(state, seen.scope);
    const known = before[seen.scope];
    const isFresh = freshFields(fields, stored);
    const compare = options.compare.filter((field) => !isFresh(field));
    const compared = yield* compareScope(seen, stored, known, { ...options, compare });
    if (known === undefined) firsts.push(seen);
    else {
      drafts.push(...compared.drafts);
      for (const item of compared.seenAgain) covered.add(item);
    }
    scopes[seen.scope] = reached(seen, known, options);
    writes.push(rewriteScope(seen.scope, stored, compared.after));
  }
  for (const [scope, known] of Object.entries(before)) {
    if (scope in scopes) continue;
    if (answer.watched.includes(scope)) scopes[scope] = known;
    // Nobody watches it any more. Watched again, it is a first sight.
    else writes.push(rewriteScope(scope, state.items(scope), new Map()));
  }
  return {
    drafts,
    ...allWrites(writes),
    cursor: { scopes, fields: Object.keys(options.set.fields) } satisfies RecordsCursor,
    covers: covered.size,
    published: newestPublication(answer, options),
    ...firstSights(firsts.map(({ scope, records }) => ({ scope, items: records.size }))),
  };
}

/** Whether a field could not be read when the records were stored: that it has a value now is our news alone. */
function freshFields(
  fields: readonly string[] | undefined,
  stored: ReadonlyMap<string, Stored>,
): (field: string) => boolean {
  const known = new Set(fields ?? [...stored.values()].flatMap(({ record }) => Object.keys(record)));
  return (field) => !known.has(field);
}

/** The newest day of which a record came. */
function newestPublication({ scopes }: RecordsAnswer, { set }: RecordsOptions): string | undefined {
  if (!hasPublications(set)) return undefined;
  let newest = "";
  for (const { records } of scopes)
    for (const { record } of records.values())
      newest = laterDay(newest, recordPublishedOn(record, set) ?? "");
  return newest === "" ? undefined : newest;
}

/** Computes how far the scope is known now. */
function reached(answer: ScopeRecords, known: SeenDays | undefined, options: RecordsOptions): SeenDays {
  const to = latest(known?.to, answer.to ?? answer.days?.at(-1));
  if (answer.from === undefined) return seen(undefined, to);
  const [from] = [answer.from, known?.from ?? answer.from].sort();
  return seen(latest(from, forgottenBefore(answer, options)), to);
}

function seen(from: string | undefined, to: string | undefined): SeenDays {
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

function latest(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return laterDay(a, b);
}

// The past of a watched set: its questions about a period, and what its service tells of it.

/** The settings that it takes are those of the source. */
export function recordsHistory(options: RecordsOptions): SourceHistory<ExpectedTimes> | NoHistory {
  const { set } = options;
  const { call } = set;
  if (call === undefined) return { none: "The service provides only the current list, not earlier ones." };
  const none = reasonForNone(set);
  if (none !== undefined) return { none };
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

function reasonForNone({ day, isAhead, isWhole, parameters }: RecordSet): string | undefined {
  if (isAhead) return "The service provides only future data, not earlier expectations.";
  if (isWhole || day === undefined)
    return "The service provides only current data, and none of earlier days.";
  if (!parameters.some(({ name }) => name === "date" || name === "from"))
    return "The call takes no days, so that nothing earlier can be asked for.";
  return undefined;
}
