/** The gallery in a terminal. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { openDesk } from "../../../src/backtest/gallery/desk.ts";
import { addRule as add } from "../../../src/commands/rules/add.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";

const opened = openDesk();
const addRule = (...[name, options]: Parameters<typeof add>) => add(name, options, () => opened);

afterEach(() => {
  vi.restoreAllMocks();
});

/** Settings with a file of one's own, and what the command prints. */
function scene() {
  const folder = tmpFolder();
  mkdirSync(join(folder, "rules"));
  const config = join(folder, "monitor.yaml");
  writeFileSync(
    config,
    "sources: { short-sale-reports: { schedule: '0 */10 17-21 * * *' } }\nrules: rules\nemail: { smtp: 'file:out', from: a@example.com, recipients: { desk: [desk@example.com] } }\n",
  );
  const mine = join(folder, "rules/mine.yaml");
  writeFileSync(mine, "# ours\nrules:\n  - { name: a, on: short.report.opened, title: x } # mine\n");
  const printed: string[] = [];
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed.push(String(text));
    return true;
  });
  return { config, mine: () => readFileSync(mine, "utf8"), printed: () => printed.join("") };
}

test("a rule is shown, and written with --yes alone; the rest of the file stays as it is", async () => {
  const { config, mine, printed } = scene();
  const before = mine();
  const param = ["sellers=4"];
  await expect(addRule("six-sellers", { config, param })).rejects.toThrow("nothing was written");
  expect(mine()).toBe(before);
  expect(printed()).toContain("# standing.sellers goes into the file with it\n");
  expect(printed()).toContain("params: { sellers: { value: 4,");
  const yes = true;
  await expect(addRule("six-sellers", { config, param: ["sellers"], yes })).rejects.toThrow("NAME=VALUE");
  await addRule("six-sellers", { config, param, yes });
  expect(mine().startsWith(before.trimEnd())).toBe(true);
  expect(mine()).toMatch(/\n\n {2}- name: six-sellers\n[\s\S]*\nstanding:\n {2}totalShort: /);
});

test("the list has what each rule is about, with its parameters and what the settings lack for it", async () => {
  const { config, printed } = scene();
  await addRule(undefined, { config });
  expect(printed()).toMatch(/^Somebody builds a short position\n/);
  expect(printed()).toContain("      sellers: number of sellers (sellers, 2 – 100) [6]\n");
  expect(printed()).toMatch(/ {2}means-cross: .*\n.*\n {6}needs sources that the settings lack: bars\n/);
});

test.each([
  ["the first receiver that the settings have", "{ aoi: [aoi@example.com] }", /notify: .*email:aoi/],
  ["nobody where they have none", "{}", /^(?!.*\n {4}notify:)/s],
])("a rule of the desk notifies %s", async (_, recipients, notify) => {
  const { config, mine } = scene();
  const settings = readFileSync(config, "utf8");
  writeFileSync(config, settings.replace("{ desk: [desk@example.com] }", recipients));
  await addRule("six-sellers", { config, yes: true });
  expect(mine()).toContain("name: six-sellers");
  expect(mine()).toMatch(notify);
});
