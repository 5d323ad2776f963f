/** The section `sources`: those with a name of their own, and any other that says what set of records it watches. */
import * as z from "zod";
import { recordSource, recordSourceNames, type SourceSettings, sourceMembers } from "../sources/index.ts";

const ownSources = Object.fromEntries(
  sourceMembers.map(({ name, settings, about }) => [name, settings.optional().describe(about)]),
);
const defaults = Object.fromEntries(sourceMembers.map((member) => [member.name, member.defaults]));

/** @param written the section as the file has it, which says what further sources there are */
export function allSources(written: unknown): z.ZodType<SourceSettings> {
  const further = recordSourceNames(written).filter((name) => !Object.hasOwn(ownSources, name));
  const shape = further.map((name) => [name, recordSource(name, (written as Record<string, unknown>)[name])]);
  // The types know those with a name of their own; the others are taken out by name, see load-config.ts.
  const all = z.strictObject({ ...ownSources, ...Object.fromEntries(shape) }).prefault(defaults);
  return all as z.ZodType as z.ZodType<SourceSettings>;
}
