/** The house of one test: the real pipeline, store, mails and feed, on a clock and services that the test moves. */
import { join } from "node:path";
import { Subject } from "rxjs";
import type { Config } from "../../config/config.ts";
import { quarantineDefaults } from "../../config/sources.ts";
import type { Tick } from "../../lib/cron.ts";
import type { CommitBatch } from "../../model/commit.ts";
import type { LogEntry } from "../../model/event.ts";
import type { MailDraft } from "../../model/mail.ts";
import type { RuleSet } from "../../model/rule.ts";
import type { Suppression } from "../../model/suppression.ts";
import { createTradingCalendar, type TradingCalendar } from "../../model/trading-calendar.ts";
import type { Committed } from "../../pipeline/commit.ts";
import type { Change } from "../../pipeline/diff.ts";
import { createPauses } from "../../pipeline/pauses.ts";
import { openStore, type Store } from "../../store/store.ts";
import { alertMails } from "../alert-mails.ts";
import { eventTypesOf } from "../record-sources.ts";
import { Refused, refusing } from "../refused.ts";
import { dueOf } from "../watched-sources.ts";
import { type SourceName, sourceNames } from "./answers.ts";
import { createScriptedSource } from "./scripted-source.ts";
import { createServices, type Services } from "./services.ts";
import { createSubscriber } from "./subscriber.ts";
import type { WrittenTest } from "./test-file-schema.ts";

/** What was committed. */
export interface Committings {
  readonly entries: readonly LogEntry[];
  readonly mails: readonly MailDraft[];
  readonly suppressions: readonly Suppression[];
}

export interface HouseParts {
  readonly config: Config;
  readonly rules: RuleSet;
  /** Of the database; a new one is made. */
  readonly folder: string;
}

/** @param now ms since 1970 */
export function openHouse(test: WrittenTest, { config, rules, folder }: HouseParts, now: () => number) {
  const clock = { now, after: () => () => {} };
  const calendar = calendarOf(test);
  const store = refusing(() => openStore(join(folder, "test.db"), { now, epoch: () => "test" }));
  const brought = collecting(store);
  const subscriber = createSubscriber(store.log, eventTypesOf(config), test.subscribe);
  const services = createServices();
  const polled = new Map<string, (error?: unknown) => void>();
  const house = {
    sources: sourceNames.map((name) => watchedSource(name, { config, services, clock })),
    news$: new Subject<Change>(),
    store: brought.store,
    outputs: [{ name: "feed", start: async () => {}, stop: async () => {}, wake: subscriber.wake }],
    rules: () => rules,
    mails: alertMails({ ...config.email, feedUrl: "http://127.0.0.1/", simulated: () => false }),
    calendar: () => calendar,
    now,
    signal: new AbortController().signal,
    report({ change, error }: Committed) {
      // The temporary folder is full.
      if (error) throw new Refused(error.message);
      if (change.poll) polled.get(change.poll.watched.source.name)?.();
    },
  };
  return { house, store, subscriber, services, brought, polled };
}

function calendarOf({ calendar: { closed, open } }: WrittenTest): TradingCalendar {
  const days = [...closed.map((day) => [day, false] as const), ...open.map((day) => [day, true] as const)];
  return createTradingCalendar(new Map(days));
}

interface Watching {
  readonly config: Config;
  readonly services: Services;
  readonly clock: Parameters<typeof createScriptedSource>[3];
}

function watchedSource(name: SourceName, { config, services, clock }: Watching) {
  const settings = config.sources[name];
  const source = createScriptedSource(name, config.sources, services, clock);
  return {
    source,
    ticks$: new Subject<Tick>(),
    pauses: createPauses(),
    quarantine: settings?.quarantine ?? quarantineDefaults,
    due: settings && dueOf(settings),
  };
}

/** The store, and what was committed to it. */
function collecting(store: Store) {
  let batches: CommitBatch[] = [];
  const commit = (batch: CommitBatch): void => {
    store.commit(batch);
    batches.push(batch);
  };
  return {
    store: { ...store, commit },
    take(): Committings {
      const taken = batches;
      batches = [];
      return {
        entries: taken.flatMap(({ entries }) => entries),
        mails: taken.flatMap(({ mails }) => mails),
        suppressions: taken.flatMap(({ suppressions = [] }) => suppressions),
      };
    },
  };
}
