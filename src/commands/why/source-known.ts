/** Facts about a source that a rule depends on. */
import { sourceStatus } from "../../app/status.ts";
import { type SourceName, sourceMembers } from "../../sources/index.ts";
import { timeWords } from "../time-words.ts";
import type { Known } from "./answer.ts";
import type { Inquiry } from "./inquiry.ts";
import type { GivingSource } from "./sources-of.ts";

/** Status of the source now. */
export function sourceKnown({ name, isConfigured }: GivingSource, { reader }: Inquiry): Known[] {
  if (!isConfigured)
    return [{ kind: "not-configured", message: `the settings have no source ${name}: nothing is polled` }];
  const stored = reader.sources().find((each) => each.name === name);
  if (stored?.attemptAt === undefined) return [{ kind: "source", message: `${name} was never polled` }];
  const { outage, hold, successAt, late } = stored;
  const { state, lastSuccess } = sourceStatus({ outage, hold, successAt, ...(late ? { late } : {}) });
  const seen = lastSuccess === undefined ? "" : `, last success ${timeWords(lastSuccess)}`;
  const facts: Known[] = [];
  if (hold !== null)
    facts.push({
      kind: "source",
      message: `${name} is quarantined: ${hold.items} items are held back${seen}`,
      at: hold.since,
    });
  if (outage !== null)
    facts.push({
      kind: "source",
      message: `${name} is failing (${outage.reason}): ${outage.message}${seen}`,
      at: outage.since,
    });
  if (late !== undefined)
    facts.push({
      kind: "source",
      message: `${name} is late: the publication of ${late.day} has not come`,
      at: late.since,
    });
  return facts.length > 0 ? facts : [{ kind: "source", message: `${name} is ${state}${seen}` }];
}

/** Whether the settings have it watch a subject at all, where they say which. */
export function watchKnown(
  { name, isConfigured }: GivingSource,
  subject: string,
  { config }: Inquiry,
): Known[] {
  if (!isConfigured) return [];
  const settings = config.sources[name as SourceName];
  const member = sourceMembers.find((one) => one.name === name);
  const message = settings && member?.unwatched(settings, subject);
  return message === undefined ? [] : [{ kind: "not-watched", message }];
}
