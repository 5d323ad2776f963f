/** The part on chats of docs/webhooks.md: what it shows can be written. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { formatNamed, formats } from "../../src/outputs/webhook/formats/index.ts";
import { home } from "./written-files.ts";

const text = readFileSync(join(home, "docs/webhooks.md"), "utf8");
const [, chats = ""] = text.split("\n## Chats\n".trimStart());

/** What may stand in the files that the examples name. */
const inFiles: Readonly<Record<string, string>> = {
  slack: "https://hooks.slack.com/services/T000/B000/XXXX",
  discord: "https://discord.com/api/webhooks/1234567890/XXXX",
  telegram: "123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11",
  line: "abcdefghijklmnopqrstuvwxyz0123456789",
  "ntfy-topic": "yagura-4f9c2a71",
};

it("shows a target of every format of chats that its schema takes", () => {
  const blocks = [...chats.matchAll(/```yaml\n(.*?)```/gs)].map(([, block = ""]) => block);
  const shown = blocks.flatMap((block) => {
    const filled = block.replace(/\$\{file:\/run\/secrets\/([\w-]+)\}/g, (_, name) => inFiles[name] ?? "");
    return Object.values(parse(filled) as Record<string, { format: string }>);
  });
  for (const { format, ...target } of shown)
    expect([format, formatNamed(format)?.schema.safeParse(target).error]).toEqual([format, undefined]);
  const names = formats.map(({ name }) => name).filter((name) => name !== "json");
  expect(shown.map(({ format }) => format)).toEqual(names);
  for (const name of names) expect(chats).toContain(`| \`${name}\` |`);
});
