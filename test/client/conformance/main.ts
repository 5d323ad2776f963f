import { playAll, readCases, sayVerdicts } from "./run.ts";

const [first, ...rest] = process.argv.slice(2);
if (first === undefined) {
  process.stderr.write("npm run conformance -- COMMAND ARGS\n");
  process.exit(2);
}
process.exit(sayVerdicts(await playAll(readCases(), { command: [first, ...rest] })) ? 0 : 1);
