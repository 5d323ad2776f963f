/** `yagura watchlist import`, on files of its own. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openCompanyNames } from "../../../src/app/company-names.ts";
import { requireConfig } from "../../../src/files/check-files.ts";
import { createLog } from "../../../src/lib/log.ts";
import { openStore } from "../../../src/store/store.ts";
import { call } from "../../support/call.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";

function scene(watchlists = 'mine: ["7203", { code: "9984", note: kept }] # ours') {
  const folder = tmpFolder();
  const file = (name: string) => join(folder, name);
  writeFileSync(
    file("monitor.yaml"),
    `sources: { short-sale-reports: { schedule: "0 0 * * * *" } }\nrules: rules\nstate: state.db\nwatchlists:\n  ${watchlists}\n`,
  );
  writeFileSync(file("held.csv"), 'コード,銘柄,株数\n7203,霧笛,"1,100"\n130A,灯台,5\n1234,無い銘柄,1\n');
  const config = file("monitor.yaml");
  const run = (...args: string[]) => call(["watchlist", "import", ...args, "--config", config], {});
  return { file, config, run, settings: () => readFileSync(config, "utf8") };
}

test("without a terminal the plan is shown, and nothing written unless --yes is said", async () => {
  const { run, file, settings } = scene();
  const before = settings();
  const refused = await run(file("held.csv"));
  expect([refused.code, refused.stderr, settings()]).toEqual([
    2,
    "yagura: nothing was written: say --yes to have it written\n",
    before,
  ]);
  expect(refused.stdout).toContain("7203 霧笛: shares 1100\n");
  const written = await run(file("held.csv"), "--yes");
  expect([written.code, written.stderr]).toEqual([0, ""]);
  expect(written.stdout).toContain("written into the settings");
  expect(settings()).toContain(
    'mine: [{ code: "7203", shares: 1100 }, { code: "9984", note: kept },\n    { code: "130A", shares: 5 },\n    { code: "1234", shares: 1 }] # ours',
  );
  expect(JSON.parse((await run(file("held.csv"), "--json")).stdout)).toMatchObject({
    ...{ list: "mine", same: ["7203", "130A", "1234"], kept: ["9984"], isChecked: false, written: false },
  });
});

test("a code that is not in the list of issues that the monitor kept is left out", async () => {
  const { run, file, config } = scene();
  const loaded = requireConfig(config, {});
  const store = openStore(loaded.state, { now: () => 0 });
  const names = openCompanyNames({ config: loaded, meta: store.meta, log: createLog("silent") });
  names.keep(new Map([["130A", { name: "灯台製薬" }]]));
  store.close();
  const { stdout } = await run(file("held.csv"), "--yes", "--json");
  expect(JSON.parse(stdout)).toMatchObject({
    ...{ isChecked: true, written: true, changed: [{ code: "7203" }] },
    added: [{ code: "130A", name: "灯台製薬" }],
    leftOut: [{ why: "unknown", line: 4, text: "1234 無い銘柄" }],
  });
});

test("a file that is refused is told with its line, and the list stays", async () => {
  const { run, file, settings } = scene("a: []\n  b: []");
  const before = settings();
  writeFileSync(file("held.csv"), "コード,株数\n7203,many\n");
  const unnamed = await run(file("held.csv"), "--yes");
  expect([unnamed.code, unnamed.stderr]).toEqual([2, "yagura: say which list: --to a, b\n"]);
  const refused = await run(file("held.csv"), "--yes", "--to", "b");
  expect([refused.code, refused.stdout]).toEqual([2, ""]);
  expect(refused.stderr).toContain(`${file("held.csv")}:2:6: \`many\` is no number`);
  expect((await run(file("nothing.csv"), "--yes", "--to", "b")).stderr).toContain("there is no such file");
  expect(settings()).toBe(before);
});
