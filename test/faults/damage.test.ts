/**
 * Damage of the database and of its WAL while nobody has them open. Nothing wrong is given to anybody, and all that
 * touches what is stored is found: where the file is opened, where it is read, by the look of the start, or by
 * `yagura verify`. SEED replays one damage of those that are printed.
 */
import { cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { type Damage, StoreError } from "../../src/model/store-faults.ts";
import { openVerifier } from "../../src/store/damage/verifier.ts";
import { openStore } from "../../src/store/store.ts";
import { batch, entry, noon } from "../store/batches.ts";
import { Random } from "../support/random.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { type Image, imageAtRest, imageKilled } from "./damage-base.ts";
import { type Said, sayAll } from "./damage-said.ts";
import { harm, harms } from "./harm.ts";
import { tell, trialsOf } from "./trials.ts";

const count = trialsOf({ quick: 20, all: 1_000 });
const onlySeed = process.env.SEED === undefined ? undefined : Number(process.env.SEED);
const ends = ["", "-wal"];

let images: readonly Image[] = [];
let folder = "";

/** With its WAL, where there is one. */
function copyImage(from: string, to: string): void {
  for (const end of ends) if (existsSync(`${from}${end}`)) cpSync(`${from}${end}`, `${to}${end}`);
}

interface Outcome {
  readonly foundBy: "open" | "read" | "verify" | "earlier state" | undefined;
  /** What was given and never written, or is missing without a word. */
  readonly wrong: readonly string[];
  /** Whether an entry could be written afterwards. */
  readonly goesOn: boolean;
}

interface Damaged {
  readonly path: string;
  readonly image: Image;
  /** In words what was done. */
  readonly how: string;
}

/** A copy with the damage of a seed; always the same one. */
function damagedCopy(seed: number): Damaged {
  const random = new Random(seed);
  const image = images[seed % images.length] as Image;
  const path = join(folder, `trial-${seed}.db`);
  forget(path);
  copyImage(image.path, path);
  const file = random.pick(image.files);
  const kind = random.pick(harms);
  const which = file.endsWith("-wal") ? "WAL" : "file";
  const how = `${which}: ${harm(`${path}${file.slice(image.path.length)}`, kind, random)}`;
  return { path, image, how };
}

function forget(path: string): void {
  for (const end of [...ends, "-shm", ".lock"]) rmSync(`${path}${end}`, { force: true });
}

/** All that a monitor and a person would do with the file. */
function trial(seed: number): Outcome & { readonly how: string } {
  const damaged = damagedCopy(seed);
  const { how } = damaged;
  const outcome = looked(damaged);
  const isVerified = outcome.foundBy === undefined || outcome.foundBy === "earlier state";
  const foundBy = isVerified && verified(damagedCopy(seed).path).length > 0 ? "verify" : outcome.foundBy;
  return { ...outcome, how, foundBy };
}

function looked({ path, image }: Damaged): Outcome {
  let store: ReturnType<typeof openStore>;
  try {
    store = openStore(path, { now: () => noon });
  } catch (error) {
    const wrong = error instanceof StoreError ? [] : [`the opening threw ${String(error)}`];
    return { foundBy: "open", wrong, goesOn: false };
  }
  try {
    const byRead: Damage[] = [];
    while (store.startCheck.step(1_000));
    const said = sayAll(store, (damage) => void byRead.push(damage));
    byRead.push(...store.damages.take());
    const now = image.said.length - 1;
    const at = Number(said.get("meta commits")?.replaceAll('"', "") ?? -1) - firstCommits(image);
    const expected = image.said.length === 1 ? image.said[0] : (image.said[at] ?? image.said[now]);
    const wrong = compared(said, expected as Said, byRead, store.log.head());
    const isEarlier = image.said.length > 1 && at >= 0 && at < now;
    const isFound = byRead.length > 0 || (expected as Said).size > said.size;
    const foundBy = isFound ? "read" : isEarlier ? "earlier state" : undefined;
    return { foundBy, wrong, goesOn: goesOn(store) };
  } catch (error) {
    return { foundBy: "read", wrong: [`a read threw ${(error as Error).stack}`], goesOn: false };
  } finally {
    store.close();
  }
}

/** How many commits the first state has that the image tells of. */
function firstCommits({ said }: Image): number {
  return Number(said[0]?.get("meta commits")?.replaceAll('"', ""));
}

function compared(said: Said, expected: Said, damages: readonly Damage[], head: number): string[] {
  const wrong: string[] = [];
  for (const [name, value] of said) {
    // Without a hold that is damaged, the state is what it was before.
    const isUnheld = name.includes("heldState") && isAnnounced(name, damages, head);
    if (isUnheld && expected.get(name.replace("heldState", "state")) === value) continue;
    if (expected.get(name) !== value) wrong.push(`${name} is ${value} and was ${expected.get(name)}`);
  }
  for (const name of expected.keys()) {
    if (!said.has(name) && !isAnnounced(name, damages, head)) wrong.push(`${name} is missing without a word`);
  }
  return wrong;
}

/** Whether it was said of something that it is damaged. A missing entry is a gap on the feed. */
function isAnnounced(name: string, damages: readonly Damage[], head: number): boolean {
  const [kind, ...words] = name.split(" ");
  const has = (part: Damage["part"]) => damages.some((damage) => damage.part === part);
  const isOf = (part: "items" | "hold") =>
    damages.some((damage) => damage.part === part && words.includes(damage.source));
  if (kind === "log") return Number(words[0]) <= head;
  if (kind === "memory" || kind === "due") return has("memories");
  if (kind === "cooldown") return has("cooldowns");
  // Whether mails or notices are missing is said by the look behind the start.
  if (kind === "mail" || kind === "notice" || kind === "waiting") return true;
  if (kind === "device") return has("devices");
  if (kind === "silence") return has("silences");
  if (kind === "episode" || kind === "thread" || kind === "moment") return has("alerts");
  if (kind === "meta" || words[0] === "of") return has("notes");
  return isOf("items") || isOf("hold") || (kind === "outage" && has("notes"));
}

function goesOn(store: ReturnType<typeof openStore>): boolean {
  const seq = store.log.head() + 1;
  try {
    store.commit(batch({ entries: [entry(seq)], meta: { written: "after" } }));
  } catch (error) {
    if (error instanceof StoreError) return false;
    throw error;
  }
  return store.log.read(seq - 1, 1)[0]?.seq === seq && store.meta.get("written") === "after";
}

function verified(path: string): Damage[] {
  try {
    const verifier = openVerifier(path);
    try {
      return [...verifier.slices(() => {})].flat();
    } finally {
      verifier.close();
    }
  } catch (error) {
    if (error instanceof StoreError) return [{ part: "file", message: error.message }];
    throw error;
  }
}

/**
 * All that the tables hold, read by nobody of ours; undefined where that cannot be done. Without the note of the last
 * ids: SQLite takes the larger of it and what is there.
 */
function dumped(path: string): string | undefined {
  let db: Sqlite.Database | undefined;
  try {
    db = new Sqlite(path);
    const names = db
      .prepare<[], string>(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'sqlite_sequence' ORDER BY name",
      )
      .pluck()
      .all();
    const rows = names.map((name) => [name, db?.prepare(`SELECT * FROM "${name}"`).raw().all()]);
    const versions = ["user_version", "application_id"].map((name) => db?.pragma(name, { simple: true }));
    return JSON.stringify([db.prepare("SELECT * FROM sqlite_schema").raw().all(), rows, versions]);
  } catch {
    return undefined;
  } finally {
    db?.close();
  }
}

/** Whether a damage that nobody found touched nothing: free pages, unused bytes, what SQLite writes anew. */
function touchesNothing(seed: number): boolean {
  const { path, image } = damagedCopy(seed);
  const whole = join(folder, "whole.db");
  forget(whole);
  copyImage(image.path, whole);
  return dumped(path) === dumped(whole);
}

test(`${count} damages of file and WAL: nothing wrong is given, and each is found`, (context) => {
  folder = tmpFolder();
  images = [imageAtRest(folder), imageKilled(folder)];
  const by = new Map<string, number>();
  let tried = 0;
  let lost = 0;
  let harmless = 0;
  let going = 0;
  const wrong: string[] = [];
  const missed: string[] = [];
  for (let seed = onlySeed ?? 1; onlySeed === undefined ? tried < count : seed === onlySeed; seed++) {
    const { how, foundBy, goesOn: isWriting, ...outcome } = trial(seed);
    if (foundBy === undefined && outcome.wrong.length === 0 && touchesNothing(seed)) {
      harmless += 1;
      forget(join(folder, `trial-${seed}.db`));
      continue;
    }
    tried += 1;
    forget(join(folder, `trial-${seed}.db`));
    if (foundBy !== undefined) by.set(foundBy, (by.get(foundBy) ?? 0) + 1);
    else {
      lost += 1;
      missed.push(`SEED=${seed} ${how}: not found`);
    }
    if (isWriting) going += 1;
    const [first] = outcome.wrong;
    if (first !== undefined) wrong.push(`SEED=${seed} ${how}: ${first}`);
  }
  const found = [...by].map(([what, times]) => `${times} ${what}`).join(", ");
  tell(context, {
    fault: "bit flipped, cut, page zeroed or pages swapped, of database or WAL",
    tried,
    lost,
    wrong: wrong.length,
    shown: `found by ${found}; ${going} could be written on; ${harmless} more touched nothing`,
    failsWith: "every row's checksum 0; every entry taken for whole",
  });
  expect(wrong).toEqual([]);
  expect(missed).toEqual([]);
});
