/** `yagura rules add` on a terminal, where a person chooses, answers, and says yes or leaves. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keys, onTerminal } from "../../support/terminal.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";

function scene() {
  const folder = tmpFolder();
  mkdirSync(join(folder, "rules"));
  const sources = "sources: { short-sale-reports: { schedule: '0 */10 17-21 * * *' } }";
  writeFileSync(join(folder, "monitor.yaml"), `${sources}\nrules: rules\nstate: state.db\n`);
  return folder;
}

test("a rule is chosen from the list, its values are asked with bounds until they fit, and a yes writes it", async () => {
  const folder = scene();
  const person = onTerminal(["rules", "add", "--config", "monitor.yaml"], folder, { LANG: "ja_JP.UTF-8" });
  await person.reads(/空売り残高[\s\S]*six-sellers/);
  await person.answers(/ルールの名前/, `six-seler${keys.enter}`);
  await person.reads(/ルール six-seler はありません：もしかして six-sellers/);
  await person.answers(/ルールの名前/, `six-sellers${keys.enter}`);
  await person.answers(/2 – 100\) \[6\]/, `1${keys.enter}`);
  await person.reads(/2 以上でなければなりません/);
  await person.answers(/2 – 100\) \[6\]/, `4${keys.enter}`);
  await person.answers(/書き込みますか/, `<${keys.enter}`);
  await person.answers(/2 – 100\) \[4\]/, keys.enter);
  await person.answers(/書き込みますか/, `はい${keys.enter}`);
  await person.reads(/書き込みました/);
  expect(await person.ended).toBe(0);
  expect(readFileSync(join(folder, "rules/mine.yaml"), "utf8")).toContain("sellers: { value: 4,");
});

test("Ctrl-C leaves without a file", async () => {
  const folder = scene();
  const person = onTerminal(["rules", "add", "six-sellers", "--config", "monitor.yaml"], folder);
  await person.answers(/number of sellers \(sellers, 2 – 100\) \[6\]/, keys.ctrlC);
  await person.reads(/nothing was written/);
  expect([await person.ended, readdirSync(join(folder, "rules"))]).toEqual([0, []]);
});
