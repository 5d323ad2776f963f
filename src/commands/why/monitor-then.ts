/** Whether a monitor was at work at a moment, as far as is on record. */
import { runRecordMs } from "../../app/run-record.ts";
import { timeWords } from "../time-words.ts";
import type { Known } from "./answer.ts";
import { entryAt, type Inquiry, isoOf } from "./inquiry.ts";

/** One that is at work may be late with its record. */
const lateMs = 2 * runRecordMs;

/** Undefined where one was at work, and where nothing is on record so far back. */
export function notRunning(at: number, { reader }: Pick<Inquiry, "reader">): Known | undefined {
  const run = reader.runs.upTo(at);
  if (run === undefined) return undefined;
  const next = reader.runs.after(at);
  const seenAt = Math.max(run.seenAt, lastTold(next?.startedAt, reader));
  if (at <= seenAt + (next === undefined ? lateMs : 0)) return undefined;
  const seen = `it was last seen at work ${timeWords(isoOf(seenAt))}`;
  const again = next === undefined ? "" : ` and was started again ${timeWords(isoOf(next.startedAt))}`;
  return {
    kind: "not-running",
    message: `no monitor was at work then: ${seen}${again}`,
    at: isoOf(seenAt),
  };
}

/** Time of the last entry before a moment, by default of all: its record may be a minute behind. */
function lastTold(before: number | undefined, { search, log }: Inquiry["reader"]): number {
  const seq = before === undefined ? log.head() : search.seqAt(isoOf(before - 1));
  const entry = entryAt(seq, { reader: { log } });
  return entry === undefined ? 0 : Date.parse(entry.event.time);
}
