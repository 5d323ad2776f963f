/** `yagura watchlist import` on a terminal, where a person is asked. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keys, onTerminal } from "../../support/terminal.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";

test("a person sees the plan, and only a yes writes it", async () => {
  const folder = tmpFolder();
  const settings = () => readFileSync(join(folder, "monitor.yaml"), "utf8");
  writeFileSync(
    join(folder, "monitor.yaml"),
    'sources: { short-sale-reports: { schedule: "0 0 * * * *" } }\nrules: rules\nstate: state.db\nwatchlists:\n  mine: ["7203"]\n',
  );
  writeFileSync(join(folder, "held.csv"), "code,shares\n7203,100\n");
  const before = settings();
  const start = () => onTerminal(["watchlist", "import", "held.csv", "--config", "monitor.yaml"], folder);
  const left = start();
  await left.answers(/7203: shares 100[\s\S]*Write this\?/, keys.ctrlC);
  expect([await left.ended, settings()]).toEqual([0, before]);
  const taken = start();
  await taken.answers(/Write this\?/, `y${keys.enter}`);
  await taken.reads(/written into the settings/);
  expect([await taken.ended, settings()]).toEqual([
    0,
    before.replace('"7203"', '{ code: "7203", shares: 100 }'),
  ]);
});
