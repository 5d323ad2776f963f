/** A monitor's database as a life with some rules leaves it: polls through judge and commit, on a clock by hand. */

import { join } from "node:path";
import type { AlertSettings } from "../../src/alerts/settings.ts";
import { runBacktest } from "../../src/backtest/backtest.ts";
import { typesOf } from "../../src/backtest/backtest-files.ts";
import { reportOf } from "../../src/backtest/report.ts";
import { shareOf, together } from "../../src/backtest/shares.ts";
import { weekdaysOnly } from "../../src/calendar/trading-calendar.ts";
import { tellingOf } from "../../src/config/telling.ts";
import { standingAnswers } from "../../src/files/active-standing.ts";
import { builtInTypes } from "../../src/files/event-types.ts";
import { nextDueOf } from "../../src/history/moved-house.ts";
import type { EventDraft, LogEntry } from "../../src/model/event.ts";
import type { RuleSet } from "../../src/model/rule.ts";
import { notify } from "../../src/pipeline/commit.ts";
import { judge } from "../../src/pipeline/judge.ts";
import type { CompiledRules } from "../../src/rules/rule-set.ts";
import { openStoreReader } from "../../src/store/reader.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { rulesOf } from "../rules/support.ts";
import { outputSettings } from "../support/output-settings.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

const recipients = { desk: ["a@example.com", "b@example.com"], night: ["b@example.com"] };
const tellingAs = (alerts: AlertSettings | undefined) =>
  tellingOf(
    { outputs: outputSettings(recipients), alerts, people: [] },
    {
      types: builtInTypes,
      monitorUrl: () => "http://127.0.0.1/",
      watchlists: () => ({}),
      simulated: () => false,
    },
  );
const telling = tellingAs(undefined);

export interface Life {
  readonly path: string;
  readonly store: Store;
  /** Makes a poll at a moment (ISO) find something; what was due before is judged first, as the monitor does. */
  poll(at: string, drafts: readonly EventDraft[]): void;
  /** `poll` of a monitor that stood still until then. */
  pollOnly(at: string, drafts: readonly EventDraft[]): void;
}

/** Runs until `store` is closed. */
export function beginLife(rules: RuleSet, settings?: AlertSettings): Life {
  const path = join(tmpFolder(), "state.db");
  let now = 0;
  const store = openStore(path, { now: () => now, isPassing: true });
  const alerts = { ...tellingAs(settings).alerts, memory: store.alerts };
  const around = { rules: () => rules, calendar: () => weekdaysOnly, now: () => now };
  const house = { ...around, unmailed: telling.unmailed, alerts, store } as never;
  const commit = (drafts: readonly EventDraft[]) =>
    store.commit(notify(judge({ drafts, batch: {} }, house), house).batch);
  return {
    path,
    store,
    poll(at, drafts) {
      const then = Date.parse(at);
      for (let due = nextDueOf(store); due !== undefined && due <= then; due = nextDueOf(store)) {
        now = Math.max(now, due);
        commit([]);
      }
      now = then;
      commit(drafts);
    },
    pollOnly(at, drafts) {
      now = Date.parse(at);
      commit(drafts);
    },
  };
}

export function position(code: string, ratio: number, more: Record<string, unknown> = {}): EventDraft {
  const now = {
    code,
    seller: "Example Capital",
    ratio,
    calculatedOn: "2026-01-05",
    disclosedOn: "2026-01-05",
  };
  const data = { now: { ...now, ...more } };
  return { type: "short.report.opened", source: "/sources/short-sale-reports", subject: code, data };
}

/** The rules of a file, recipients included. */
export const rulesOfText = (text: string) => rulesOf(text, ["desk", "night"]);

interface Asked {
  readonly rules: CompiledRules;
  readonly against?: CompiledRules;
  readonly from: string;
  readonly to: string;
  readonly progress?: (read: number) => void;
  /** Evaluates the rules in two shares, as two threads do. */
  readonly inShares?: boolean;
}

export function backtestOf(
  path: string,
  { rules, against, from, to, progress = () => {}, inShares = false }: Asked,
) {
  const reader = openStoreReader(path);
  try {
    const span = { from: Date.parse(from), to: Date.parse(to) };
    const { log } = reader;
    const types = typesOf([rules, against]);
    const record = { ...reader, answers: standingAnswers({ recordSources: [] }) };
    const run = (sets: Pick<Asked, "rules"> & { against: CompiledRules | undefined }) =>
      runBacktest({ ...{ log, span, telling, progress, types, record }, ...sets, calendar: weekdaysOnly });
    const all = { rules, against };
    const names = { rules: rules.names, against: against?.names ?? [] };
    return reportOf(inShares ? together(run(shareOf(all, 0)), run(shareOf(all, 1)), names) : run(all), span);
  } finally {
    reader.close();
  }
}

/** Everything on the log, as the tools read it. */
export function logOf(path: string): LogEntry[] {
  const reader = openStoreReader(path);
  const entries = reader.log.read(0, 100_000).map(({ seq, json }) => ({ seq, event: JSON.parse(json) }));
  reader.close();
  return entries;
}
