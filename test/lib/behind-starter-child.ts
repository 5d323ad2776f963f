/** Runs as a process of its own: stays behind whoever started it, says so, and holds its loop for ever, or ends. */
import { stayBehindStarter } from "../../src/lib/own-process.ts";

void stayBehindStarter().then(() => {
  process.stdout.write("behind\n");
  while (process.argv[2] === "busy");
});
