/** Starts the outputs; what keeps one from ever working is told in one line. */
import type { Output } from "../outputs/output.ts";
import { Refused } from "./refused.ts";

/** Throws Refused where a port is in use or a folder cannot be written. */
export async function startOutput(output: Output, listensOn = ""): Promise<void> {
  try {
    await output.start();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE")
      throw new Refused(`${listensOn} is in use: stop what listens there, or set feed.port`);
    if (code === "EACCES" || code === "EADDRNOTAVAIL")
      throw new Refused(`cannot listen on ${listensOn}: ${message}`);
    throw new Refused(`${output.name}: ${message}`);
  }
}
