/** Checks a whole database, beside a running monitor or at rest. Nothing is written and no lock taken. */
import { Refused } from "../../lib/problem.ts";
import type { PutBack } from "../../model/event.ts";
import type { RuleMeaning } from "../../model/rule.ts";
import { type Damage, StoreError } from "../../model/store-faults.ts";
import { openVerifier, type StoreCounts, type Verifier } from "../../store/damage/verifier.ts";

export interface Verified {
  readonly ok: boolean;
  readonly file: string;
  /** How many entries the log has. */
  readonly entries: number;
  /** The last of them. */
  readonly last?: number;
  readonly epoch?: string | undefined;
  readonly counts?: StoreCounts;
  /** Left out where there are no rules to compare with, or nothing is remembered. */
  readonly memories?: MemoriesFit;
  /** Where it is not the one that was told of last. */
  readonly putBack?: PutBack;
  readonly damaged: readonly Damage[];
}

/** Whether what rules remember fits the rules as they are now; what does not is forgotten when they are loaded. */
interface MemoriesFit {
  /** How many rules it fits. */
  readonly fit: number;
  /** Rules that mean something else now. */
  readonly changed: readonly string[];
  /** Rules that are not there any more. */
  readonly gone: readonly string[];
}

interface VerifyOptions {
  /** What the rules mean now, by their names. */
  readonly meanings?: ReadonlyMap<string, string> | undefined;
  /** Entries that were looked at, of all. */
  readonly tell?: (read: number, all: number) => void;
  readonly signal?: AbortSignal;
}

/** How long others may have to wait for their turn. */
const turnMs = 100;

/**
 * Throws Refused where there is no file, or one that is not Yagura's or of another version, and the reason of the
 * signal. A file that is too damaged to be opened is found damaged.
 */
export async function verifyStore(
  file: string,
  { meanings, tell = () => {}, signal }: VerifyOptions = {},
): Promise<Verified> {
  let verifier: Verifier | undefined;
  try {
    verifier = openVerifier(file);
    // A part of many scopes is named once.
    const found = new Map<string, Damage>();
    let turn = performance.now();
    for (const slice of verifier.slices(tell)) {
      for (const damage of slice) found.set(JSON.stringify(damage), damage);
      if (performance.now() - turn < turnMs) continue;
      await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
      turn = performance.now();
    }
    const damaged = [...found.values()];
    const { entries, last, epoch, counts, putBack } = verifier;
    return {
      ok: damaged.length === 0 && putBack === undefined,
      ...{ file, entries, last, epoch, counts },
      ...(meanings && { memories: memoriesFit(verifier.meanings, meanings) }),
      ...(putBack && { putBack }),
      damaged,
    };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    if (error.fault !== "damaged") throw new Refused(error.message);
    const message = reasonOf(error, file);
    return { ok: false, file, entries: 0, damaged: [{ part: "file", message }] };
  } finally {
    verifier?.close();
  }
}

function reasonOf({ message }: StoreError, file: string): string {
  const reason = message.startsWith(`${file}: `) ? message.slice(file.length + 2) : message;
  return `${reason}: it cannot be opened`;
}

function memoriesFit(remembered: readonly RuleMeaning[], meanings: ReadonlyMap<string, string>): MemoriesFit {
  const outdated = remembered.filter(({ rule, meaning }) => meanings.get(rule) !== meaning);
  const named = (isThere: boolean) =>
    [...new Set(outdated.map(({ rule }) => rule).filter((rule) => meanings.has(rule) === isThere))].sort();
  return { fit: remembered.length - outdated.length, changed: named(true), gone: named(false) };
}
