#!/usr/bin/env node
// The door: arguments in, exit status out. Each command loads only what it needs.
import { createProgram, exitStatus } from "./commands/index.ts";
import { endDespiteHangingFiles } from "./lib/read-small-file.ts";

// A reader that goes away (`yagura tail | head`) ends the program quietly.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

try {
  await createProgram(process.env).parseAsync(process.argv);
} catch (error) {
  process.exitCode = exitStatus(error);
}
endDespiteHangingFiles();
