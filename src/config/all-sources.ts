/** The section `sources`: the built-in ones, and any other that says what set of records it watches. */
import * as z from "zod";
import { recordSource, recordSourceNames } from "./record-source.ts";
import { builtInSources, defaultSources } from "./sources.ts";

/** @param written the section as the file has it, which says what further sources there are */
export function allSources(written: unknown) {
  const further = recordSourceNames(written).filter((name) => !Object.hasOwn(builtInSources, name));
  const shape = further.map((name) => [name, recordSource(name, (written as Record<string, unknown>)[name])]);
  // Of the built-in sources the types know the form; the others are taken out by name, see load-config.ts.
  const own: typeof builtInSources = { ...builtInSources, ...Object.fromEntries(shape) };
  return z.strictObject(own).prefault(defaultSources);
}
