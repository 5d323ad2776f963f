/** The registry of formats, in the order of tables. A new format is one file and one line here. */
import type { WebhookFormat } from "./format.ts";
import { json } from "./json.ts";

const members = [json] as const;

export const formats = members as readonly unknown[] as readonly [WebhookFormat, ...WebhookFormat[]];

export type FormatName = (typeof members)[number]["name"];

export function formatNamed(name: string): WebhookFormat | undefined {
  return formats.find((one) => one.name === name);
}
