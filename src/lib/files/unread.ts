/** Refuses files before a byte of them is read: a pipe, a device or a huge file would block everything. */
import { constants, type Stats } from "node:fs";

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
export const openingFlags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

/** Throws Unread if it is not a file, or is too large. */
export function requireSmallFile(facts: Stats, mostBytes: number): void {
  if (!facts.isFile()) throw new Unread(`this is ${kindOf(facts)}, and no file`);
  if (facts.size > mostBytes) throw tooLarge(mostBytes);
}

export function tooLarge(mostBytes: number): Unread {
  return new Unread(`the file is larger than ${mostBytes / 1_000_000} MB`);
}

function kindOf(facts: Stats): string {
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
