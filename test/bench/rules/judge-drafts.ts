/** The product's own way from events to alerts, up to the commit. */
import { NEVER } from "rxjs";
import { weekdaysOnly } from "../../../src/calendar/trading-calendar.ts";
import { builtInTypes } from "../../../src/files/event-types.ts";
import type { EventDraft, LogEntry } from "../../../src/model/event.ts";
import type { RuleSet } from "../../../src/model/rule.ts";
import type { House } from "../../../src/pipeline/house.ts";
import { judge } from "../../../src/pipeline/judge.ts";
import type { KeptStanding } from "../../../src/pipeline/standing/keep-standing.ts";
import { compileRuleTexts } from "../../../src/rules/files/compile-files.ts";
import type { RuleText } from "../../../src/rules/files/read-rule-files.ts";
import { MemoryLog } from "../../support/memory-log.ts";

/** Gives the alerts that the events of one poll raise. */
export type Judging = (drafts: readonly EventDraft[]) => LogEntry[];

/** @param standing what stands, where rules name it */
export function createJudging(rules: RuleSet, standing?: KeptStanding): Judging {
  const house = {
    ...houseWith(rules),
    ...(standing && { standing: { ...standing, waiting: () => undefined } }),
  };
  return (drafts) => {
    const { entries } = judge({ drafts, batch: {} }, house).batch;
    standing?.keep();
    return entries.slice(drafts.length);
  };
}

export function compile(files: readonly RuleText[]): RuleSet {
  const loaded = compileRuleTexts(files, { notify: [], types: builtInTypes, hash: "bench" });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems.slice(0, 3)));
  return loaded.rules;
}

export function houseWith(rules: RuleSet): House {
  const unused = () => {
    throw new Error("judge asks no such thing");
  };
  const log = new MemoryLog();
  return {
    sources: [],
    news$: NEVER,
    store: {
      log,
      state: unused,
      hold: unused,
      heldState: unused,
      heldPart: unused,
      isRewriteHeld: unused,
      outage: unused,
      answeredAt: unused,
      baselinedAnew: unused,
      startCheck: { waiting: unused },
      publication: unused,
      meta: { get: unused },
      firedAt: () => undefined,
      recall: () => undefined,
      rememberedKeys: () => 0,
      dueMemories: () => [],
      commit: unused,
    },
    outputs: [],
    rules: () => rules,
    unmailed: () => [],
    calendar: () => weekdaysOnly,
    now: () => Date.parse("2026-01-06T09:00:00Z"),
    timeOfDay: () => Date.parse("2026-01-06T09:00:00Z"),
    signal: new AbortController().signal,
    report: unused,
  };
}
