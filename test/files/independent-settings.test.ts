/** One look at settings and rules tells the mistakes of every section, and of the rules beside them. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkFiles } from "../../src/files/check-files.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

async function told(settings: string, rules = "rules: []\n"): Promise<string[]> {
  const folder = tmpFolder();
  mkdirSync(join(folder, "rules"));
  writeFileSync(join(folder, "monitor.yaml"), settings);
  writeFileSync(join(folder, "rules/a.yaml"), rules);
  const { problems } = await checkFiles(join(folder, "monitor.yaml"), {});
  return problems.map(({ file, line, message }) => `${file.replace(/.*\//, "")}:${line} ${message}`);
}

const alerts = "alerts: { receivers: { email:nobody: { cap: { hour: 1 } } } }\n";
const mail = "email: { recipients: { desk: [a@desk.test] } }\n";
const rule = "rules: [{ name: a, on: short.report.opened, title: x, notify: [email:nobody] }]\n";
const nobody = "the settings have no recipient `nobody`";

test("a name that is missing is told beside a mistake in the form of another section, and in the rules", async () => {
  expect(await told(`feed: { prot: 1 }\n${mail}${alerts}`, rule)).toEqual([
    "monitor.yaml:1 unknown key `prot`",
    expect.stringMatching(/^monitor\.yaml:3 /),
    `a.yaml:1 ${nobody}`,
  ]);
  expect(await told(`loog: {}\n${mail}${alerts}`, rule)).toHaveLength(3);
  expect(await told(`${mail}${alerts}`, rule)).toEqual([
    expect.stringMatching(/^monitor\.yaml:2 /),
    `a.yaml:1 ${nobody}`,
  ]);
});

test("nothing is said of names that a section with mistakes would give", async () => {
  const broken = "email: { recipients: { desk: [a@desk.test] }, frm: x }\n";
  expect(await told(`${broken}${alerts}`, rule)).toEqual(["monitor.yaml:1 unknown key `frm`"]);
  expect(await told(`emial: {}\n${alerts}`, rule)).toEqual(["monitor.yaml:1 unknown key `emial`"]);
  expect(await told(`vault: {}\n${alerts}`, rule)).toEqual(["monitor.yaml:1 unknown key `vault`"]);
});
