/** News about the database itself: what is damaged in it, and that another one was put in its place. */
import { systemClock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import type { PutBack } from "../model/event.ts";
import type { StoreNews } from "../model/news-items.ts";
import { type Damage, damageWords, StoreError } from "../model/store-faults.ts";
import { outputMembers } from "../outputs/index.ts";
import type { Change } from "../pipeline/change.ts";
import { damagedChange } from "../pipeline/news.ts";
import { putBackTold } from "../store/put-back.ts";
import type { Store } from "../store/store.ts";

/** Under this key the database remembers which damage that stays was told. */
const toldKey = "damage.told";
const mostTold = 200;
/** Where it could not be told. */
const againMs = 5_000;
/** How long the look at the start holds everything else up, at first and between two turns. */
const firstSliceMs = 20;
const sliceMs = 5;

interface DamageWatch {
  /** Looks at what is stored before the first poll, and tells from now on; the answer ends it. */
  start(): () => void;
}

interface DamageParts {
  /** Commits news; throws a StoreError where it could not. */
  tell(change: Change): void;
  /** Called instead where others have a copy that is whole; left out: nobody has. */
  readonly spoiled?: (() => void) | undefined;
  readonly log: Log;
}

/** Makes polls wait until `start` has looked. */
export function createDamageWatch(
  store: Pick<Store, "damages" | "startCheck" | "meta" | "log" | "outbox">,
  { tell, spoiled, log }: DamageParts,
): DamageWatch {
  const { damages, startCheck } = store;
  let cancel = (): void => undefined;
  const tellAll = (): void => {
    const found = damages.take();
    const told = toldBefore(store.meta.get(toldKey));
    const fresh = found.filter((damage) => !told.has(JSON.stringify(damage)));
    if (fresh.length === 0) return;
    const logAll = () => {
      for (const damage of fresh) log.error({ damage }, `damaged in the database: ${damageWords(damage)}`);
    };
    if (spoiled) {
      logAll();
      spoiled();
      return;
    }
    try {
      tell(changeOf(fresh, told, store));
      logAll();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      damages.putBack(fresh);
      cancel = systemClock.after(againMs, tellAll);
    }
  };
  const look = (ms: number): void => {
    if (stepped(store, ms, log)) {
      const turn = setImmediate(() => look(sliceMs));
      cancel = () => clearImmediate(turn);
      return;
    }
    tellAll();
    startCheck.end();
  };
  startCheck.begin();
  return {
    start() {
      look(firstSliceMs);
      // Damage that is read within a commit is told behind it.
      damages.listen(() => {
        cancel();
        cancel = systemClock.after(0, tellAll);
      });
      return () => {
        damages.listen(() => {});
        cancel();
        startCheck.end();
      };
    },
  };
}

/** Whether there is more to look at; a file that cannot be read at all is told by whoever writes it. */
function stepped({ startCheck }: Pick<Store, "startCheck">, ms: number, log: Log): boolean {
  try {
    return startCheck.step(ms);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    log.error({ error: error.message }, "what is stored could not be looked at");
    return false;
  }
}

function changeOf(
  damages: readonly Damage[],
  told: ReadonlySet<string>,
  { outbox, log }: Pick<Store, "outbox" | "log">,
): Change {
  const { drafts, batch } = damagedChange(damages);
  const ids = damages.flatMap((damage) => (damage.part === "mails" ? damage.ids : []));
  const lasting = damages
    .filter(({ part }) => part === "log" || part === "file")
    .map((one) => JSON.stringify(one));
  const remains = ids.flatMap(outbox.remains);
  const names = outputMembers.map(({ name }) => name);
  // A row that names no output may be anybody's: each knows its own.
  const ofOutputs = outputMembers.flatMap(({ name, queued }) => {
    const own = remains.filter(({ output }) => output === name || !names.includes(output));
    return queued?.damaged(own, log) ?? [];
  });
  const meta = { [toldKey]: JSON.stringify([...told, ...lasting].slice(-mostTold)) };
  return {
    drafts: [...drafts, ...ofOutputs],
    batch: { ...batch, ...(lasting.length > 0 ? { meta } : {}) },
  };
}

function toldBefore(written: string | undefined): Set<string> {
  return new Set(written === undefined ? [] : (JSON.parse(written) as string[]));
}

export interface PutBackNews {
  /** The news as noticed when this process began, for the health check. */
  readonly noticed: StoreNews | undefined;
  /** Tells it where it was not told yet; to be called again where that could not be written. */
  tell(): void;
}

/**
 * Tells that the database is not the one that was told of last: a copy was put back, or the end of its log is lost.
 */
export function createPutBackNews(
  store: Pick<Store, "putBack">,
  log: Pick<Log, "warn">,
  tell: (change: Change) => void,
): PutBackNews {
  const putBack = store.putBack();
  const noticed = putBack && storeNewsOf(putBack);
  if (noticed) log.warn({ ...noticed }, "the database was put back; the feed has a new epoch");
  return {
    noticed,
    tell() {
      const untold = store.putBack();
      if (untold) tell(putBackChange(untold));
    },
  };
}

export function putBackChange(putBack: PutBack): Change {
  const now = storeNewsOf(putBack);
  return {
    drafts: [{ type: "store.replaced", source: "/store", subject: "database", data: { now } }],
    batch: { meta: putBackTold },
  };
}

export function storeNewsOf({ reason, head, told }: PutBack): StoreNews {
  const what = {
    older: `The database ends at entry ${head}, or waits to send what was sent, though readers received entries up to ${told}: an older copy was put back, or its end is lost.`,
    another: `The database is not the one that readers saw last, up to entry ${told}: a copy was put back, or it comes from elsewhere.`,
    restored: `A backup was restored that ends at entry ${head}; readers received entries of the replaced database up to ${told}.`,
    adopted: `The servers of the cluster had lost what they had confirmed: the cluster began anew with this database, which ends at entry ${head}.`,
  };
  const message = `${what[reason]} The feed has a new epoch; notifications since the copy may be repeated.`;
  return { reason, head, told, message };
}
