/** docs/alerts.md: that its tables are those of the definitions, and that its day goes as it says. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { noticeReasons } from "../../src/model/alerts.ts";
import { withAlertTables } from "./alert-tables.ts";
import { home } from "./written-files.ts";

const page = join(home, "docs/alerts.md");

describe("the tables of docs/alerts.md", () => {
  it("are those of the definitions", async () => {
    await expect(withAlertTables(readFileSync(page, "utf8")), "run `npm run docs`").toMatchFileSnapshot(page);
  });

  it("have every reason, and a row at least", () => {
    const text = readFileSync(page, "utf8");
    const tables = [...text.matchAll(/<!-- generated: (.+?) -->\n(.*?)\n<!-- end -->/gs)];
    expect(tables.length).toBeGreaterThan(7);
    expect(tables.flatMap(([, name, table = ""]) => (table.split("\n").length > 2 ? [] : name))).toEqual([]);
    for (const reason of Object.keys(noticeReasons)) expect(text).toContain(`\n| \`${reason}\` | `);
  });

  it("cannot ask for what there is not", () => {
    for (const name of ["settings of alerts.route", "settings of mails", "reason"])
      expect(() => withAlertTables(`<!-- generated: ${name} -->\n<!-- end -->`), name).toThrow();
  });
});
