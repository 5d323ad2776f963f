/** Files and folders that nobody but their owner reads, whatever the process's umask says. */
import { chmodSync, closeSync, lstatSync, mkdirSync, openSync } from "node:fs";

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
