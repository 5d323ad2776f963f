/** Reads what a source stored, as a whole or not at all. */
import { type Damage, DamagedState } from "../model/damage.ts";
import { StoreError } from "../model/store-error.ts";
import { isCorrupt, isDamage } from "./sqlite-error.ts";

/** The value where it is whole; else throws. */
export function intactState<T>(damage: Damage, isWhole: boolean, value: T): T {
  if (!isWhole) throw new DamagedState(damage);
  return value;
}

/** Throws a DamagedState where SQLite finds what is read damaged, a StoreError where the disk does not give it. */
export function readState<T>(damage: Damage, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (isCorrupt(error)) throw new DamagedState(damage);
    throw isDamage(error) ? new StoreError("what is stored cannot be read", error) : error;
  }
}

/** Reads; undefined if SQLite finds damage, which is then told. */
export function corruptAs<T>(
  damaged: (damage: Damage) => void,
  damage: Damage,
  read: () => T,
): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!isCorrupt(error)) throw error;
    damaged(damage);
    return undefined;
  }
}
