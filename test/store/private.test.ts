import { chmodSync, existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openStore } from "../../src/store/store.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { batch, entry, noon } from "./batches.ts";

const options = { now: () => noon };
const endings = ["", "-wal", "-shm", ".lock"];

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

function withUmask(mask: number): void {
  const before = process.umask(mask);
  onTestFinished(() => void process.umask(before));
}

test.each([0, 0o022, 0o007])("a new database is its owner's alone, with umask %i", (mask) => {
  withUmask(mask);
  const folder = tmpFolder();
  const path = join(folder, "a", "b", "yagura.db");
  const store = openStore(path, options);
  store.commit(batch({ entries: [entry(1)] }));
  const modes = endings.map((ending) => modeOf(`${path}${ending}`));
  const folders = ["a", "a/b"].map((name) => modeOf(join(folder, name)));
  store.close();
  expect(modes).toEqual(["600", "600", "600", "600"]);
  expect(folders).toEqual(["700", "700"]);
});

test("files that others could read are narrowed at the start, by a link too; a folder that was there stays", () => {
  const folder = join(tmpFolder(), "data");
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  const path = join(folder, "yagura.db");
  openStore(path, options).close();
  for (const ending of endings) {
    if (!existsSync(`${path}${ending}`)) writeFileSync(`${path}${ending}`, "");
    chmodSync(`${path}${ending}`, 0o664);
  }
  const link = join(tmpFolder(), "link.db");
  symlinkSync(path, link);
  const store = openStore(link, options);
  const modes = endings.map((ending) => modeOf(`${path}${ending}`));
  store.close();
  expect(modes).toEqual(["600", "600", "600", "600"]);
  expect(modeOf(folder)).toBe("755");
});

test("the rights of other files beside the database stay as they are", () => {
  const folder = tmpFolder();
  const other = join(folder, "yagura.db-notes");
  writeFileSync(other, "");
  chmodSync(other, 0o644);
  openStore(join(folder, "yagura.db"), options).close();
  expect(modeOf(other)).toBe("644");
});
