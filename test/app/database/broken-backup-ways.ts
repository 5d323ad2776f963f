/** Ways in which a backup is broken, and what comes of restoring one. */
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import Sqlite from "better-sqlite3";
import { restore } from "../../../src/app/database/restore.ts";
import { openDatabase } from "../../../src/store/database.ts";
import { openHistory } from "../../../src/store/history/history.ts";
import { migrations } from "../../../src/store/migrations.ts";
import { databaseHarms } from "../../faults/database-harms.ts";
import { noon } from "../../store/batches.ts";
import { asOfSteps } from "../../store/of-before.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";

export interface BackupWay {
  readonly name: string;
  harm(backup: string): void;
  /** What the refusal says, where it is no damage that `verify` names. */
  readonly says: RegExp;
}

const rest = (path: string) => readFileSync(path).subarray(0);
const cutTo = (length: number) => (path: string) => truncateSync(path, length);
const rewritten = (content: string | Buffer) => (path: string) => writeFileSync(path, content);

function inPlaceOf(path: string, make: (path: string) => void): void {
  rmSync(path);
  make(path);
}

function withSql(path: string, sql: string): void {
  const db = new Sqlite(path);
  db.exec(sql);
  db.close();
}

/** No harm to a backup; and tables that are verified as others are. */
const left = /^an older copy|row of (meta|sources|alert_states|notices|suppressions|runs)$/;

export const backupWays: readonly BackupWay[] = [
  ...databaseHarms
    .filter(({ name, isKilled }) => isKilled === undefined && !left.test(name))
    .map(({ name, harm }) => ({ name, harm: (backup: string) => harm(backup, backup), says: /./ })),
  { name: "cut to one byte", harm: cutTo(1), says: /it is empty/ },
  { name: "cut to its header", harm: cutTo(100), says: /not a database file|damaged/ },
  { name: "cut to its first page", harm: cutTo(4_096), says: /damaged/ },
  {
    name: "zeros of its length",
    harm: (path) => writeFileSync(path, Buffer.alloc(rest(path).length)),
    says: /not a database file/,
  },
  {
    name: "only its end",
    harm: (path) => writeFileSync(path, rest(path).subarray(8_192)),
    says: /not a database file/,
  },
  { name: "packed", harm: (path) => writeFileSync(path, gzipSync(rest(path))), says: /not a database file/ },
  {
    name: "a dump in SQL",
    harm: rewritten("PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n"),
    says: /not a database file/,
  },
  {
    name: "line ends changed on the way",
    harm: (path) =>
      writeFileSync(path, Buffer.from(rest(path).toString("latin1").replaceAll("\n", "\r\n"), "latin1")),
    says: /damaged|not a database/,
  },
  {
    name: "a database without a table",
    harm: (path) => inPlaceOf(path, (at) => withSql(at, "PRAGMA user_version = 1; VACUUM")),
    says: /it is empty/,
  },
  {
    name: "the tables of Yagura, never begun",
    harm: (path) => inPlaceOf(path, (at) => openDatabase(at).close()),
    says: /emptier/,
  },
  {
    name: "another program's database",
    harm: (path) => inPlaceOf(path, (at) => withSql(at, "CREATE TABLE notes (text)")),
    says: /not one of Yagura's/,
  },
  {
    name: "a history of the services",
    harm: (path) => inPlaceOf(path, (at) => openHistory(at).close()),
    says: /a history of the services/,
  },
  {
    name: "of a newer version",
    harm: (path) => withSql(path, `PRAGMA user_version = ${migrations.length + 1}`),
    says: /newer version/,
  },
  {
    name: "of an older version, and cut",
    harm: (path) => {
      asOfSteps(path, 12);
      truncateSync(path, 40_960);
    },
    says: /damaged/,
  },
  {
    name: "of an older version, with a page of zeros",
    harm: (path) => {
      asOfSteps(path, 12);
      databaseHarms.find(({ name }) => name === "a page of the log zeroed")?.harm(path, path);
    },
    says: /Tree .* page/,
  },
  { name: "a folder", harm: (path) => inPlaceOf(path, (at) => mkdirSync(at)), says: /a folder/ },
  { name: "a pipe", harm: (path) => inPlaceOf(path, (at) => execFileSync("mkfifo", [at])), says: /a pipe/ },
  {
    name: "a link to a device",
    harm: (path) => inPlaceOf(path, (at) => symlinkSync("/dev/zero", at)),
    says: /a device/,
  },
  {
    name: "a link to nothing",
    harm: (path) => inPlaceOf(path, (at) => symlinkSync("gone.db", at)),
    says: /not there|no database there/,
  },
];

interface Restored {
  /** Why it was refused; undefined where it was not. */
  readonly refusal: string | undefined;
  /** Whether the database in place is as it was, with nothing beside it. */
  readonly isUnchanged: boolean;
}

/** Restores a copy of an image that was broken in a way over another copy. */
export async function restoredFrom(image: string, { harm }: BackupWay): Promise<Restored> {
  const folder = tmpFolder();
  const [path, backup] = [join(folder, "yagura.db"), join(folder, "backup.db")];
  for (const each of [path, backup]) copyFileSync(image, each);
  harm(backup);
  const before = readFileSync(path);
  const refusal = await restore(backup, path, { now: noon }).then(
    ({ ok, damaged }) => (ok ? undefined : JSON.stringify(damaged)),
    (error: Error) => `${error.name} ${error.message}`,
  );
  const beside = readdirSync(folder).filter((name) => /restoring|before/.test(name));
  return { refusal, isUnchanged: readFileSync(path).equals(before) && beside.length === 0 };
}
