/** A file that is written in its place on a disk that takes no more. */
import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { replaceFile } from "../../src/lib/replace-file.ts";
import { asNobody } from "../support/as-nobody.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

test("where the disk takes no more, a file that is written in its place has its text back", async () => {
  const folder = tmpFolder();
  const path = join(folder, "a.yaml");
  writeFileSync(path, "one, as it was\n");
  chmodSync(path, 0o666);
  chmodSync(folder, 0o555);
  // Files of this process may have so many bytes for now: the write breaks off in the middle.
  const limited = (bytes: string) =>
    execFileSync("prlimit", ["--pid", String(process.pid), `--fsize=${bytes}:`]);
  let became: unknown;
  try {
    limited("20");
    became = await asNobody(() =>
      replaceFile({ path, before: "one, as it was\n", after: `two${" and more".repeat(10)}\n` }),
    );
  } finally {
    limited("unlimited");
    chmodSync(folder, 0o755);
  }
  expect(became).toMatchObject({ kind: "refused" });
  expect(readFileSync(path, "utf8")).toBe("one, as it was\n");
});
