/** What a process asks of the system for itself: to stay small, and to work behind the one that started it. */
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";

/**
 * On a machine with much memory V8 lets the heap of a quiet service grow to four times what it holds, and its
 * young generation to 48 MB. A monitor that mostly waits is better off collecting sooner. Call it before the
 * heavy modules are loaded. Both flags are read at each collection, so they work after the start.
 */
export function keepHeapSmall(): void {
  setFlagsFromString("--heap-growing-percent=20");
  setFlagsFromString("--semi-space-growth-factor=1");
}

// A process that works for another one behind everything else, and ends with it, however that one ends.

/** Stdin is a pipe of the starter's into which nothing is written: the system closes it when the starter is gone. */
const watch = `
  const { Socket } = require("node:net");
  const stdin = new Socket({ fd: 0 });
  stdin.on("error", () => {});
  stdin.on("close", () => process.kill(process.pid, "SIGKILL"));
  stdin.resume();
  require("node:worker_threads").parentPort.postMessage("watching");
`;

/**
 * To be awaited before anything is opened. A thread watches, since SQLite may hold the loop for minutes; it was begun
 * before the priority went down, so it need not wait for the processor.
 */
export async function stayBehindStarter(): Promise<void> {
  const watching = new Worker(watch, { eval: true });
  await once(watching, "message");
  watching.unref();
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // Where the system does not allow it, it runs as any other.
  }
}
