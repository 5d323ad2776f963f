/** docs/start.md and docs/chats.md, both in both languages, and what `yagura init` asks in step. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createProgram } from "../../src/commands/index.ts";
import { setupWords } from "../../src/commands/setup/init/dialogue.ts";
import { chatFormats, chatSecrets } from "../../src/commands/setup/init/questions/chat-question.ts";
import { builtInTypes } from "../../src/files/event-types.ts";
import { runExample } from "../../src/rules/check/examples.ts";
import { rulesOf } from "../rules/support.ts";

const read = (name: string) => readFileSync(join(import.meta.dirname, "../../docs", name), "utf8");

describe.each(["start.md", "start.ja.md"])("%s", (name) => {
  const page = read(name);

  test("has every option of init, and no other", () => {
    const init = createProgram().commands.find((command) => command.name() === "init");
    const options = (init?.options ?? []).map(({ long }) => long);
    const told = [...page.matchAll(/^\| (`--.*?) \|/gm)].flatMap(
      ([, cell = ""]) => cell.match(/--[a-z-]+/g) ?? [],
    );
    expect(options.length).toBeGreaterThan(20);
    expect(told.sort()).toEqual([...options].sort());
  });

  test("has a first rule that can be saved as it stands, and whose examples hold", () => {
    const [, text = ""] = /```yaml\n(rules:\n.*?)```/s.exec(page) ?? [];
    const { rules } = rulesOf(text, ["desk"], builtInTypes, { mine: [{ code: "7203" }] });
    const [rule] = rules;
    if (rule === undefined) throw new Error("no rule");
    expect(rule.examples.map((example) => runExample(rule, example).ok)).toEqual([true, true]);
  });
});

describe.each(["chats.md", "chats.ja.md"])("%s", (name) => {
  const sections = read(name).split(/^## /m);

  test.each(chatFormats)("has a section about %s, with the option for each thing that is asked", (format) => {
    const section = sections.find((one) => one.includes(`--chat ${format} `)) ?? "";
    expect(section.split("\n")[0]?.toLowerCase()).toBe(format);
    for (const { key, usual } of setupWords("en").chats[format].settings)
      expect(section).toContain(usual === undefined ? `--chat-setting ${key}=` : `${key}=`);
  });
});

test("both languages ask the same of a chat, the secret first", () => {
  for (const format of chatFormats) {
    const keysIn = (language: "en" | "ja") =>
      setupWords(language).chats[format].settings.map(({ key }) => key);
    expect(keysIn("ja")).toEqual(keysIn("en"));
    expect(keysIn("en")[0]).toBe(chatSecrets[format]);
  }
});
