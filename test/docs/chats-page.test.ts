/** The part on chats of docs/webhooks.md: it shows every format. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { formats } from "../../src/outputs/webhook/formats/index.ts";
import { home } from "./written-files.ts";

const text = readFileSync(join(home, "docs/webhooks.md"), "utf8");
const [, chats = ""] = text.split("\n## Chats\n".trimStart());

it("shows a target of every format of chats", () => {
  const blocks = [...chats.matchAll(/```yaml\n(.*?)```/gs)].map(([, block = ""]) => block);
  const shown = blocks.flatMap((block) => {
    const { webhook } = parse(block) as { webhook: { targets: Record<string, { format: string }> } };
    return Object.values(webhook.targets).map(({ format }) => format);
  });
  const names = formats.map(({ name }) => name).filter((name) => name !== "json");
  expect(shown).toEqual(names);
  for (const name of names) expect(chats).toContain(`| \`${name}\` |`);
});
