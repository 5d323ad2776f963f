/** Reads a small file that a person wrote, whatever stands in its place. */
import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { open, stat } from "node:fs/promises";
import { inTime } from "./in-time.ts";
import { asUnread, openingFlags, requireSmallFile, tooLarge } from "./unread.ts";

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
