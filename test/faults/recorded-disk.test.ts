/** A recording of system calls is read as what was done, also where two threads make calls at once. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readRecording } from "./recorded-disk.ts";

const folder = mkdtempSync(join(tmpdir(), "yagura-"));
afterAll(() => rmSync(folder, { recursive: true }));

const hex = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
const wal = `19<${hex("/home/db-wal")}>`;

test("a call that another thread's line comes into is one operation, at its end", async () => {
  const file = join(folder, "calls");
  writeFileSync(
    file,
    [
      `11 pwrite64(${wal}, "${hex("abc")}", 3, 24 <unfinished ...>`,
      `12 openat(AT_FDCWD<${hex("/")}>, "${hex("/proc/x")}", O_RDONLY|O_CLOEXEC <unfinished ...>`,
      "11 <... pwrite64 resumed>)           = 3",
      `11 fdatasync(${wal} <unfinished ...>`,
      `12 <... openat resumed>)             = 22<${hex("/proc/x")}>`,
      "11 <... fdatasync resumed>)          = 0",
      `11 pwrite64(${wal}, "${hex("d")}", 1, 27 <unfinished ...>`,
      "12 +++ exited with 0 +++",
      "11 <... pwrite64 resumed>)           = -1 ENOSPC (No space left on device)",
      "",
    ].join("\n"),
  );
  const path = "/home/db-wal";
  expect(await readRecording(file, "/home")).toEqual([
    { kind: "write", path, at: 24, bytes: Buffer.from("abc") },
    { kind: "sync", path },
  ]);
});
