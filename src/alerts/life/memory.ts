/** The life of alerts in memory, in the place of the store's tables: for replays, which write nothing. */

import { createHeap, createPairMap } from "../../lib/collections.ts";
import {
  type AlertMemory,
  type AlertStateBodies,
  type AlertStateKind,
  type AlertStateWrite,
  type AlertWrites,
  type DueAlertState,
  type KeptAlertState,
  mostAlertStates,
  type Notice,
  type NoticesEnd,
} from "../../model/alerts.ts";

/** Answers as the store does after the same writes. */
export interface KeptAlerts extends AlertMemory {
  keep(writes: AlertWrites): void;
}

export function createAlertMemory(): KeptAlerts {
  const states = createStates();
  const notices = createWaiting();
  return {
    ...states.reading,
    waiting: notices.waiting,
    waitingGroups: notices.waitingGroups,
    keep(writes) {
      states.write(writes.states);
      for (const notice of writes.notices) notices.put(notice);
      for (const end of writes.ends) notices.end(end);
    },
  };
}

interface State {
  readonly body: unknown;
  readonly due: number | undefined;
}

function createStates() {
  // Each kind in the order of writing.
  const kinds = new Map<AlertStateKind, Map<string, State>>();
  const dues = createDues((kind, key) => kinds.get(kind)?.get(key)?.due);
  const put = ({ kind, key, body, due }: AlertStateWrite): void => {
    const kept = kinds.get(kind) ?? new Map<string, State>();
    kinds.set(kind, kept);
    const before = kept.get(key)?.due;
    kept.delete(key);
    if (body === undefined) return;
    kept.set(key, { body, due });
    if (due !== undefined && due !== before) dues.add({ kind, key, due });
  };
  const forgetOldest = (kind: AlertStateKind): void => {
    const kept = kinds.get(kind);
    for (const oldest of kept?.keys() ?? []) {
      if ((kept?.size ?? 0) <= mostAlertStates) return;
      kept?.delete(oldest);
    }
  };
  const reading: Omit<AlertMemory, "waiting" | "waitingGroups"> = {
    state: <Kind extends AlertStateKind>(kind: Kind, key: string) =>
      kinds.get(kind)?.get(key)?.body as AlertStateBodies[Kind] | undefined,
    states: <Kind extends AlertStateKind>(kind: Kind) =>
      [...(kinds.get(kind) ?? [])]
        .map(([key, { body }]) => ({ key, body: body as AlertStateBodies[Kind] }))
        .sort((one, other) => compareBytes(one.key, other.key)),
    oldest<Kind extends AlertStateKind>(kind: Kind, most: number) {
      const found: KeptAlertState<Kind>[] = [];
      for (const [key, { body }] of kinds.get(kind) ?? []) {
        if (found.length === most) break;
        found.push({ key, body: body as AlertStateBodies[Kind] });
      }
      return found;
    },
    count: (kind) => kinds.get(kind)?.size ?? 0,
    due: dues.due,
    nextDue: dues.next,
  };
  return {
    reading,
    write(writes: readonly AlertStateWrite[]): void {
      for (const write of writes) put(write);
      for (const kind of new Set(writes.map((write) => write.kind))) forgetOldest(kind);
    },
  };
}

/** @param dueOf when a state is due by now */
function createDues(dueOf: (kind: AlertStateKind, key: string) => number | undefined) {
  // A state that was put off or is gone stays until its turn comes.
  const heap = createHeap<DueAlertState>((one, other) => compareDue(one, other) < 0);
  const first = (): DueAlertState | undefined => {
    for (let next = heap.first(); next !== undefined; next = heap.first()) {
      if (dueOf(next.kind, next.key) === next.due) return next;
      heap.drop();
    }
    return undefined;
  };
  return {
    add: heap.add,
    next: () => first()?.due,
    due(at: number, most = Number.MAX_SAFE_INTEGER): DueAlertState[] {
      const found: DueAlertState[] = [];
      for (let next = first(); next !== undefined && next.due <= at; next = first()) {
        const last = found.at(-1);
        // One that was put off and back is in there twice.
        if (last === undefined || compareDue(last, next) !== 0) {
          if (found.length === most) break;
          found.push(next);
        }
        heap.drop();
      }
      // They are due until what became of them is kept.
      for (const state of found) heap.add(state);
      return found;
    },
  };
}

function compareDue(one: DueAlertState, other: DueAlertState): number {
  return one.due - other.due || compareBytes(one.kind, other.kind) || compareBytes(one.key, other.key);
}

/** Before it, units are in the order of their bytes; with it the pairs begin, which come after all others. */
const firstOfPairs = 0xd800;

/** Orders texts as the database does. */
function compareBytes(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length);
  for (let at = 0; at < shorter; at += 1) {
    const [unit, beside] = [one.charCodeAt(at), other.charCodeAt(at)];
    if (unit === beside) continue;
    if (unit < firstOfPairs && beside < firstOfPairs) return unit - beside;
    return Buffer.compare(Buffer.from(one), Buffer.from(other));
  }
  return one.length - other.length;
}

function createWaiting() {
  const groups = createPairMap<Notice[]>();
  return {
    put(notice: Notice): void {
      if (notice.state !== "waiting") return;
      const group = groups.get(notice.receiver, notice.group);
      if (group === undefined) groups.set(notice.receiver, notice.group, [notice]);
      else group.push(notice);
    },
    end({ receiver, group, reason }: NoticesEnd): void {
      const left = groups
        .get(receiver, group)
        ?.filter((notice) => notice.reason !== (reason ?? notice.reason));
      if (left === undefined || left.length === 0) groups.delete(receiver, group);
      else groups.set(receiver, group, left);
    },
    waiting(receiver: string, group: string, most: number): ReturnType<AlertMemory["waiting"]> {
      const all = groups.get(receiver, group) ?? [];
      const inOrder = [...all].sort((a, b) => a.gravity - b.gravity || a.alertSeq - b.alertSeq);
      return { all: all.length, first: inOrder.slice(0, most) };
    },
    waitingGroups(): ReturnType<AlertMemory["waitingGroups"]> {
      const waiting = groups.values().flatMap((notices) => notices.slice(0, 1));
      return waiting
        .map(({ receiver, group }) => ({ receiver, group }))
        .sort((a, b) => compareBytes(a.receiver, b.receiver) || compareBytes(a.group, b.group));
    },
  };
}
