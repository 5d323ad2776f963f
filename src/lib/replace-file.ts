/**
 * Replaces a file that people write by hand, with its rights, and only if it is as it was read: whole or not at all, but
 * where no file may stand beside it.
 */
import { randomBytes } from "node:crypto";
import { chmodSync, closeSync, lstatSync, mkdirSync, openSync } from "node:fs";
import { link, mkdir, open, realpath, rename, stat, unlink } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
import { readSmallFile, Unread } from "./read-small-file.ts";
import { createOneAtATime } from "./turns.ts";

export interface Replacing {
  readonly path: string;
  /** The text as it was read; undefined: there is no such file. */
  readonly before: string | undefined;
  readonly after: string;
  /** Folder that the file may not lead out of, by a link either; left out: it may be anywhere. */
  readonly within?: string;
}

/** What became of it: `changed` meanwhile, or `refused` with words for a person. */
export type Replaced =
  | { readonly kind: "written" | "changed" }
  | { readonly kind: "refused"; readonly message: string };

const mostBytes = 4_000_000;

// Two saves of one process come one after the other, so that the second sees what the first wrote.
const saves = createOneAtATime();

export function replaceFile(replacing: Replacing): Promise<Replaced> {
  return saves.run("", undefined, () => replaceNow(replacing)).catch(inWords);
}

async function replaceNow({ path, before, after, within }: Replacing): Promise<Replaced> {
  if (before === undefined) return create(path, after, within);
  // A link stays one: the file that it leads to is replaced.
  const target = await realpath(path);
  if (within !== undefined && !(await isWithin(target, within)))
    return { kind: "refused", message: `${basename(path)} is a link that leads out of its folder` };
  if ((await readSmallFile(target, mostBytes)).toString("utf8") !== before) return { kind: "changed" };
  const { mode, uid, gid } = await stat(target);
  // A new file in the place of one that is read-only would be against its owner's will.
  if ((mode & 0o222) === 0) return { kind: "refused", message: "the file is read-only" };
  try {
    const draft = await writeDraft(target, after, { mode: mode & 0o777, uid, gid });
    await keepingTidy(draft, () => rename(draft, target));
  } catch (error) {
    if (!besideRefused.includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    await writeInPlace(target, before, after);
  }
  return { kind: "written" };
}

/** The text before goes back where the new one cannot be written whole: its place on the disk is there. */
async function writeInPlace(target: string, before: string, after: string): Promise<void> {
  const file = await open(target, "r+");
  const put = async (text: string) => {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; )
      at += (await file.write(bytes, at, bytes.length - at, at)).bytesWritten;
    await file.truncate(bytes.length);
    await file.sync();
  };
  try {
    await put(after).catch(async (error: unknown) => {
      await put(before);
      throw error;
    });
  } finally {
    await file.close();
  }
}

/** A file may be written where none may stand beside it, such as one that is mounted by itself. */
const besideRefused = ["EACCES", "EPERM", "EBUSY", "EXDEV", "EROFS"];

async function create(path: string, text: string, within: string | undefined): Promise<Replaced> {
  const folder = dirname(path);
  if (within !== undefined && folder === within) await mkdir(within, { recursive: true });
  const draft = await writeDraft(path, text);
  // A link does not take the place of a file that came meanwhile, as a change of name would.
  await keepingTidy(draft, () => link(draft, path));
  await unlink(draft);
  return { kind: "written" };
}

async function isWithin(target: string, folder: string): Promise<boolean> {
  return target.startsWith(`${await realpath(folder)}${sep}`);
}

interface Rights {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/** Hidden, so that nobody takes it for one of the files that the monitor reads. */
async function writeDraft(target: string, text: string, rights?: Rights): Promise<string> {
  const draft = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString("hex")}.tmp`);
  const file = await open(draft, "wx", rights?.mode ?? 0o644);
  await keepingTidy(draft, async () => {
    try {
      await file.writeFile(text);
      if (rights !== undefined) {
        const own = await file.stat();
        if (own.uid !== rights.uid || own.gid !== rights.gid) await file.chown(rights.uid, rights.gid);
        await file.chmod(rights.mode);
      }
      await file.sync();
    } finally {
      await file.close();
    }
  });
  return draft;
}

async function keepingTidy(draft: string, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    await unlink(draft).catch(() => {});
    throw error;
  }
}

const words: Readonly<Record<string, string>> = {
  EACCES: "the monitor may not write there: its rights forbid it",
  EPERM: "the monitor cannot write it with the owner and the rights that it has",
  EROFS: "the file is on a read-only file system",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk is full",
};

function inWords(error: unknown): Replaced {
  if (error instanceof Unread)
    return error.code === "ENOENT" ? { kind: "changed" } : { kind: "refused", message: error.message };
  const { code = "", message } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" || code === "EEXIST") return { kind: "changed" };
  return { kind: "refused", message: words[code] ?? `the file cannot be written (${code || message})` };
}

// Files and folders that nobody but their owner reads, whatever the process's umask says.

/** Rights of a file that its owner reads and writes, and nobody else. */
export const ownerFile = 0o600;
const ownerFolder = 0o700;
const others = 0o077;

/** Creates the folder, with those above it that are not there. One that is there keeps its rights. */
export function makeOwnerFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: ownerFolder });
}

/** Creates the file empty where it is not there, and narrows it where it is; whoever opens it next tells what fails. */
export function makeOwnerFile(path: string): void {
  try {
    closeSync(openSync(path, "ax", ownerFile));
  } catch {
    narrowToOwner(path);
  }
}

/**
 * Takes from others the rights to a file, where it is there and belongs to whoever runs this. It is never opened:
 * closing a database's file gives up all locks that the process has on it.
 */
export function narrowToOwner(path: string): void {
  try {
    const facts = lstatSync(path);
    if (!facts.isFile() || facts.uid !== process.geteuid?.() || (facts.mode & others) === 0) return;
    chmodSync(path, facts.mode & ownerFolder);
  } catch {
    // It is not there, or lies where rights cannot be set.
  }
}
