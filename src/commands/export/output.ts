/** Where an export goes: a file that has its name only once it is whole, or stdout. */
import { once } from "node:events";
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { resolve } from "node:path";
import { Refused } from "../../app/refused.ts";
import type { Sink } from "../../lib/rows/row-writer.ts";

export interface Output {
  readonly sink: Sink;
  /** All was written. */
  finish(): void;
  /** It was not: nothing is left. */
  drop(): void;
}

/** Throws Refused where the file cannot be written, or is there and `force` does not replace it. */
export function openOutput(file: string | undefined, force = false): Output {
  return file === undefined ? standard : fileOutput(resolve(file), force);
}

const standard: Output = {
  async sink(bytes) {
    if (!process.stdout.write(bytes)) await once(process.stdout, "drain");
  },
  finish() {},
  drop() {},
};

function fileOutput(path: string, force: boolean): Output {
  if (!force && existsSync(path)) throw new Refused(`${path}: it is there already; --force replaces it`);
  const part = `${path}.part`;
  const opened = tried(path, () => openSync(part, "w"));
  let isOpen = true;
  const close = (): void => {
    if (isOpen) closeSync(opened);
    isOpen = false;
  };
  return {
    async sink(bytes) {
      const all = Buffer.from(bytes);
      tried(path, () => {
        for (let at = 0; at < all.length; ) at += writeSync(opened, all, at);
      });
    },
    finish() {
      tried(path, () => {
        fsyncSync(opened);
        close();
        renameSync(part, path);
      });
    },
    drop() {
      close();
      rmSync(part, { force: true });
    },
  };
}

/** Failures of the system in one line. */
function tried<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof Error && "syscall" in error ? new Refused(`${path}: ${error.message}`) : error;
  }
}
