/** The disk of a day: a folder of its own after each crash, and connections whose writes can be made to fail. */
import { copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import Sqlite, { type Database } from "better-sqlite3";
import type { DiskFault } from "./plan.ts";

/** SQLite's own limits make its writes fail as a full or read-only disk does; the product keeps its connection to itself. */
let newest: Database | undefined;
const { pragma } = Sqlite.prototype;
Sqlite.prototype.pragma = function (this: Database, text: string, options?: Sqlite.PragmaOptions) {
  if (text.startsWith("synchronous =")) newest = this;
  return pragma.call(this, text, options as never);
} as typeof pragma;

export interface DayDisk {
  /** Of the database. */
  readonly path: string;
  /** As it is when the power goes: what only the process knew stays behind. */
  crash(): void;
  /** What the connection that was opened last can do from now on. */
  be(kind: DiskFault["kind"] | "well"): void;
  /** The connection is closed. */
  release(): void;
  remove(): void;
}

export function createDisk(folder: string): DayDisk {
  let number = 0;
  const path = () => join(folder, `disk-${number}`, "yagura.db");
  mkdirSync(join(folder, "disk-0"));
  return {
    get path() {
      return path();
    },
    crash() {
      const old = path();
      number += 1;
      mkdirSync(join(folder, `disk-${number}`));
      for (const ending of ["", "-wal"])
        if (existsSync(old + ending)) copyFileSync(old + ending, path() + ending);
    },
    be(kind) {
      const used = Number(newest?.pragma("page_count", { simple: true }));
      newest?.pragma(`max_page_count = ${kind === "full" ? used : 1_000_000}`);
      newest?.pragma(`query_only = ${kind === "read-only" ? "ON" : "OFF"}`);
    },
    release() {
      newest = undefined;
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
