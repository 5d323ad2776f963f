/**
 * What stands, for the active rules: read from what is stored when rules begin to name it, in parts so that nothing
 * waits, and kept up by each commit from then on.
 */
import type { Config } from "../config/config.ts";
import { type Declaring, recordsOptions } from "../config/services.ts";
import { nextTurn } from "../lib/turns.ts";
import type { TradingCalendar } from "../model/dates.ts";
import type { Event } from "../model/event.ts";
import type { RuleSet } from "../model/rule.ts";
import type {
  SilentChange,
  Standing,
  StandingAnswers,
  StandingPlan,
  StoredState,
} from "../model/standing.ts";
import { DamagedState, StoreError } from "../model/store-faults.ts";
import type { House } from "../pipeline/house.ts";
import { isNewest, type StoredChange, sourceOf, storedChange } from "../pipeline/standing/changes.ts";
import { keepStanding } from "../pipeline/standing/keep-standing.ts";
import { sourceMembers, standingRecords } from "../sources/index.ts";
import type { Store } from "../store/store.ts";

/** The answers of the sources about their items, by name; of a source that is not known nothing stands. */
export function standingAnswers(
  settings: Pick<Config, "recordSources"> & Declaring,
): (source: string) => StandingAnswers | undefined {
  const own = sourceMembers.map(({ name, standing }) => [name, standing] as const);
  const records = recordsOptions(settings).map(
    (options) => [options.name, standingRecords(options)] as const,
  );
  const answers = new Map<string, StandingAnswers>([...own, ...records]);
  return (source) => answers.get(source);
}

/** Names the item of a source's event, by what its source answers; undefined: the event is about no item. */
export function itemKeys(
  settings: Pick<Config, "recordSources"> & Declaring,
): (event: Event) => string | undefined {
  const answers = standingAnswers(settings);
  return (event) => {
    const source = sourceOf(event);
    // News of the source itself has none of its items.
    if (source === undefined || event.type.startsWith("source.")) return undefined;
    return answers(source)?.keyOf(event.data.now);
  };
}

export interface ActiveStanding extends NonNullable<House["standing"]> {
  /**
   * Makes ready what rules name, then makes them active: at once where all is there, and never before those that
   * were given earlier. Undefined: an edit that brings none.
   */
  activate(rules: RuleSet | undefined, activate: () => void): void;
  stop(): void;
}

interface Prepared {
  readonly standing: Standing;
  isWhole: boolean;
  readonly whole: Promise<void>;
}

/** @param rules those that are active now */
export function createActiveStanding(
  rules: () => RuleSet,
  answers: (source: string) => StandingAnswers | undefined,
  store: Pick<Store, "state" | "heldState" | "walk" | "sources" | "meta" | "commit">,
  calendar?: () => TradingCalendar,
): ActiveStanding {
  let isStopped = false;
  const reading = { answers, store, isStopped: () => isStopped };
  const prepared = createPrepared(reading, calendar);
  /** Resolves when all that was given so far is active; undefined: it is. */
  let turn: Promise<void> | undefined;
  /** Resolves when what stood before is kept with the log; undefined: it is. */
  let baseline = keepBaseline(reading)?.then(() => {
    baseline = undefined;
  });
  return {
    ...keepStanding({ answers, all: prepared.all, now: () => prepared.now(rules()), store }),
    waiting: () => baseline ?? prepared.prepare(rules()),
    activate(set, activate) {
      const ready = set && prepared.prepare(set);
      const finish = () => {
        if (isStopped) return;
        activate();
        // A state that is being made ready for the next edit stays.
        if (turn === undefined) prepared.keepOnly(rules());
      };
      if (ready === undefined && turn === undefined) return finish();
      const own = Promise.all([turn, ready]).then(() => {
        if (turn === own) turn = undefined;
        finish();
      });
      turn = own;
    },
    stop() {
      isStopped = true;
    },
  };
}

/** What stands for each plan that some rules bring, read once. */
function createPrepared(reading: Reading, calendar: (() => TradingCalendar) | undefined) {
  const prepared = new Map<string, Prepared>();
  const begin = (plan: StandingPlan): Prepared => {
    const standing = plan.create(calendar?.());
    const whole = read(standing, plan.sources, reading).then(() => {
      made.isWhole = true;
    });
    const made: Prepared = { standing, isWhole: false, whole };
    prepared.set(plan.id, made);
    return made;
  };
  return {
    /** Resolves when what the rules name is read; undefined: it is. */
    prepare({ standing: plan }: RuleSet): Promise<void> | undefined {
      if (plan === undefined) return undefined;
      const known = prepared.get(plan.id) ?? begin(plan);
      return known.isWhole ? undefined : known.whole;
    },
    now: ({ standing: plan }: RuleSet) => plan && prepared.get(plan.id)?.standing,
    all: () => [...prepared.values()].map(({ standing }) => standing),
    keepOnly({ standing: plan }: RuleSet): void {
      for (const id of prepared.keys()) if (id !== plan?.id) prepared.delete(id);
    },
  };
}

/** Key of the note that what stood before is kept with the log; empty: it is to be kept again. */
export const keptKey = "standing.kept";

interface Keeping extends Reading {
  readonly store: Pick<Store, "state" | "walk" | "sources" | "meta" | "commit">;
}

/**
 * Keeps what stands with the log where a version before did not: its past is not known, and a replay knows what stood
 * from here on. Undefined where that was done, or nothing stands yet.
 */
function keepBaseline({ answers, store, isStopped }: Keeping): Promise<void> | undefined {
  if (store.meta.get(keptKey)) return undefined;
  const sources = store.sources().filter(({ name }) => store.state(name).cursor !== undefined);
  const commit = (silent: readonly SilentChange[], meta: Readonly<Record<string, string>> = {}) =>
    store.commit({ entries: [], cooldowns: [], mails: [], silent, meta });
  const keepAll = async () => {
    for (const { name } of sources) {
      const own = answers(name);
      if (own === undefined) continue;
      commit([{ source: name, isKnown: true }]);
      await readStored(name, own, { store, isStopped }, (changes) => commit(changes));
    }
    if (!isStopped()) commit([], { [keptKey]: "yes" });
  };
  if (sources.length > 0) return keepAll().catch(passStoreFault);
  try {
    commit([], { [keptKey]: "yes" });
  } catch (error) {
    passStoreFault(error);
  }
  return undefined;
}

/** Tries again at the next start what cannot be read or written now. */
function passStoreFault(error: unknown): void {
  if (!(error instanceof StoreError) && !(error instanceof DamagedState)) throw error;
}

/** Items that are read at once: a few milliseconds. */
const atOnce = 50;

interface Reading {
  answers(source: string): StandingAnswers | undefined;
  readonly store: {
    state(source: string): Pick<StoredState, "cursor">;
    readonly walk: Store["walk"];
  };
  isStopped(): boolean;
}

/** Reads what stands in turns of their own. What is committed meanwhile comes to it by the commit. */
async function read(standing: Standing, sources: readonly string[], reading: Reading): Promise<void> {
  for (const source of sources) {
    const own = reading.answers(source);
    if (own === undefined) continue;
    try {
      await readSource(standing, source, own, reading);
    } catch (error) {
      // Its next poll finds the damage, tells it and begins anew.
      if (!(error instanceof DamagedState)) throw error;
      standing.forget(source);
    }
  }
}

async function readSource(
  standing: Standing,
  source: string,
  own: StandingAnswers,
  reading: Reading,
): Promise<void> {
  await readStored(source, own, reading, (changes, isKnown) => {
    for (const change of changes)
      if (isNewest(change, standing.datesOf(source, change.key), own)) standing.take(change);
    standing.know(source, isKnown);
  });
}

/** Reads the items that stand by what is stored, a part a turn. */
export async function readStored(
  source: string,
  own: StandingAnswers,
  { store, isStopped }: Omit<Reading, "answers">,
  take: (changes: readonly StoredChange[], isKnown: boolean) => void,
): Promise<void> {
  for (let after = { scope: "", key: "" }; !isStopped(); ) {
    await nextTurn();
    if (isStopped()) return;
    const { cursor } = store.state(source);
    const page = store.walk(source, after, atOnce);
    const changes = page.flatMap(({ body }) => storedChange(source, body, cursor, own) ?? []);
    take(changes, cursor !== undefined);
    const last = page.at(-1);
    if (last === undefined || page.length < atOnce) return;
    after = last;
  }
}
