/** What a test lets the services show, in the words of events: the form of each source's answers. */
import * as z from "zod";
import { failureReasons } from "../../lib/failure.ts";
import * as items from "../../model/items.ts";

const days = "days that it does not name stay as they were shown before";

const shownSeries = z.strictObject({
  ...items.series.omit({ period: true, value: true, added: true, revisions: true }).shape,
  points: z
    .record(z.string(), z.number().nullable())
    .describe("period to value, null where there is none yet; all that the service shows of the series"),
});

/** The sources whose polls a test can answer, with the items of their answers. */
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

export type SourceName = keyof typeof answers;
export type Answers = { readonly [Name in SourceName]: z.output<(typeof answers)[Name]> };

export const sourceNames = Object.keys(answers) as SourceName[];

/** The answers of the sources that are polled. */
export const polls = z.strictObject(answers).partial();

const reason = z.enum(failureReasons).optional().describe("why its poll fails");

/** Why the poll of a source brings nothing. */
export const failures = z.strictObject({
  "forum-comments": reason,
  "forum-ranking": reason,
  "margin-alerts": reason,
  "short-sale-reports": reason,
  "statistics-updates": reason,
});
