/** Damage that was found and not told yet; each part is told once until it was mended. */
import type { Damage } from "../model/damage.ts";

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
