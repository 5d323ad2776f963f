/** One rule as it lives: through judge and a real database that is opened anew for every other step. */
import { join } from "node:path";
import { weekdaysOnly } from "../../src/calendar/trading-calendar.ts";
import type { EventDraft, LogEntry } from "../../src/model/event.ts";
import type { Alert } from "../../src/model/news-items.ts";
import { judge } from "../../src/pipeline/judge.ts";
import { createReplay } from "../../src/pipeline/replay.ts";
import type { CompiledRules } from "../../src/rules/rule-set.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { rulesOf } from "./support.ts";

export const report = (ratio: number, code = "7203"): EventDraft => ({
  type: "short.report.increased",
  source: "/sources/short-sale-reports",
  subject: code,
  data: { now: { code, seller: "Example Capital", ratio, shares: 1, calculatedOn: "2026-01-05" } },
});

type Steps = readonly (readonly [time: string, ...events: EventDraft[]])[];

/** A database of its own, opened anew for every other step: what rules remember holds within a run, and over its end. */
function reopened() {
  const path = join(tmpFolder(), "state.db");
  let [now, count] = [0, 0];
  let store: Store | undefined;
  const close = () => {
    store?.close();
    store = undefined;
  };
  return {
    close,
    /** @param at time of the step, ms since 1970 */
    step(at: number): Store {
      now = at;
      if (count % 2 === 0) close();
      count += 1;
      store ??= openStore(path, { now: () => now, isPassing: true });
      return store;
    },
  };
}

/** Steps at times of Japan, each with the events that come; gives what is said at each. */
export function live(lines: string, steps: Steps, shown?: string): string[][] {
  return lived(lines, steps, shown).said;
}

/** `live`, with the reasons why at each step what was asked for was suppressed. */
export function lived(lines: string, steps: Steps, shown = "{{ now.code }} {{ now.ratio }}") {
  const database = reopened();
  const rules = rulesOf(`rules:
  - name: test
    on: short.report.increased
    title: "${shown}"
${lines.replaceAll(/^/gm, "    ")}`);
  const all = steps.map(([time, ...drafts]) => {
    const at = Date.parse(`${time}:00+09:00`);
    const store = database.step(at);
    const due = store.nextDueMemory();
    const house = {
      ...{ store, rules: () => rules, unmailed: () => [], calendar: () => weekdaysOnly, now: () => at },
    };
    const { batch } = judge({ drafts, batch: {} }, house as never);
    store.commit(batch);
    const alerts = batch.entries.filter(({ event }) => event.type.startsWith("alert."));
    const said = alerts.map(({ event }) => {
      const { title, cause, flapping } = event.data.now as unknown as Alert;
      return `${event.type.slice("alert.".length)} ${title} of ${cause.seq}${flapping ? `, ${flapping}` : ""}`;
    });
    const reasons = (batch.suppressions ?? []).map(({ reason }) => reason);
    return { said: due !== undefined && due <= at ? ["due", ...said] : said, reasons };
  });
  database.close();
  return { said: all.map(({ said }) => said), reasons: all.map(({ reasons }) => reasons) };
}

const wordsOf = ({ event }: LogEntry) => {
  const { rule, key, title } = event.data.now as unknown as Alert;
  return `${rule} ${key}: ${title}`;
};

/**
 * Steps at moments (ms since 1970), each with the events that come: what is said at each, and what a replay of the log
 * says.
 */
export function livedAgain(
  rules: CompiledRules,
  steps: readonly (readonly [at: number, ...drafts: EventDraft[]])[],
) {
  const database = reopened();
  const around = { rules: () => rules, unmailed: () => [], calendar: () => weekdaysOnly };
  const said = steps.map(([now, ...drafts]) => {
    const store = database.step(now);
    const { batch } = judge({ drafts, batch: {} }, { ...around, store, now: () => now } as never);
    store.commit(batch);
    return batch.entries.filter(({ event }) => event.type.startsWith("alert.")).map(wordsOf);
  });
  const end = steps.at(-1)?.[0] ?? 0;
  const store = database.step(end);
  const replay = createReplay({ ...around, log: store.log });
  const events = store.log
    .read(0, 1_000)
    .map(({ seq, json }) => ({ seq, event: JSON.parse(json) }) as LogEntry)
    .filter(({ event }) => !event.type.startsWith("alert."));
  const times = [...new Set(events.map(({ event }) => event.time))];
  const again = times.flatMap((time) => replay.take(events.filter(({ event }) => event.time === time)));
  const replayed = [...again, ...replay.passUntil(end)].flatMap(({ alerts }) => alerts.map(wordsOf));
  database.close();
  return { said, replayed };
}

/** A report that lacks some fields. */
export const reportWithout = (...names: string[]): EventDraft => {
  const draft = report(1);
  const now = Object.fromEntries(Object.entries(draft.data.now).filter(([name]) => !names.includes(name)));
  return { ...draft, data: { now } } as EventDraft;
};

/** A time so many minutes after nine in the morning, as steps have it. */
export const minuteAt = (minutes: number) =>
  new Date(Date.parse("2026-01-05T09:00:00Z") + minutes * 60_000).toISOString().slice(0, 16);

/** Alerts about one event after another, a minute apart. */
export const each = (lines: string, drafts: readonly EventDraft[], shown?: string) =>
  live(
    lines,
    drafts.map((draft, index) => [minuteAt(index), draft] as const),
    shown,
  ).map((said) => said.join());
