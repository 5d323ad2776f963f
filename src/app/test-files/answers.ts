/** What a test lets the services show, in the words of events: the form of each source's answers. */
import * as z from "zod";
import { type FailureReason, failureReasons } from "../../lib/failure.ts";
import * as items from "../../model/items.ts";
import type { WatchedRecord } from "../../upstreams/record-set.ts";
import { type RecordSource, recordsOf } from "./record-answers.ts";

const days = "days that it does not name stay as they were shown before";

const shownSeries = z.strictObject({
  ...items.series.omit({ period: true, value: true, added: true, revisions: true }).shape,
  points: z
    .record(z.string(), z.number().nullable())
    .describe("period to value, null where there is none yet; all that the service shows of the series"),
});

/** The built-in sources, with the items of their answers. */
const answers = {
  "forum-comments": z
    .array(
      z.strictObject({
        ...items.comment.shape,
        body: items.comment.shape.body.default(""),
        yes: items.comment.shape.yes.default(0),
        no: items.comment.shape.no.default(0),
      }),
    )
    .describe("comments that the forum of each named stock shows; other forums stay as they were"),
  "forum-ranking": z
    .array(
      z.strictObject({
        ...items.rankingRow.omit({ climbed: true }).shape,
        rank: items.rankingRow.shape.rank.optional(),
      }),
    )
    .describe("whole listings from the top; a row's rank is its place, if it says none"),
  "margin-alerts": z
    .array(z.strictObject(items.marginAlert.shape))
    .describe(`rows of the publications; ${days}`),
  "short-sale-reports": z
    .array(z.strictObject(items.shortPosition.shape))
    .describe(`reports by day of disclosure; ${days}`),
  "statistics-updates": z
    .array(shownSeries)
    .describe("series with all their points; series that it does not name stay as they were"),
};

export type BuiltInName = keyof typeof answers;
export type Answers = { readonly [Name in BuiltInName]: z.output<(typeof answers)[Name]> };

export const builtInNames = Object.keys(answers) as BuiltInName[];

/** The answers of the sources that are polled; the built-in ones, and those that watch records, by name. */
export type Polls = Partial<Answers> & Readonly<Record<string, readonly WatchedRecord[] | undefined>>;

const anyRecords = z
  .array(z.record(z.string(), z.unknown()))
  .describe("records that a source of the settings watches");

/** @param records the settings' sources that watch records; left out, there may be any */
export function pollsOf(records: readonly RecordSource[] | undefined): z.ZodType<Polls> {
  const own = Object.fromEntries((records ?? []).map(({ name, set }) => [name, recordsOf(set)]));
  const polls = z.strictObject({ ...answers, ...own }).partial();
  return (records === undefined ? polls.catchall(anyRecords) : polls) as unknown as z.ZodType<Polls>;
}

/** Why the polls of sources bring nothing. */
export type Failures = Readonly<Record<string, FailureReason | undefined>>;

/** The same of pollsOf. */
export function failuresOf(records: readonly RecordSource[] | undefined): z.ZodType<Failures> {
  const reason = z.enum(failureReasons).describe("why its poll fails");
  const names = [...builtInNames, ...(records ?? []).map(({ name }) => name)];
  const failures = z.strictObject(Object.fromEntries(names.map((name) => [name, reason.optional()])));
  return (records === undefined ? failures.catchall(reason) : failures) as unknown as z.ZodType<Failures>;
}
