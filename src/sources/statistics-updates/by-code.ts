/** Series that are watched by their codes. */
import { Failure } from "../../lib/failure.ts";
import type { PartFailure } from "../source.ts";
import {
  type Asking,
  messageIdOf,
  storedSeries,
  type Unread,
  unknownSeries,
  type WatchAnswer,
} from "./asking.ts";
import { byFrequency, createAccept, type Fetched, fetchListed, maxSeries } from "./fetch-series.ts";
import { needsFetch, type StoredOf } from "./state.ts";
import { type CodeWatch, seriesName } from "./watch.ts";

/** Distribution of a database's codes over calls, if one call for all of them was refused. */
export interface Grouping {
  readonly groups: readonly (readonly string[])[];
  /** Codes that the catalogue does not have. */
  readonly unknown: readonly string[];
  /** The day on which it was learnt; the day after, one call for all is tried again. */
  readonly day: string;
}

const refusals = [unknownSeries, "M181014E"];

/** Asks for all codes at every poll where one call holds them, else for those that the catalogue says changed. */
export async function askCodes(
  watch: CodeWatch,
  asking: Asking,
  groupings: Map<string, Grouping>,
): Promise<WatchAnswer> {
  const { db } = watch;
  const storedOf: StoredOf = (code) => [...storedSeries(asking.state, seriesName(db, code)).values()][0];
  const fetched =
    watch.codes.length > maxSeries
      ? await askChanged(watch, asking, storedOf)
      : await askAll(watch, asking, storedOf, groupings);
  const scopes = fetched.series.map((series) => ({
    scope: seriesName(db, series.series.code.toUpperCase()),
    open: false,
    fetched: [series],
    known: storedOf(series.series.code.toUpperCase()) === undefined ? 0 : 1,
    gone: [],
    elsewhere: [],
  }));
  return { scopes, failures: fetched.failures };
}

async function askAll(
  { db, codes }: CodeWatch,
  asking: Asking,
  storedOf: StoredOf,
  groupings: Map<string, Grouping>,
): Promise<Fetched> {
  const { client, signal, today } = asking;
  const ask = (some: readonly string[]) =>
    asking.data(db, (oddities) => client.dataByCode({ db, codes: some }, signal, oddities));
  const learnt = groupings.get(db);
  if (learnt?.day !== today) {
    try {
      return createAccept()(db, codes, await ask(codes), storedOf);
    } catch (error) {
      if (!refusals.includes(messageIdOf(error))) throw error;
    }
  }
  const grouping = learnt?.day === today ? learnt : await learn(db, codes, asking);
  groupings.set(db, grouping);
  const failures = grouping.unknown.map((code) => unknownCode(db, code));
  const series = [];
  const accept = createAccept();
  for (const group of grouping.groups) {
    const fetched = await accept(db, group, await ask(group), storedOf);
    series.push(...fetched.series);
    failures.push(...fetched.failures);
  }
  return { series, failures };
}

/** The catalogue tells which codes exist, and which go together. */
async function learn(db: string, codes: readonly string[], asking: Asking): Promise<Grouping> {
  const { listed, unknown, unread } = lookUp(codes, await asking.catalogue(db), asking.unlisted(db));
  const groups = byFrequency(listed).map((infos) => infos.map(({ code }) => code));
  return { groups: [...groups, ...unread.map((code) => [code])], unknown, day: asking.today };
}

async function askChanged({ db, codes }: CodeWatch, asking: Asking, storedOf: StoredOf): Promise<Fetched> {
  const { today } = asking;
  const { listed, unknown } = lookUp(codes, await asking.catalogue(db), asking.unlisted(db));
  const changed = listed.filter((info) => needsFetch(info, storedOf(info.code.toUpperCase()), today));
  const { series, failures } = await fetchListed(asking, db, changed, storedOf);
  return { series, failures: [...unknown.map((code) => unknownCode(db, code)), ...failures] };
}

function lookUp<Info extends { code: string }>(
  codes: readonly string[],
  catalogue: readonly Info[],
  unlisted: Unread,
) {
  const byCode = new Map(catalogue.map((info) => [info.code.toUpperCase(), info]));
  const missing = codes.filter((code) => !byCode.has(code));
  return {
    listed: codes.flatMap((code) => byCode.get(code) ?? []),
    unknown: missing.filter((code) => !unlisted.has(code)),
    /** They may be there, and it cannot be read how. */
    unread: missing.filter(unlisted.has),
  };
}

function unknownCode(db: string, code: string): PartFailure {
  const failure = new Failure("unknown-code", `database ${db} has no series ${code}`);
  return { scope: seriesName(db, code), failure };
}
