/** The clients that docs/clients.md shows, under the conformance kit: few of its cases, or with LONG=1 all. */
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { home } from "../../docs/written-files.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";
import type { Verdict } from "./play.ts";
import { playAll, readCases } from "./run.ts";

/** A folder with the programs, where `import "yagura/client"` and `npx yagura` are those that were built. */
async function folderOfClients(): Promise<string> {
  const folder = tmpFolder();
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, ".bin"), { recursive: true });
  symlinkSync(home, join(modules, "yagura"));
  symlinkSync(join(home, "node_modules/ws"), join(modules, "ws"));
  symlinkSync(join(home, "dist/main.js"), join(modules, ".bin/yagura"));
  writeFileSync(join(folder, "package.json"), '{"type":"module","private":true}');
  for (const name of ["conformance.py", "feed_client.py", "conformance.sh"])
    copyFileSync(join(home, "docs/clients", name), join(folder, name));
  const entryPoints = [join(home, "docs/clients/conformance.ts")];
  await build({ entryPoints, outfile: join(folder, "conformance.js"), format: "esm", logLevel: "error" });
  return folder;
}

/** @param every how many cases are passed over for one that is tried; with LONG=1 none */
async function failedOf(command: readonly string[], every: number): Promise<Record<string, Verdict>> {
  const cases = readCases().filter((_, at) => process.env.LONG !== undefined || at % every === 1);
  const verdicts = await playAll(cases, { command, cwd: await folderOfClients() });
  expect(verdicts.size).toBe(cases.length);
  return Object.fromEntries([...verdicts].filter(([, { kind }]) => kind !== "passed"));
}

test.each([
  ["TypeScript", [process.execPath, "conformance.js"], 12],
  ["Python", ["/usr/bin/python3", "conformance.py"], 12],
])("the client in %s passes", async (_, command, every) => {
  expect(await failedOf(command, every)).toEqual({});
});

test("`yagura tail` in a shell passes, but for an epoch of one's own, for which it has no option", async () => {
  const failed = await failedOf(["/bin/sh", "conformance.sh"], 77);
  expect(Object.values(failed).filter(({ kind }) => kind === "failed")).toEqual([]);
  expect(Object.keys(failed).every((name) => name.includes("another epoch"))).toBe(true);
});
