/** Copies of a life's database on other machines: each does what the shared log has, as that would come over a network. */
import { agingOf } from "../../src/app/aging.ts";
import type { Shared } from "../../src/app/shared.ts";
import type { Config } from "../../src/config/config.ts";
import { StoreError } from "../../src/model/store-faults.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { plainWrite, writeOf } from "../../src/store/write.ts";

const none = { placed: () => {}, undone: () => {} };
const follows = {
  ...none,
  append() {
    throw new StoreError("another machine writes");
  },
};

export interface Copies {
  /** What the monitor has of them that writes. */
  readonly shared: Shared;
  /** Writes that they did. */
  places(): number;
  /** The copy at a path: closed, and no copy any more. */
  release(path: string): void;
  /** What was the writer's, at a path, follows from now on. */
  follow(path: string): void;
  close(): void;
}

/** @param paths of the copies, which begin with nothing */
export function openCopies(paths: readonly string[], epoch: string, config: Config): Copies {
  let places = 0;
  const aging = agingOf(config);
  const open = (path: string) =>
    openStore(path, { now: () => 0, epoch: () => epoch, aging, journal: follows });
  const copies = new Map<string, Store>(paths.map((path) => [path, open(path)]));
  return {
    shared: {
      journal: {
        ...none,
        append(write) {
          const text = JSON.stringify(plainWrite(write));
          places += 1;
          // All have what came before: who wrote, too.
          for (const copy of copies.values()) copy.follow(writeOf(JSON.parse(text)), places);
          return places;
        },
      },
      consumers: {},
      over: new Promise(() => undefined),
      confirm: () => {},
      spoiled: () => {},
      standing: {
        now: () => ({ name: "one", part: "writer", term: 1, place: places, behind: 0 }),
        measures: [],
      },
      serve: () => async () => undefined,
    },
    places: () => places,
    release(path) {
      copies.get(path)?.close();
      copies.delete(path);
    },
    follow(path) {
      copies.set(path, open(path));
    },
    close() {
      for (const copy of copies.values()) copy.close();
    },
  };
}
