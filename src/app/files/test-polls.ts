/** What a test lets the services show, in the words of events: the form of each source's answers. */
import * as z from "zod";
import { type FailureReason, failureReasons } from "../../lib/failure.ts";
import { sourceMembers } from "../../sources/index.ts";
import { type RecordSource, recordsOf } from "./test-answers.ts";

/** What a test lets the service of each source show. */
const answers = Object.fromEntries(sourceMembers.map(({ name, testing }) => [name, testing.answer]));

/** What the services of the polled sources show, by the source's name. */
export type Polls = Readonly<Record<string, readonly unknown[] | undefined>>;

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

/** @param records as of pollsOf */
export function failuresOf(records: readonly RecordSource[] | undefined): z.ZodType<Failures> {
  const reason = z.enum(failureReasons).describe("why its poll fails");
  const names = [...sourceMembers.map(({ name }) => name), ...(records ?? []).map(({ name }) => name)];
  const failures = z.strictObject(Object.fromEntries(names.map((name) => [name, reason.optional()])));
  return (records === undefined ? failures.catchall(reason) : failures) as unknown as z.ZodType<Failures>;
}
