/**
 * Says at the start of a part of the tests what this machine lacks for it. The build machine must lack nothing: there
 * it fails.
 */
import type { TestProject } from "vitest/node";
import { lackingFor, type Part } from "./needs.ts";

export function setup({ name }: TestProject): void {
  const lacking = lackingFor(name as Part);
  if (lacking.length === 0) return;
  const lines = [
    `npm run test:${name} lacks, on this machine:`,
    ...lacking.map((each) => `  - ${each.name}: without it ${each.files.join(", ")} cannot run`),
    "On Debian, `bash test/setup.sh` as root installs all of it.",
  ];
  const said = lines.join("\n");
  if (process.env.CI) throw new Error(said);
  process.stderr.write(`${said}\nThese files are left out.\n\n`);
}
