/** The kept life of alerts as one step sees and changes it: its own changes lie over what is kept, and are written at its end. */
import type { AlertMemory, AlertStateBodies, AlertStateKind, AlertStateWrite } from "../model/alerts.ts";
import { keyOf } from "../model/alerts.ts";

export interface Book {
  get<Kind extends AlertStateKind>(kind: Kind, key: string): AlertStateBodies[Kind] | undefined;
  all<Kind extends AlertStateKind>(kind: Kind): readonly AlertStateBodies[Kind][];
  /** Takes the place of what was kept; without a body it is gone. */
  put(write: AlertStateWrite): void;
  /** Keys of the groups that are due at a moment, the longest due first. */
  dueGroups(at: number): readonly string[];
  readonly waiting: AlertMemory["waiting"];
  writes(): readonly AlertStateWrite[];
}

export function createBook(memory: AlertMemory): Book {
  const changed = new Map<string, AlertStateWrite>();
  const placeOf = (kind: AlertStateKind, key: string) => keyOf(kind, key);
  const get = <Kind extends AlertStateKind>(kind: Kind, key: string): AlertStateBodies[Kind] | undefined => {
    const write = changed.get(placeOf(kind, key));
    if (write === undefined) return memory.state(kind, key);
    return write.body as AlertStateBodies[Kind] | undefined;
  };
  return {
    get,
    all<Kind extends AlertStateKind>(kind: Kind) {
      const bodies = new Map<string, AlertStateBodies[Kind] | undefined>();
      for (const { key, body } of memory.states(kind)) bodies.set(key, body);
      for (const write of changed.values())
        if (write.kind === kind) bodies.set(write.key, write.body as AlertStateBodies[Kind] | undefined);
      return [...bodies.values()].filter((body) => body !== undefined);
    },
    put: (write) => void changed.set(placeOf(write.kind, write.key), write),
    dueGroups(at) {
      const due = new Map<string, number>();
      for (const { kind, key, due: when } of memory.due(at)) if (kind === "group") due.set(key, when);
      for (const { kind, key, body, due: when } of changed.values()) {
        if (kind !== "group") continue;
        if (body === undefined || when === undefined || when > at) due.delete(key);
        else due.set(key, when);
      }
      // In the order of their times; of one time, in the order in which they were found.
      return [...due].sort(([, a], [, b]) => a - b).map(([key]) => key);
    },
    waiting: memory.waiting,
    writes: () => [...changed.values()],
  };
}
