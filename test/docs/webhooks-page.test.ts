/** docs/webhooks.md and docs/push.md, in both languages: their tables are those of the definitions. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { formats } from "../../src/outputs/webhook/formats/index.ts";
import { compileJsonTemplate } from "../../src/outputs/webhook/target-templates.ts";
import { withWebhookTables } from "./webhook-tables.ts";
import { home } from "./written-files.ts";

const english = readFileSync(join(home, "docs/webhooks.md"), "utf8");

it.each([
  ["en", "docs/webhooks.md"],
  ["ja", "docs/webhooks.ja.md"],
] as const)(
  "in %s has the tables of the definitions, with a row for every format",
  async (language, path) => {
    const page = join(home, path);
    const text = readFileSync(page, "utf8");
    await expect(withWebhookTables(text, language), "run `npm run docs`").toMatchFileSnapshot(page);
    for (const { name } of formats) expect(text).toContain(`\n| \`${name}\` | `);
  },
);

it.each([
  ["en", "docs/push.md"],
  ["ja", "docs/push.ja.md"],
] as const)("in %s has the keys of push messages", async (language, path) => {
  const page = join(home, path);
  const written = withWebhookTables(readFileSync(page, "utf8"), language);
  await expect(written, "run `npm run docs`").toMatchFileSnapshot(page);
});

it("cannot ask for what there is not", () => {
  expect(() => withWebhookTables("<!-- generated: keys of fax -->\n<!-- end -->")).toThrow(
    "no table is called",
  );
});

it("shows a template that every kind of message takes", () => {
  const [, shown = ""] = /```liquid\n(.*?)```/s.exec(english) ?? [];
  expect(compileJsonTemplate(shown)).toMatchObject({ ok: true });
});
