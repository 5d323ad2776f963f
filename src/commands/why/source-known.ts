/** What is known of a source that a rule waits for. */
import { sourceStatus } from "../../app/status.ts";
import { timeWords } from "../time-words.ts";
import type { Known } from "./answer.ts";
import type { Inquiry } from "./inquiry.ts";
import type { GivingSource } from "./sources-of.ts";

/** How it fares now. */
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
  const comments = config.sources["forum-comments"];
  if (name === "forum-comments" && comments?.codes !== undefined && comments.fromRanking === undefined)
    return unwatched(comments.codes.includes(subject), `${name} watches only ${comments.codes.join(", ")}`);
  const statistics = config.sources["statistics-updates"];
  if (name !== "statistics-updates" || statistics === undefined) return [];
  const [db, code = ""] = subject.split("/");
  const isWatched = statistics.watch.some(
    (watch) => watch.db === db && (watch.codes === undefined || watch.codes.includes(code)),
  );
  const watched = statistics.watch.map((watch) =>
    watch.codes === undefined ? watch.db : watch.codes.map((each) => `${watch.db}/${each}`).join(", "),
  );
  return unwatched(isWatched, `${name} watches only ${watched.join(", ")}`);
}

function unwatched(isWatched: boolean, message: string): Known[] {
  return isWatched ? [] : [{ kind: "not-watched", message }];
}
