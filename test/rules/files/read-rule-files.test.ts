/** Things that can stand in the folder of rules under the name of a rule file, and are none. */

import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { builtInTypes } from "../../../src/files/event-types.ts";
import { loadRules } from "../../../src/rules/files/load-rules.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";

const good = "rules: [{ name: good, on: source.failed, title: x }]\n";

type Put = (path: string) => unknown;

const kinds: [kind: string, put: Put, told: string][] = [
  ["a pipe that nobody writes to", (path) => execFileSync("mkfifo", [path]), "this is a pipe, and no file"],
  ["a device without an end", (path) => symlinkSync("/dev/zero", path), "this is a device, and no file"],
  ["a terminal", (path) => symlinkSync("/dev/tty", path), "this is a device, and no file"],
  ["a socket", listenAt, "this is a socket, and no file"],
  ["a folder", (path) => mkdirSync(path), "this is a folder, and no file"],
  ["a file of 40 GB", (path) => sparse(path, 40e9), "the file is larger than 4 MB"],
  ["a link to nothing", (path) => symlinkSync("nowhere.yaml", path), "there is no such file"],
  ["a link to itself", (path) => symlinkSync(path, path), "the file is a link that leads back to itself"],
];

// Other systems have no such files.
if (process.platform === "linux") {
  const deny: Put = (path) => symlinkSync("/proc/kallsyms", path);
  kinds.push(["a file that denies its size", deny, "the file is larger than 4 MB"]);
}

async function listenAt(path: string): Promise<void> {
  const server = createServer().listen(path);
  await once(server, "listening");
  onTestFinished(() => void server.close());
}

function sparse(path: string, bytes: number): void {
  writeFileSync(path, "");
  truncateSync(path, bytes);
}

describe("in the folder of rules", () => {
  test.each(kinds)("%s is told in a line, and holds nothing up", async (_, put, told) => {
    const folder = tmpFolder();
    writeFileSync(join(folder, "good.yaml"), good);
    await put(join(folder, "odd.yaml"));
    const loaded = await loadRules(folder, { notify: [], types: builtInTypes });
    if (loaded.ok) throw new Error("it was accepted");
    expect(loaded.problems).toEqual([{ file: "odd.yaml", line: 1, column: 1, message: told }]);
  });

  test.each(kinds)("%s as a file of words is told in a line, where it is named", async (_, put, told) => {
    const folder = tmpFolder();
    writeFileSync(join(folder, "a.yaml"), `lists: { words: { file: words.txt } }\n${good}`);
    await put(join(folder, "words.txt"));
    const loaded = await loadRules(folder, { notify: [], types: builtInTypes });
    if (loaded.ok) throw new Error("it was accepted");
    expect(loaded.problems).toMatchObject([{ file: "a.yaml", line: 1, message: `\`words.txt\`: ${told}` }]);
  });

  test("a folder of more files than anybody writes is refused unread", async () => {
    const folder = tmpFolder();
    for (let at = 0; at <= 1_000; at++) writeFileSync(join(folder, `${at}.yaml`), "");
    const loaded = await loadRules(folder, { notify: [], types: builtInTypes });
    if (loaded.ok) throw new Error("it was accepted");
    expect(loaded.problems).toEqual([
      { file: ".", line: 1, column: 1, message: "the folder has 1001 rule files; 1000 are read at most" },
    ]);
  });
});
