/** Changes that come into the pipeline besides polls: the monitor's own news, and the moments at which rules are due. */
import { Subject } from "rxjs";
import type { Clock } from "../lib/clock.ts";
import type { EventDraft } from "../model/event.ts";
import type { StoreDamage } from "../model/news-items.ts";
import { type Damage, damageWords } from "../model/store-faults.ts";
import type { Change, Committed } from "./change.ts";

export interface News {
  /** Stream of changes that the pipeline takes in. */
  readonly news$: Subject<Change>;
  /** Commits a change, where that works; what could not be written is reported like any other. */
  give(change: Change): void;
  /** Commits a change before it returns. Throws the StoreError where that could not be written. */
  tell(change: Change): void;
  /** To be called with all that the pipeline committed. */
  committed(committed: Committed): void;
}

export function createNews(): News {
  const news$ = new Subject<Change>();
  const committed$ = new Subject<Committed>();
  const give = (change: Change): void => news$.next(change);
  return {
    news$,
    give,
    tell(change) {
      const answers: Committed[] = [];
      // From a change to its commit nothing waits, so the answer is there once it was given.
      const heard = committed$.subscribe((one) => void (one.change === change && answers.push(one)));
      give(change);
      heard.unsubscribe();
      const [answer] = answers;
      if (answer === undefined) throw new Error("no pipeline runs that takes news");
      if (answer.error) throw answer.error;
    },
    committed: (committed) => committed$.next(committed),
  };
}

/** The longest wait at once: the system's clock may be set meanwhile, and timers have a limit. */
const longestMs = 60_000;
/** Where a moment has come and nothing could be written, it is tried again after this. */
const againMs = 1_000;

export interface DueMemories {
  /** To be called after each commit that may have changed what is due. */
  look(): void;
  stop(): void;
}

/**
 * Wakes the pipeline when time alone makes something of the state of a rule.
 * @param nextDue when the next memory is due, ms since 1970; undefined: none is
 * @param wake has the pipeline evaluate what is due
 */
export function watchDueMemories(
  nextDue: () => number | undefined,
  clock: Clock,
  wake: () => void,
): DueMemories {
  let cancel: (() => void) | undefined;
  let stopped = false;
  const look = (leastMs: number): void => {
    cancel?.();
    cancel = undefined;
    const due = stopped ? undefined : nextDue();
    if (due === undefined) return;
    const wait = Math.min(longestMs, Math.max(leastMs, due - clock.now()));
    cancel = clock.after(wait, () => {
      cancel = undefined;
      if (due <= clock.now()) wake();
      // A state that was due and is due still could not be written.
      if (cancel === undefined) look(againMs);
    });
  };
  return {
    look: () => look(0),
    stop() {
      stopped = true;
      cancel?.();
    },
  };
}

// The news that something stored is damaged; what is left of it goes with the same commit.

/** Consequences of each kind of damage, for people. */
const consequences = {
  log: "They are not sent to anybody; readers of the feed are informed of the gap.",
  items: "The source starts again: its next poll stores a new baseline without events.",
  hold: "It is held no more: the next poll finds the rewrite again, and holds it back again.",
  memories: "They start again: open counts, windows and sequences are lost.",
  cooldowns: "An alert may come again within its cooldown.",
  mails: "They are not sent.",
  silences:
    "Alerts that were silenced come again. Look at `yagura silence list`, and set again what is missing there.",
  alerts:
    "Lost ones start again: the next alert counts as the first, in a new thread, and caps count from zero. Alerts that waited in a lost group, or for a lost alert, are sent now.",
  notices:
    "Mails that waited for a group, a digest or the end of a silence may lack some alerts; all are on the feed. `yagura why` cannot say everything.",
  consumers: "Consumers whose position is lost get a gap when they reconnect, and start with new entries.",
  devices: "Lost ones get no messages: open the page on each, and sign it up again under Settings.",
  notes: "They are made again: news about rules, drift or the calendar may come twice.",
  history: "`yagura why` cannot say everything.",
  file: "Look at the disk, and at the database with `yagura verify`.",
} as const satisfies Record<Damage["part"], string>;

export function damagedChange(damages: readonly Damage[]): Change {
  return { drafts: damages.map(damageNews), batch: { damaged: damages } };
}

function damageNews(damage: Damage): EventDraft {
  const { part } = damage;
  const now: StoreDamage = {
    what: part,
    ...("source" in damage ? { source: damage.source } : {}),
    ...("rule" in damage && damage.rule !== undefined ? { rule: damage.rule } : {}),
    ...(damage.part === "log"
      ? { first: damage.from, last: damage.to, items: damage.to - damage.from + 1 }
      : {}),
    ...(damage.part === "mails" && damage.ids.length > 0 ? { items: damage.ids.length } : {}),
    message: `Damaged in the database: ${damageWords(damage)}. ${consequences[part]}`,
  };
  return { type: "store.damaged", source: "/store", subject: now.source ?? now.rule ?? part, data: { now } };
}
