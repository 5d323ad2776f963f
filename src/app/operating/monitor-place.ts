/**
 * The place of a running monitor, kept in a file beside its database, so that commands find it by its state folder: also
 * where it took a free port, or the settings were edited since. There is no secret in it.
 */
import { closeSync, lstatSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { ownerFile } from "../../lib/replace-file.ts";

export interface MonitorPlace {
  readonly pid: number;
  readonly host: string;
  readonly port: number;
}

const suffix = ".running";
const longest = 10_000;
const writableByOthers = 0o022;

/** Writes it down; the answer takes it away. Throws node's error where it cannot be written. @param state the database */
export function keepPlace(state: string, place: MonitorPlace): () => void {
  const path = `${state}${suffix}`;
  const fresh = `${path}.${place.pid}`;
  rmSync(fresh, { force: true });
  const file = openSync(fresh, "wx", ownerFile);
  try {
    writeSync(file, `${JSON.stringify(place)}\n`);
  } finally {
    closeSync(file);
  }
  renameSync(fresh, path);
  return () => {
    // Another monitor may have started meanwhile.
    if (placeIn(path)?.pid === place.pid) rmSync(path, { force: true });
  };
}

/**
 * Finds the monitor at work on a database; undefined: none is, or none that can be trusted. Tokens are shown to whoever
 * listens there, so a file counts only if nobody but its owner writes it, and that is the database's, ours, or root.
 */
export function runningPlace(state: string): MonitorPlace | undefined {
  const path = `${state}${suffix}`;
  const [file, database] = [path, state].map((each) => lstatSync(each, { throwIfNoEntry: false }));
  if (!file?.isFile() || database === undefined || (file.mode & writableByOthers) !== 0) return undefined;
  if (![0, process.geteuid?.(), database.uid].includes(file.uid)) return undefined;
  const place = file.size > longest ? undefined : placeIn(path);
  return place !== undefined && isAlive(place.pid) ? place : undefined;
}

function placeIn(path: string): MonitorPlace | undefined {
  try {
    const place = JSON.parse(readFileSync(path, "utf8")) as Partial<
      Record<keyof MonitorPlace, unknown>
    > | null;
    const { pid, host, port } = place ?? {};
    const isWhole = isCount(pid) && isCount(port) && typeof host === "string" && host !== "";
    return isWhole ? { pid, host, port } : undefined;
  } catch {
    // It is not there, not ours to read, or half written by something else.
    return undefined;
  }
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}

/** A monitor that was killed leaves its file behind. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
