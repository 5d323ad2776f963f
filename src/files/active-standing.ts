/**
 * What stands, for the active rules: read from what is stored when rules begin to name it, in parts so that nothing
 * waits, and kept up by each commit from then on.
 */
import type { Config } from "../config/config.ts";
import { recordsOptions } from "../config/services.ts";
import { nextTurn } from "../lib/turns.ts";
import type { TradingCalendar } from "../model/dates.ts";
import type { Event } from "../model/event.ts";
import type { RuleSet } from "../model/rule.ts";
import type { SilentChange, Standing, StandingAnswers, StandingPlan } from "../model/standing.ts";
import { DamagedState, StoreError } from "../model/store-faults.ts";
import type { House } from "../pipeline/house.ts";
import { isNewest, type StoredChange, sourceOf, storedChange } from "../pipeline/standing/changes.ts";
import { keepStanding } from "../pipeline/standing/keep-standing.ts";
import { sourceMembers, standingRecords } from "../sources/index.ts";
import type { Store } from "../store/store.ts";

/** The answers of the sources about their items, by name; of a source that is not known nothing stands. */
export function standingAnswers(
  settings: Pick<Config, "recordSources">,
): (source: string) => StandingAnswers | undefined {
  const own = sourceMembers.map(({ name, standing }) => [name, standing] as const);
  const records = recordsOptions(settings).map(
    (options) => [options.name, standingRecords(options)] as const,
  );
  const answers = new Map<string, StandingAnswers>([...own, ...records]);
  return (source) => answers.get(source);
}

/** Names the item of a source's event, by what its source answers; undefined: the event is about no item. */
export function itemKeys(settings: Pick<Config, "recordSources">): (event: Event) => string | undefined {
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
  const prepared = new Map<string, Prepared>();
  let isStopped = false;
  /** Resolves when all that was given so far is active; undefined: it is. */
  let turn: Promise<void> | undefined;
  const activeOf = (set: RuleSet): Prepared | undefined => set.standing && prepared.get(set.standing.id);
  const now = () => activeOf(rules())?.standing;
  const prepare = (set: RuleSet): Promise<void> | undefined => {
    const plan = set.standing;
    if (plan === undefined) return undefined;
    const known = prepared.get(plan.id) ?? begin(plan);
    return known.isWhole ? undefined : known.whole;
  };
  /** Resolves when what stood before is kept with the log; undefined: it is. */
  let baseline = keepBaseline({ answers, store, isStopped: () => isStopped })?.then(() => {
    baseline = undefined;
  });
  const begin = (plan: StandingPlan): Prepared => {
    const standing = plan.create(calendar?.());
    const whole = read(standing, plan.sources, { answers, store, isStopped: () => isStopped });
    const done = () => {
      made.isWhole = true;
    };
    const made: Prepared = { standing, isWhole: false, whole: whole.then(done) };
    prepared.set(plan.id, made);
    return made;
  };
  const forgetOthers = () => {
    // A state that is being made ready for the next edit stays.
    if (turn !== undefined) return;
    const { standing } = rules();
    for (const id of prepared.keys()) if (id !== standing?.id) prepared.delete(id);
  };
  const all = () => [...prepared.values()].map(({ standing }) => standing);
  return {
    ...keepStanding({ answers, all, now, store }),
    waiting: () => baseline ?? prepare(rules()),
    activate(set, activate) {
      const ready = set && prepare(set);
      const finish = () => {
        if (isStopped) return;
        activate();
        forgetOthers();
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
      await readStored(name, own, { answers, store, isStopped }, (changes) => commit(changes));
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
  readonly store: Pick<Store, "state" | "walk">;
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
async function readStored(
  source: string,
  own: StandingAnswers,
  { store, isStopped }: Reading,
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
