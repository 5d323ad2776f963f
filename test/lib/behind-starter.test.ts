/** A process that works for another one: it ends with it though its loop is held, and by itself when it is done. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { bundle } from "../support/bundle.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";

/** Starts a process whose child is the one at hand, and gives the child's number; killed, it says nothing to it. */
const starter = `
  const { spawn } = require("node:child_process");
  const child = spawn(process.execPath, process.argv.slice(1), { stdio: ["pipe", "pipe", "inherit"] });
  child.stdout.once("data", () => process.stdout.write(String(child.pid)));
`;

async function script(): Promise<string> {
  const file = join(tmpFolder(), "child.cjs");
  await bundle(fileURLToPath(new URL("./behind-starter-child.ts", import.meta.url)), file);
  return file;
}

/** Whether a process is there, and no mere entry of one that ended. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

it("is gone with the starter that is killed, though its loop is held", async () => {
  const started = spawn(process.execPath, ["-e", starter, await script(), "busy"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void started.kill("SIGKILL"));
  const [said] = await once(started.stdout, "data");
  const pid = Number(said);
  onTestFinished(() => {
    if (isAlive(pid)) process.kill(pid, "SIGKILL");
  });
  expect(isAlive(pid)).toBe(true);
  started.kill("SIGKILL");
  await until("its end", () => !isAlive(pid));
});

it("ends by itself when it is done, its starter still there", async () => {
  const child = spawn(process.execPath, [await script(), "done"], { stdio: ["pipe", "ignore", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  expect(await once(child, "close")).toEqual([0, null]);
});
