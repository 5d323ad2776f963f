/** A command of the program within this process: all that a process does but its start. */
import { join } from "node:path";
import { vi } from "vitest";
import { createProgram, exitStatus } from "../../src/commands/index.ts";
import type { Ran } from "./monitor.ts";

const endings = ["SIGTERM", "SIGINT"] as const;
const program = join(import.meta.dirname, "../../dist/main.js");

/**
 * Calls a command to its end, with these variables alone. One at a time: output and environment are the process's.
 * What it starts itself is the compiled program.
 */
export async function call(args: string[], env: Record<string, string> = {}): Promise<Ran> {
  const output = { stdout: "", stderr: "" };
  const before = { env: process.env, argv: process.argv };
  const listened = endings.map((ending) => ({ ending, listeners: process.listeners(ending) }));
  const spies = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((text: string | Uint8Array) => {
      output[name] += String(text);
      return true;
    }),
  );
  process.env = { PATH: process.env.PATH, ...env };
  process.argv = [process.execPath, program];
  process.exitCode = undefined;
  try {
    await createProgram(process.env).parseAsync([...process.argv, ...args]);
    return { code: Number(process.exitCode ?? 0), ...output };
  } catch (error) {
    return { code: exitStatus(error), ...output };
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.env = before.env;
    process.argv = before.argv;
    process.exitCode = undefined;
    // A command listens until its process ends.
    for (const { ending, listeners } of listened)
      for (const one of process.listeners(ending))
        if (!listeners.includes(one)) process.off(ending, one as NodeJS.SignalsListener);
  }
}
