/** The alerts of a life beside those that a replay of its log gives. */

import { weekdaysOnly } from "../../src/calendar/trading-calendar.ts";
import { standingAnswers } from "../../src/files/active-standing.ts";
import type { LogEntry } from "../../src/model/event.ts";
import type { Alert } from "../../src/model/news-items.ts";
import { createReplay } from "../../src/pipeline/replay.ts";
import { replayStanding } from "../../src/pipeline/standing/replayed-standing.ts";
import type { CompiledRules } from "../../src/rules/rule-set.ts";
import { openStoreReader } from "../../src/store/reader.ts";
import { lifeSettings } from "../files/standing-life.ts";

/** The alerts that a replay of the kept log gives, and those that are kept of life. */
export function alertsOf(path: string, rules: CompiledRules): { lived: string[]; replayed: string[] } {
  const reader = openStoreReader(path);
  try {
    const { log } = reader;
    const record = { ...reader, answers: standingAnswers(lifeSettings) };
    const { take } = createReplay({
      ...{ log, rules: () => rules, unmailed: () => [], calendar: () => weekdaysOnly },
      standing: replayStanding(rules.standing, record),
    });
    const entries = log.read(0, 100_000).map(({ seq, json }): LogEntry => ({ seq, event: JSON.parse(json) }));
    const kept = new Set(entries.map(({ seq }) => seq));
    const isAlert = ({ event }: LogEntry) => event.type.startsWith("alert.");
    const said = ({ event }: LogEntry) => {
      const { rule, title, cause } = event.data.now as unknown as Alert;
      return { seq: cause.seq, text: `${cause.seq} ${rule} ${title}` };
    };
    const lived = entries.filter(isAlert).map(said);
    const replayed = commitsOf(entries.filter((one) => !isAlert(one))).flatMap((commit) =>
      take(commit).flatMap(({ alerts }) => alerts.map(said)),
    );
    return {
      lived: lived.filter(({ seq }) => kept.has(seq)).map(({ text }) => text),
      replayed: replayed.map(({ text }) => text),
    };
  } finally {
    reader.close();
  }
}

/** What was committed together has one time. */
function commitsOf(entries: readonly LogEntry[]): LogEntry[][] {
  return [...new Set(entries.map(({ event }) => event.time))].map((time) =>
    entries.filter(({ event }) => event.time === time),
  );
}
