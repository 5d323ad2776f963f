/**
 * The check of what is stored before the first poll, a slice at a time on a connection that sees one moment, and the
 * damage that was found and is not told yet.
 */
import type { Damage } from "../../model/store-faults.ts";
import { openDatabaseReader } from "../database.ts";
import { guarded } from "../sqlite-error.ts";
import { createTables } from "../tables/tables.ts";
import { checkTables, stateTables } from "./check.ts";

export interface StartCheck {
  /** Makes polls wait until the check is over. */
  begin(): void;
  /** Goes on with the check for about this time; returns whether there is more. Throws a StoreError if the file cannot be read at all. */
  step(ms: number): boolean;
  /** Looks at all of it once more, at once. */
  again(): void;
  /** Lets polls begin: the findings were told. */
  end(): void;
  /** Resolves at the end; undefined where nothing is to be waited for. */
  waiting(): Promise<void> | undefined;
}

export function createStartCheck(path: string, damages: Pick<Damages, "add">): StartCheck {
  let slices: ReturnType<typeof checkTables> | undefined;
  let close = () => {};
  let over: { promise: Promise<void>; resolve: () => void } | undefined;
  const open = () => {
    const db = openDatabaseReader(path);
    // A row that is committed meanwhile belongs to no total that was read before.
    db.exec("BEGIN");
    return { slices: checkTables(db, createTables(db), stateTables), close: () => void db.close() };
  };
  return {
    begin() {
      let resolve = () => {};
      const promise = new Promise<void>((done) => {
        resolve = done;
      });
      over = { promise, resolve };
    },
    step(ms) {
      const until = performance.now() + ms;
      return guarded(path, () => {
        if (slices === undefined) ({ slices, close } = open());
        do {
          const { value, done } = slices.next();
          if (done === true) {
            close();
            return false;
          }
          for (const damage of value) damages.add(damage);
        } while (performance.now() < until);
        return true;
      });
    },
    again() {
      const whole = open();
      for (const found of whole.slices) for (const damage of found) damages.add(damage);
      whole.close();
    },
    end() {
      close();
      over?.resolve();
      over = undefined;
    },
    waiting: () => over?.promise,
  };
}

/** Damage that was found and not told yet; each part is told once until it was mended. */
export interface Damages {
  /** Takes what was found; what waits already is not taken twice. */
  add(damage: Damage): void;
  /** All that waits, which then waits no more, but is not taken again until it was mended. */
  take(): Damage[];
  /** It was told, and is gone. */
  mended(damages: readonly Damage[]): void;
  /** It could not be told: it waits again. */
  putBack(damages: readonly Damage[]): void;
  /** Called when something new waits; at most one listener. */
  listen(call: () => void): void;
}

export function createDamages(): Damages {
  const known = new Set<string>();
  let waiting: Damage[] = [];
  let heard = () => {};
  return {
    add(damage) {
      const name = JSON.stringify(damage);
      if (known.has(name)) return;
      known.add(name);
      waiting.push(damage);
      heard();
    },
    take() {
      const taken = waiting;
      waiting = [];
      return taken;
    },
    mended(damages) {
      // The log and the file stay as they are: that is not told again.
      for (const damage of damages)
        if (damage.part !== "log" && damage.part !== "file") known.delete(JSON.stringify(damage));
    },
    putBack(damages) {
      waiting.unshift(...damages);
    },
    listen(call) {
      heard = call;
    },
  };
}
