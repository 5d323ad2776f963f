/** A life of sources and rules over a real database: polls, commits that fail, restarts. Services show what the test says. */

import { join } from "node:path";
import { weekdaysOnly } from "../../src/calendar/trading-calendar.ts";
import {
  type ActiveStanding,
  createActiveStanding,
  standingAnswers,
} from "../../src/files/active-standing.ts";
import { recordClients, showRecords } from "../../src/files/test-answers.ts";
import { atOnce } from "../../src/lib/turns.ts";
import type { LogEntry } from "../../src/model/event.ts";
import { StoreError } from "../../src/model/store-faults.ts";
import { sourceNews } from "../../src/pipeline/change.ts";
import { judge } from "../../src/pipeline/judge.ts";
import { foldStanding } from "../../src/pipeline/standing/changes.ts";
import type { CompiledRules } from "../../src/rules/rule-set.ts";
import type { SourceClients } from "../../src/sources/index.ts";
import {
  createNamedSources,
  createRecordSources,
  type RecordsOptions,
  sourceMembers,
} from "../../src/sources/index.ts";
import type { Source } from "../../src/sources/source.ts";
import { openStore } from "../../src/store/store.ts";
import type { WatchedRecord } from "../../src/upstreams/record.ts";
import { recordSetsOf } from "../../src/upstreams/record-sets.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

const startAt = Date.parse("2026-01-05T09:00:00Z");
const dayMs = 86_400_000;

const prices: RecordsOptions = {
  name: "prices",
  set: recordSetsOf().get("market/equities/bars/daily") as RecordsOptions["set"],
  key: ["code", "date"],
  compare: ["close"],
  tolerance: {},
  query: { date: { last: 3 } },
};

/** Settings that watch the set of records beside the built-in sources. */
export const lifeSettings = {
  recordSources: [{ ...prices, from: "market/equities/bars/daily" }],
} as unknown as Parameters<typeof standingAnswers>[0];

export interface Life {
  /** The day that it is, YYYY-MM-DD. */
  day(): string;
  nextDay(): void;
  /** The service of a source shows these items from now on. */
  show(source: string, items: readonly unknown[]): void;
  /** Polls a source, and commits what it found; answers the entries, none where the commit fails. */
  poll(source: string, fate?: "written" | "fails"): Promise<readonly LogEntry[]>;
  /** Closes and opens the database. */
  restart(): Promise<void>;
  readonly standing: ActiveStanding;
  /** Makes other rules the active ones. */
  edit(rules: CompiledRules): Promise<void>;
  /** Everything of before today leaves the log. */
  prune(): void;
  /** What stands, read from the database anew. */
  anew(): Promise<ActiveStanding>;
  close(): void;
  readonly path: string;
}

export async function liveWith(first: CompiledRules): Promise<Life> {
  let rules = first;
  const path = join(tmpFolder(), "life.db");
  let now = startAt;
  const answers = standingAnswers(lifeSettings);
  const today = () => new Date(now + 9 * 3_600_000).toISOString().slice(0, 10);
  const { sources, show } = services(today);
  const aging = () => ({ fold: foldStanding(answers) });
  const open = () => openStore(path, { now: () => now, epoch: () => "life", isPassing: true, aging });
  let store = open();
  const ready = async () => {
    const standing = createActiveStanding(() => rules, answers, store);
    await standing.waiting();
    return standing;
  };
  let standing = await ready();
  return {
    path,
    day: today,
    nextDay() {
      now += dayMs;
    },
    show,
    async poll(name, fate = "written") {
      now += 60_000;
      const source = sources(name);
      const state = store.state(name);
      const { answer } = await source.poll({ state, signal: new AbortController().signal });
      const { drafts, put, drop, cursor, baselined } = atOnce(source.diff(answer, state));
      const news = baselined ? [sourceNews("source.baselined", name, { ...baselined })] : [];
      const write = { name, put, drop, cursor, outage: null, successAt: now };
      const house = {
        store,
        standing,
        rules: () => rules,
        unmailed: () => [],
        calendar: () => weekdaysOnly,
        now: () => now,
      };
      const { batch } = judge({ drafts: [...news, ...drafts], batch: { source: write } }, house as never);
      if (fate === "fails") {
        standing.takeBack();
        return [];
      }
      try {
        store.commit(batch);
      } catch (error) {
        if (error instanceof StoreError) standing.takeBack();
        throw error;
      }
      standing.keep();
      return batch.entries;
    },
    edit: (next) =>
      new Promise((resolve) => {
        standing.activate(next, () => {
          rules = next;
          resolve();
        });
      }),
    prune() {
      const before = Date.parse(`${today()}T00:00:00+09:00`);
      store.prune({ before });
    },
    async restart() {
      store.close();
      store = open();
      standing = await ready();
    },
    get standing() {
      return standing;
    },
    anew: ready,
    close: () => store.close(),
  };
}

/** The sources, each on a stage of its own. */
function services(today: () => string) {
  const clock = { now: () => 0, elapsed: () => 0, after: () => () => {} };
  const clocks = { clock, today: { forum: today, market: today, statistics: today } };
  const stages = new Map(sourceMembers.map((member) => [member.name, member.testing.stage(undefined)]));
  let shown: readonly WatchedRecord[] = [];
  const records = createRecordSources(
    [prices],
    recordClients(prices.set, () => shown),
    clocks,
  )[0] as Source;
  return {
    show(name: string, items: readonly unknown[]) {
      if (name === prices.name) shown = showRecords(shown, items as WatchedRecord[], prices.set);
      else stages.get(name)?.show(items);
    },
    sources(name: string): Source {
      if (name === prices.name) return records;
      const stage = stages.get(name);
      const clients = stage?.clients as SourceClients;
      return createNamedSources({ [name]: stage?.options() }, clients, clocks)[0] as Source;
    },
  };
}
