/** docs/alerts.md and docs/alerts.ja.md: that their tables are those of the definitions. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { noticeReasons } from "../../src/model/alerts.ts";
import { withAlertTables } from "./alert-tables.ts";
import { home } from "./written-files.ts";

describe.each([
  ["en", "docs/alerts.md"],
  ["ja", "docs/alerts.ja.md"],
] as const)("In %s, the tables of %s", (language, path) => {
  const page = join(home, path);

  it("are those of the definitions", async () => {
    const written = withAlertTables(readFileSync(page, "utf8"), language);
    await expect(written, "run `npm run docs`").toMatchFileSnapshot(page);
  });

  it("have every reason, and a row at least", () => {
    const text = readFileSync(page, "utf8");
    const tables = [...text.matchAll(/<!-- generated: (.+?) -->\n(.*?)\n<!-- end -->/gs)];
    expect(tables.length).toBeGreaterThan(7);
    expect(tables.flatMap(([, name, table = ""]) => (table.split("\n").length > 2 ? [] : name))).toEqual([]);
    for (const reason of Object.keys(noticeReasons)) expect(text).toContain(`\n| \`${reason}\` | `);
  });
});

it("cannot ask for what there is not", () => {
  for (const name of ["settings of alerts.route", "settings of mails", "reason"])
    expect(() => withAlertTables(`<!-- generated: ${name} -->\n<!-- end -->`), name).toThrow();
});
