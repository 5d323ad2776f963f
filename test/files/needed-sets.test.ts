/** Rule files that need a set of records: they count where the settings watch it, and are left out and named elsewhere. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkFiles } from "../../src/files/check-files.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

const home = join(import.meta.dirname, "../..");
const watching = `sources:
  papers: { from: market/edinet/large-volume-shareholders, schedule: "0 * * * * *" }
`;
const rule = (name: string, on = "market.edinet-large-volume-shareholders.added") => `
  - name: ${name}
    on: ${on}
    when: now.ratio > 5
    title: "{{ now.documentId }}"
    examples:
      - fires: { type: ${on}, now: { documentId: S1, ratio: 6 } }
`;

/** What a check finds of one rule file beside another. */
async function checked(file: string, { settings = "sources: {}\n", other = "rules: []\n" } = {}) {
  const folder = tmpFolder();
  mkdirSync(join(folder, "rules"));
  writeFileSync(join(folder, "rules/own.yaml"), file);
  writeFileSync(join(folder, "rules/other.yaml"), other);
  writeFileSync(join(folder, "monitor.yaml"), `rules: rules\n${settings}`);
  const { problems, warnings, rules } = await checkFiles(join(folder, "monitor.yaml"), {});
  const told = [...problems, ...warnings].map(
    ({ line, column, message, suggestion }) => `${line}:${column}: ${message} (${suggestion})`,
  );
  return { told, names: rules?.names, leftOut: rules?.leftOut };
}

const own = `needs: market/edinet/large-volume-shareholders\nrules:${rule("held")}`;

test("a file is left out where no source of the settings is from its set, and nothing of it is a mistake", async () => {
  const needs = ["market/edinet/large-volume-shareholders"];
  expect(await checked(own)).toEqual({
    ...{ told: [], names: [], leftOut: [{ file: "own.yaml", needs, names: ["held"] }] },
  });
});

test("it counts where one is, with its mistakes", async () => {
  const settings = watching;
  expect(await checked(own, { settings })).toEqual({ told: [], names: ["held"], leftOut: [] });
  const { told } = await checked(own.replace("now.ratio", "now.ration"), { settings });
  expect(told.join()).toContain("no field `ration`");
});

test("without `needs` such a rule stays a mistake, and so does a type that there is not", async () => {
  const bare = await checked(own.replace(/^needs.*\n/, ""));
  expect(bare.told[0]).toMatch(/^3:9: no source of the settings gives `market\.edinet-large/);
  const odd = await checked(own.replaceAll("volume-shareholders.added", "volume-shareholder.added"), {
    settings: watching,
  });
  expect(odd.told.join()).toContain("there is no event type");
});

test("a set that there is not is a mistake at its place, and leaves nothing out", async () => {
  const { told } = await checked(own.replace("large-volume-shareholders\n", "large-volume-shareholder\n"));
  expect(told[0]).toBe(
    "1:8: `market/edinet/large-volume-shareholder` is no set of records (did you mean `market/edinet/large-volume-shareholders`?)",
  );
  expect((await checked("needs: 7\nrules: []\n")).told).toEqual([
    "1:8: `needs` takes a set of records, such as market/fins/summary, or a list of them (undefined)",
  ]);
  expect((await checked("needs: []\nrules: []\n")).told).toHaveLength(1);
});

test("of several sets all are needed, and those that lack are named", async () => {
  const both = own.replace(
    "needs: market/edinet/large-volume-shareholders",
    "needs: [market/fins/summary, market/edinet/large-volume-shareholders]",
  );
  const { leftOut } = await checked(both, { settings: watching });
  expect(leftOut?.map(({ needs }) => needs)).toEqual([["market/fins/summary"]]);
});

test("settings may change a rule that is left out, and a rule about alerts may name it", async () => {
  const settings = "sources: {}\n".concat("email: { recipients: { desk: [desk@example.com] } }\n");
  const other = `rules:
  - { name: again, on: alert.fired, rules: [held], title: x }
`;
  const overriding = settings.replace("sources", "alerts: {}\nsources");
  expect(await checked(own, { settings: overriding, other })).toMatchObject({ told: [], names: ["again"] });
  const folder = tmpFolder();
  mkdirSync(join(folder, "rules"));
  writeFileSync(join(folder, "rules/own.yaml"), own);
  writeFileSync(
    join(folder, "monitor.yaml"),
    "sources: {}\nrules: { folder: rules, overrides: { held: { enabled: false } } }\n",
  );
  expect((await checkFiles(join(folder, "monitor.yaml"), {})).problems).toEqual([]);
});

test("the rules that ship leave large holdings out, until the settings have the set", async () => {
  const { problems, warnings, rules } = await checkFiles(join(home, "config/monitor.yaml"), {});
  expect([...problems, ...warnings].map(({ message }) => message)).toEqual([]);
  expect(rules?.leftOut.map(({ names }) => names)).toEqual([["large-holding-reported"]]);
  expect(rules?.names).not.toContain("large-holding-reported");
});
