/** Checks a whole database, beside a running monitor or at rest. Nothing is written and no lock taken. */
import { Refused } from "../../lib/problem.ts";
import type { PutBack } from "../../model/event.ts";
import type { RuleMeaning } from "../../model/rule.ts";
import { type Damage, damageWords, StoreError } from "../../model/store-faults.ts";
import { openVerifier, type StoreCounts, type Verifier } from "../../store/damage/verifier.ts";
import { storeNewsOf } from "../store-news.ts";

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

/** The findings for a person. */
export function verifiedLines(verified: Verified): string {
  const { ok, file, putBack, damaged } = verified;
  const lines = ok ? [`${file}: whole, ${contentWords(verified)}`] : [];
  for (const damage of damaged) {
    const { lost, follows } = damageMeanings[damage.part];
    lines.push(`${file}: damaged: ${damageWords(damage)}`, `    lost: ${lost}`, `    then: ${follows}`);
  }
  if (putBack) lines.push(`${file}: not the database that readers saw last: ${storeNewsOf(putBack).message}`);
  if (!ok) lines.push(todo);
  return `${[...lines, ...memoryLines(verified)].join("\n")}\n`;
}

const todo =
  "Look at the disk (dmesg, SMART). A monitor that opens the file goes on without what is damaged; `yagura restore FILE` puts a backup in its place.";

function contentWords({ entries, counts }: Verified): string {
  const some = (count: number, one: string, more: string) =>
    `${count.toLocaleString("en")} ${count === 1 ? one : more}`;
  const words = [some(entries, "entry", "entries")];
  if (counts) {
    words.push(some(counts.items, "item", "items"), some(counts.openAlerts, "open alert", "open alerts"));
    words.push(some(counts.messages.waiting, "waiting message", "waiting messages"));
  }
  return words.join(", ");
}

function memoryLines({ file, memories }: Verified): string[] {
  if (memories === undefined || memories.changed.length + memories.gone.length === 0) return [];
  const told = [
    memories.changed.length > 0 ? `${memories.changed.join(", ")} (changed since)` : "",
    memories.gone.length > 0 ? `${memories.gone.join(", ")} (not there any more)` : "",
  ].filter((words) => words !== "");
  return [
    `${file}: what these rules remember does not fit the rules, and is forgotten when they are loaded: ${told.join(", ")}`,
  ];
}

// What damage of each part of the database costs, and what a person can do about it.

interface DamageMeaning {
  /** What is gone. */
  readonly lost: string;
  /** What a monitor does about it by itself, and what is left to do. */
  readonly follows: string;
}

const damageMeanings: Readonly<Record<Damage["part"], DamageMeaning>> = {
  log: {
    lost: "these entries",
    follows: "readers of the feed are informed of the gap; the rest of the log continues",
  },
  items: {
    lost: "what came since the last poll of this source",
    follows: "its next poll stores a new baseline without events",
  },
  hold: {
    lost: "nothing",
    follows: "the next poll finds the rewrite again and puts it into quarantine again",
  },
  memories: {
    lost: "counts, windows and sequences that were under way",
    follows: "the rule starts again",
  },
  cooldowns: {
    lost: "when rules gave their last alerts",
    follows: "an alert may come again within its cooldown",
  },
  mails: {
    lost: "those of them that were not sent yet",
    follows: "they are not sent, and a mail.failed says so of each that is still known",
  },
  silences: {
    lost: "the damaged silences",
    follows: "alerts that they matched are sent again; `yagura silence list` shows the rest",
  },
  alerts: {
    lost: "what the damaged ones knew: acknowledgements, threads, groups, caps",
    follows:
      "an open alert starts again with its next one; alerts that waited in a lost group are sent at once",
  },
  notices: {
    lost: "the damaged decisions",
    follows:
      "what waited for a group or a digest may be missing from its mail; `yagura why` cannot say everything",
  },
  consumers: {
    lost: "the places of consumers",
    follows: "such a consumer is informed that it lost everything so far, and starts with new entries",
  },
  devices: {
    lost: "the damaged devices",
    follows: "they get no messages until each is signed up again on the page",
  },
  notes: {
    lost: "nothing",
    follows:
      "they are made again; news of rules or drift may come twice. A lost epoch is replaced by a new one",
  },
  history: {
    lost: "answers of `yagura why` about what is damaged",
    follows: "no notification depends on it",
  },
  file: {
    lost: "nothing by itself",
    follows:
      "what cannot be written any more is rebuilt from what can be read; if the file cannot be opened, restore a backup",
  },
};
