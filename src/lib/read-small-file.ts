/** Reads a small file that a person wrote, whatever stands in its place, and waits only so long for it. */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from "node:fs";
import { open, stat } from "node:fs/promises";

/** Throws Unread with what a person can do something about. */
export async function readSmallFile(path: string, mostBytes: number): Promise<Buffer> {
  try {
    return await inTime(read(path, mostBytes));
  } catch (error) {
    throw asUnread(error);
  }
}

async function read(path: string, mostBytes: number): Promise<Buffer> {
  // A device does something when it is opened, so the look comes first; the file may be another one by then.
  requireSmallFile(await stat(path), mostBytes);
  const file = await open(path, openingFlags);
  try {
    requireSmallFile(await file.stat(), mostBytes);
    const chunks: Buffer[] = [];
    for (let bytes = 0; ; ) {
      const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(chunkBytes) });
      if (bytesRead === 0) return Buffer.concat(chunks);
      bytes += bytesRead;
      // It grows while it is read, or its size says nothing, as under /proc.
      if (bytes > mostBytes) throw tooLarge(mostBytes);
      chunks.push(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}

const chunkBytes = 65_536;

/** Reads without giving way to anything else, for a program that does nothing else yet. */
export function readSmallFileNow(path: string, mostBytes: number): Buffer {
  try {
    requireSmallFile(statSync(path), mostBytes);
    const file = openSync(path, openingFlags);
    try {
      requireSmallFile(fstatSync(file), mostBytes);
      const chunks: Buffer[] = [];
      for (let bytes = 0; ; ) {
        const buffer = Buffer.alloc(chunkBytes);
        const bytesRead = readSync(file, buffer);
        if (bytesRead === 0) return Buffer.concat(chunks);
        bytes += bytesRead;
        if (bytes > mostBytes) throw tooLarge(mostBytes);
        chunks.push(buffer.subarray(0, bytesRead));
      }
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw asUnread(error);
  }
}

/** Its message is for a person, and says nothing of what the file holds. */
export class Unread extends Error {
  /** Error code of the system, if there is one: ENOENT and the like. */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.name = "Unread";
    this.code = code;
  }
}

/** Opens a pipe without waiting for its writer, should a file become one between the look and the opening. */
const openingFlags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

/** Throws Unread if it is not a file, or is too large. */
function requireSmallFile(facts: Stats, mostBytes: number): void {
  if (!facts.isFile()) throw new Unread(`this is ${otherKind(facts)}, and no file`);
  if (facts.size > mostBytes) throw tooLarge(mostBytes);
}

function tooLarge(mostBytes: number): Unread {
  return new Unread(`the file is larger than ${mostBytes / 1_000_000} MB`);
}

/** Kind of what is no file, in words. */
export function otherKind(facts: Stats): string {
  if (facts.isDirectory()) return "a folder";
  if (facts.isFIFO()) return "a pipe";
  if (facts.isSocket()) return "a socket";
  return "a device";
}

const words: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  ENOTDIR: "there is no such file",
  ELOOP: "the file is a link that leads back to itself",
  EACCES: "the file cannot be read: its rights forbid it",
  EPERM: "the file cannot be read: its rights forbid it",
  EMFILE: "the file cannot be read: too many files are open",
  ENFILE: "the file cannot be read: too many files are open",
};

/** Puts an error of the system into words. */
export function asUnread(error: unknown): Unread {
  if (error instanceof Unread) return error;
  const { code } = error as NodeJS.ErrnoException;
  const other = code === undefined ? "the file cannot be read" : `the file cannot be read (${code})`;
  return new Unread(words[code ?? ""] ?? other, code);
}

/**
 * Reads without an answer. A mount whose server is gone answers never, and nothing takes the question back: the
 * thread that asks is lost until it does, of four that the whole process has.
 */
let unanswered = 0;

/** Counts the reads that had no answer in time and still wait: a caller that asks again and again starts no further one meanwhile. */
export function unansweredFiles(): number {
  return unanswered;
}

/** Ten times what a slow network share takes. */
const fileLimitMs = 5_000;

/** The answer, or Unread after the limit. */
export async function inTime<T>(answer: Promise<T>, limitMs = fileLimitMs): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      unanswered += 1;
      const answered = (): void => {
        unanswered -= 1;
      };
      answer.then(answered, answered);
      reject(new Unread(`no answer within ${limitMs / 1_000} s: is it on a mount that hangs?`));
    }, limitMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Ends the process where a file still has no answer: an ordinary exit waits for its thread, forever. A signal does not,
 * and for service managers SIGTERM is a clean end. To be called when all else is done.
 */
export function endDespiteHangingFiles(): void {
  if (unanswered === 0) return;
  process.stderr.write(
    "yagura: a file does not answer; ended by a signal, since an exit would wait for it\n",
  );
  process.removeAllListeners("SIGTERM");
  process.kill(process.pid, "SIGTERM");
}
