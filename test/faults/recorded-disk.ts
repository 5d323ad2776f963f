/**
 * What a process wrote, as strace saw it, and the disks that a power cut may leave of it: of each file what was
 * there at its last sync is sure, and of the writes since then any part, in any order.
 */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { Random } from "../support/random.ts";

export type Operation =
  | { readonly kind: "create" | "unlink" | "sync"; readonly path: string }
  | { readonly kind: "write"; readonly path: string; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: "truncate"; readonly path: string; readonly size: number }
  /** The folder's own entries are on the disk. */
  | { readonly kind: "sync-folder" }
  /** The process said that it had done a step. */
  | { readonly kind: "said"; readonly step: number };

/** By which files change; strace needs `-y -xx -s 70000` with them. */
export const recordedCalls = ["openat", "pwrite64", "write", "fsync", "fdatasync", "ftruncate", "unlink"];
export const recordedMore = ["-y", "-xx", "-s", "70000"];

/** Reads what strace wrote of one process: the files of the folder, in order. */
export async function readRecording(file: string, folder: string): Promise<Operation[]> {
  const operations: Operation[] = [];
  /** Calls that a line of another thread came into, by the thread that makes them. */
  const begun = new Map<string, string>();
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const [, thread = "", shown = ""] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const [, beginning] = /^(.*) <unfinished \.\.\.>$/.exec(shown) ?? [];
    if (beginning !== undefined) {
      begun.set(thread, beginning);
      continue;
    }
    const [, ending] = /^<\.\.\. \w+ resumed>(.*)$/.exec(shown) ?? [];
    const operation = operationOf(
      ending === undefined ? shown : `${begun.get(thread) ?? ""}${ending}`,
      folder,
    );
    if (operation) operations.push(operation);
  }
  return operations;
}

/** What a whole call did, where it succeeded and is about a file of the folder. */
function operationOf(shown: string, folder: string): Operation | undefined {
  const [, call = "", rest = ""] = /^(\w+)\((.*)$/.exec(shown) ?? [];
  return / = -1 /.test(rest) ? undefined : read[call]?.(rest, folder);
}

type Read = (rest: string, folder: string) => Operation | undefined;

/** A path or data in hexadecimal, as `-xx` writes it. */
const bytesOf = (text: string): Buffer => Buffer.from(text.replaceAll("\\x", ""), "hex");
/** The file of a descriptor, `18<\x2f...>`, where it is one of the folder. */
function ownFile(rest: string, folder: string): string | undefined {
  const path = bytesOf(/^\d+<([^>]*)>/.exec(rest)?.[1] ?? "").toString();
  return path.startsWith(`${folder}/`) ? path : undefined;
}
const isShared = (path: string): boolean => /(-shm|\.lock(-journal)?)$/.test(path);

const sync: Read = (rest, folder) => {
  const [, target = ""] = /^\d+<([^>]*)>/.exec(rest) ?? [];
  if (bytesOf(target).toString() === folder) return { kind: "sync-folder" };
  const path = ownFile(rest, folder);
  return path === undefined || isShared(path) ? undefined : { kind: "sync", path };
};

const read: Readonly<Record<string, Read>> = {
  fsync: sync,
  fdatasync: sync,
  openat(rest, folder) {
    const path = bytesOf(/, "([^"]*)"/.exec(rest)?.[1] ?? "").toString();
    const isOwn = path.startsWith(`${folder}/`) && !isShared(path);
    return isOwn && rest.includes("O_CREAT") ? { kind: "create", path } : undefined;
  },
  unlink(rest, folder) {
    const path = bytesOf(/^"([^"]*)"/.exec(rest)?.[1] ?? "").toString();
    return path.startsWith(`${folder}/`) && !isShared(path) ? { kind: "unlink", path } : undefined;
  },
  pwrite64(rest, folder) {
    const path = ownFile(rest, folder);
    const [, text = "", at = ""] = /, "([^"]*)", \d+, (\d+)\)/.exec(rest) ?? [];
    return path === undefined || isShared(path)
      ? undefined
      : { kind: "write", path, at: Number(at), bytes: bytesOf(text) };
  },
  write(rest) {
    const [, text = ""] = /^1<[^>]*>, "([^"]*)"/.exec(rest) ?? [];
    return text === "" ? undefined : { kind: "said", step: Number(bytesOf(text).toString()) };
  },
  ftruncate(rest, folder) {
    const path = ownFile(rest, folder);
    const size = Number(/, (\d+)\)/.exec(rest)?.[1]);
    return path === undefined || isShared(path) ? undefined : { kind: "truncate", path, size };
  },
};

const sectorBytes = 512;

interface Inode {
  /** As of its last sync. */
  sure: Buffer;
  unsure: (Operation & { kind: "write" | "truncate" })[];
}

/** A disk to which a recording is played, and that may lose its power between any two operations. */
export class RecordedDisk {
  /** The last step that was said to be done. */
  said = 0;
  readonly #now = new Map<string, Inode>();
  /** Entries of the folder that are on the disk, and what was done to them since. */
  #entries = new Map<string, Inode>();
  #changes: { readonly path: string; readonly inode: Inode | undefined }[] = [];

  play(operation: Operation): void {
    switch (operation.kind) {
      case "create":
        if (!this.#now.has(operation.path))
          this.#enter(operation.path, { sure: Buffer.alloc(0), unsure: [] });
        break;
      case "unlink":
        this.#now.delete(operation.path);
        this.#changes.push({ path: operation.path, inode: undefined });
        break;
      case "write":
      case "truncate":
        this.#now.get(operation.path)?.unsure.push(operation);
        break;
      case "sync": {
        const inode = this.#now.get(operation.path);
        if (inode) Object.assign(inode, { sure: applied(inode.sure, inode.unsure), unsure: [] });
        break;
      }
      case "sync-folder":
        this.#entries = new Map(this.#now);
        this.#changes = [];
        break;
      case "said":
        this.said = operation.step;
    }
  }

  /** The files that are there when the power comes back, one of many possibilities. */
  cut(dice: Random): Map<string, Buffer> {
    const entries = new Map(this.#entries);
    // A journal of the file system keeps changes of a folder in order.
    for (const { path, inode } of this.#changes.slice(0, dice.below(this.#changes.length + 1))) {
      if (inode) entries.set(path, inode);
      else entries.delete(path);
    }
    return new Map(
      [...entries].map(([path, inode]) => [path, applied(inode.sure, remaining(inode.unsure, dice))]),
    );
  }

  #enter(path: string, inode: Inode): void {
    this.#now.set(path, inode);
    this.#changes.push({ path, inode });
  }
}

type Change = Inode["unsure"][number];

/** Part of the unsynced changes that reached the disk: all, none, or some of them, some of those torn, in any order. */
function remaining(changes: readonly Change[], dice: Random): Change[] {
  const manner = dice.pick(["none", "all", "first ones", "some", "some", "some"]);
  if (manner === "none") return [];
  if (manner === "all") return [...changes];
  if (manner === "first ones") return changes.slice(0, dice.below(changes.length + 1));
  const share = dice.next();
  const tornShare = dice.pick([0, 0.1, 0.5]);
  const kept = changes.filter(() => dice.next() < share);
  const torn = kept.flatMap((change) =>
    change.kind === "write" && dice.next() < tornShare
      ? sectors(change).filter(() => dice.next() < 0.5)
      : [change],
  );
  return dice.pick([true, false]) ? torn : dice.shuffled(torn);
}

function sectors(write: Change & { kind: "write" }): Change[] {
  const parts: Change[] = [];
  for (let from = 0; from < write.bytes.length; ) {
    const to = Math.min(write.bytes.length, from + sectorBytes - ((write.at + from) % sectorBytes));
    parts.push({ ...write, at: write.at + from, bytes: write.bytes.subarray(from, to) });
    from = to;
  }
  return parts;
}

function applied(sure: Buffer, changes: readonly Change[]): Buffer {
  let size = sure.length;
  let most = size;
  for (const change of changes) {
    size = change.kind === "truncate" ? change.size : Math.max(size, change.at + change.bytes.length);
    most = Math.max(most, size);
  }
  const file = Buffer.alloc(most);
  sure.copy(file);
  let end = sure.length;
  for (const change of changes) {
    if (change.kind === "truncate") {
      // Bytes that were cut off come back as zeros where the file grows again.
      file.fill(0, Math.min(change.size, end), end);
      end = change.size;
    } else {
      change.bytes.copy(file, change.at);
      end = Math.max(end, change.at + change.bytes.length);
    }
  }
  return file.subarray(0, size);
}
