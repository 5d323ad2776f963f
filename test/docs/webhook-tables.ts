/** The tables of docs/webhooks.md and docs/push.md, in both languages, written from the definitions. */
import type * as z from "zod";
import { editorSchema } from "../../src/lib/editor-schema.ts";
import type { Language } from "../../src/model/language.ts";
import { pushSchema } from "../../src/outputs/push/settings.ts";
import { formats } from "../../src/outputs/webhook/formats/index.ts";
import { targetKeys, webhookSchema } from "../../src/outputs/webhook/settings.ts";
import { withWritten } from "./japanese-tables.ts";
import { code, type Key, rowsOf, table } from "./reference-tables.ts";

/** The text with every table between its marks written anew, in the language of the page. */
export function withWebhookTables(text: string, language: Language = "en"): string {
  return withWritten(text, language, tableOf);
}

function tableOf(name: string): string {
  if (name === "formats")
    return table(
      ["format", "what takes the messages", "its keys"],
      formats.map(({ name: called, about, schema }) => [
        code(called),
        about,
        Object.keys(schema.shape).map(code).join(", "),
      ]),
    );
  if (name === "keys of webhook") return keysOf(webhookSchema);
  if (name === "keys of push") return keysOf(pushSchema);
  if (name === "keys of every target") return keysOf(targetKeys);
  const format = formats.find((one) => name === `keys of ${one.name}`);
  if (format === undefined) throw new Error(`no table is called ${name}`);
  return keysOf(format.schema);
}

function keysOf(schema: z.ZodType): string {
  const { properties = {} } = editorSchema(schema) as { properties?: Record<string, Key> };
  return table(["key", "what it says", "example"], rowsOf(Object.entries(properties)));
}
