/** The registry of formats, in the order of tables. A new format is one file and one line here. */

import { apprise } from "./apprise.ts";
import { discord } from "./discord.ts";
import type { WebhookFormat } from "./format.ts";
import { json } from "./json.ts";
import { line } from "./line.ts";
import { ntfy } from "./ntfy.ts";
import { slack } from "./slack.ts";
import { telegram } from "./telegram.ts";

const members = [json, slack, discord, telegram, line, ntfy, apprise] as const;

export const formats = members as readonly unknown[] as readonly [WebhookFormat, ...WebhookFormat[]];

export function formatNamed(name: string): WebhookFormat | undefined {
  return formats.find((one) => one.name === name);
}
