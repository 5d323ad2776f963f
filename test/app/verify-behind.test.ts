/** The look at the whole database behind a monitor: whatever becomes of it, the monitor goes on and says so. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { verifyBehind } from "../../src/app/store-upkeep.ts";
import { createLog } from "../../src/lib/log.ts";
import type { Damage } from "../../src/model/store-faults.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";

/** Begins the look with a program of these lines. */
function look(program: string) {
  const path = join(tmpFolder(), "program.mjs");
  writeFileSync(path, program);
  const lines: string[] = [];
  const log = createLog("info", {}, { write: (text) => void lines.push(text) });
  const damages = new Set<Damage>();
  const store = { path: "yagura.db", damages } as unknown as Parameters<typeof verifyBehind>[1];
  return { lines, damages, stop: verifyBehind(path, store, log) };
}

/** What the log says once a program of these lines was called to verify, and the damage that was found. */
async function looked(program: string) {
  const { lines, damages } = look(program);
  await until("a line", () => lines.length > 0);
  return { said: JSON.parse(lines[0] ?? ""), damages };
}

it("tells what the look found", async () => {
  const found = { ok: false, entries: 3, damaged: [{ part: "log", from: 2, to: 2 }] };
  const { said, damages } = await looked(`console.log('${JSON.stringify(found)}'); process.exitCode = 1;`);
  expect(said).toMatchObject({ level: "info", ok: false, entries: 3 });
  expect([...damages]).toEqual(found.damaged);
});

it.each([
  ["a fault of its own", 'throw new Error("no room for it");', 1],
  ["half an answer", "process.stdout.write('{\"ok\": tr');", 0],
  ["another answer", "console.log('[]'); process.exitCode = 1;", 1],
  ["no answer", "process.exitCode = 2;", 2],
])("goes on after %s, and says that nothing was looked at, and why", async (_, program, code) => {
  const { said, damages } = await looked(program);
  expect(said).toMatchObject({ level: "error", code, msg: "the database could not be looked at" });
  if (program.includes("no room")) expect(said.error).toContain("no room for it");
  expect(damages.size).toBe(0);
});

it("is told to stay behind the monitor, and is gone when the stop is done", async () => {
  const file = join(tmpFolder(), "pid");
  const { lines, stop } = look(
    `import { writeFileSync } from "node:fs";
     if (process.argv.includes("--behind")) writeFileSync(${JSON.stringify(file)}, String(process.pid));
     setInterval(() => {}, 1_000);`,
  );
  const pid = await until("its number", () => existsSync(file) && Number(readFileSync(file, "utf8")));
  await stop();
  expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  expect(lines).toEqual([]);
});
