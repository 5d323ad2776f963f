import { expect, test } from "vitest";
import { fetchCallsOf } from "../../src/commands/services/fetch/fetch-records.ts";
import { recordsPage } from "./records-page.ts";

test("docs/records.md says of every field what the code says", async () => {
  await expect(recordsPage(), "run `npm run docs`").toMatchFileSnapshot("../../docs/records.md");
});

test("every number of the market has a unit, and every field a meaning", () => {
  for (const { call, service, fields } of fetchCallsOf())
    for (const [name, field] of Object.entries(fields)) {
      expect(field.about, `${call} ${name}`).not.toBe("");
      if (service === "market" && (field.type === "number" || field.type === "integer"))
        expect(field.unit, `${call} ${name}`).toBeTruthy();
    }
});
