/** A process that works for another one behind everything else, and ends with it, however that one ends. */
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { Worker } from "node:worker_threads";

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
