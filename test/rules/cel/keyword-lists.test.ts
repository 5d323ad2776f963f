import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { builtInTypes } from "../../../src/files/event-types.ts";
import { notifySchemes } from "../../../src/outputs/index.ts";
import type { LoadedRules } from "../../../src/rules/files/compile-files.ts";
import { loadRules } from "../../../src/rules/files/load-rules.ts";
import { watchRules } from "../../../src/rules/files/watch-rules.ts";
import { rulesJsonSchema } from "../../../src/rules/schema/rule-schema.ts";
import { createHandClock } from "../../support/hand-clock.ts";
import { until } from "../../support/until.ts";
import { entry, rulesOf } from "../support.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "rules-"));
});
afterEach(() => rm(folder, { recursive: true }));

const write = (file: string, text: string | Uint8Array) => writeFile(join(folder, file), text);
const options = { notify: [], types: builtInTypes };

const rule = `rules:
  - name: talk
    on: forum.comment.posted
    when: now.body.has_any(lists.words)
    title: "{{ now.code }}: {{ now.body.matched_words(lists.words) }}"
`;

function posted(body: string) {
  return entry({ type: "forum.comment.posted", now: { code: "9901", part: 1, body } });
}

function titles(loaded: LoadedRules, body: string): string[] {
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return loaded.rules.match(posted(body)).map(({ title }) => title);
}

async function problems(): Promise<string[]> {
  const loaded = await loadRules(folder, options);
  if (loaded.ok) throw new Error("it was accepted");
  return loaded.problems.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`);
}

describe("the words found", () => {
  it("stand in a text as the list has them, in the order of the text", () => {
    const rules = rulesOf(`lists: { words: [増配, ストップ高, Dividend] }\n${rule}`);
    expect(rules.match(posted("ＤＩＶＩＤＥＮＤ！ｽﾄｯﾌﾟ高")).map(({ title }) => title)).toEqual([
      "9901: Dividend, ストップ高",
    ]);
  });

  it("can be counted in a condition", () => {
    const text = rule.replace(
      "now.body.has_any(lists.words)",
      "size(now.body.matched_words(lists.words)) >= 2",
    );
    const rules = rulesOf(`lists: { words: [増配, 増額, 復配] }\n${text}`);
    const count = (body: string) => rules.match(posted(body)).length;
    expect([count("増配と増配"), count("増配と復配")]).toEqual([0, 1]);
  });
});

describe("a list in a file of its own", () => {
  beforeEach(() => write("a.yaml", `lists:\n  words: { file: words.txt }\n${rule}`));

  it("has one word a line, without comments and blank lines", async () => {
    await write("words.txt", "\ufeff# payouts\r\n増配\r\n\r\n  stock split  \n# 減配\n");
    const loaded = await loadRules(folder, options);
    expect(titles(loaded, "増配 減配 Stock Split")).toEqual(["9901: 増配, stock split"]);
    expect(titles(loaded, "減配")).toEqual([]);
    expect(loaded.dataFiles).toEqual(["words.txt"]);
  });

  it("may have thousands of words, and stand in a folder below", async () => {
    await mkdir(join(folder, "words"));
    await write("a.yaml", `lists:\n  words: { file: words/many.txt }\n${rule}`);
    await write("words/many.txt", Array.from({ length: 20_000 }, (_, at) => `語${at}番`).join("\n"));
    expect(titles(await loadRules(folder, options), "これは語19999番です")).toEqual(["9901: 語19999番"]);
  });

  it("is a mistake at its name where it cannot be used", async () => {
    expect(await problems()).toEqual(["a.yaml:2:18 `words.txt`: there is no such file"]);
    await write("words.txt", Uint8Array.of(0x91, 0x9d, 0x94, 0x7a));
    expect(await problems()).toEqual(["a.yaml:2:18 the file is not UTF-8"]);
    await rm(join(folder, "words.txt"));
    await mkdir(join(folder, "words.txt"));
    expect(await problems()).toEqual(["a.yaml:2:18 `words.txt`: this is a folder, and no file"]);
  });

  it.each(["../words.txt", "sub/../../words.txt", "/words.txt", ".."])(
    "is refused outside: %s",
    async (file) => {
      await write("a.yaml", `lists:\n  words: { file: ${file} }\n${rule}`);
      expect(await problems()).toEqual(["a.yaml:2:18 the file must be in the folder of the rules"]);
    },
  );

  it("changes the hash of the rules with its words", async () => {
    const hash = async () => {
      const loaded = await loadRules(folder, options);
      return loaded.read.hash;
    };
    const missing = await hash();
    await write("words.txt", "増配\n");
    const first = await hash();
    await write("words.txt", "減配\n");
    expect(new Set([missing, first, await hash()]).size).toBe(3);
    await write("words.txt", "増配\n");
    expect(await hash()).toBe(first);
  });

  it("loads the rules again when it is edited, taken away and put back", async () => {
    await write("words.txt", "増配\n");
    const loaded = await loadRules(folder, options);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
    const clock = createHandClock();
    const seen: LoadedRules[] = [];
    const stop = watchRules(folder, { ...options, seenHash: loaded.read.hash }, clock, (change) => {
      seen.push(change);
    });
    const look = async () => {
      await until("the watcher", () => clock.waiting > 0);
      clock.move(200);
    };
    const changes = async (count: number) => {
      for (let looks = 0; looks < 20 && seen.length < count; looks++) await look();
      expect(seen).toHaveLength(count);
    };
    for (let looks = 0; looks < 6; looks++) await look();
    await changes(0);
    await write("words.txt", "減配の話\n");
    await changes(1);
    expect(seen[0] && titles(seen[0], "増配か減配の話か")).toEqual(["9901: 減配の話"]);
    await rm(join(folder, "words.txt"));
    await changes(2);
    await write("words.txt", "復配\n");
    await changes(3);
    expect(seen.map(({ ok }) => ok)).toEqual([true, false, true]);
    stop();
  });
});

describe("rules that each search for words of their own", () => {
  const lists = [
    ["増配", "減配 2"],
    ["ストップ高", "TOB!"],
    ["ＴＯＢ"],
    ["決算"],
    ["がんばれ", "増配"],
    ["x"],
  ];
  const text = (words: readonly (readonly string[])[]) =>
    `rules:\n${words.map((list, at) => `  - { name: r${at}, on: forum.comment.posted, title: t, when: 'now.body.has_any(${JSON.stringify(list)})' }`).join("\n")}\n`;

  it.each([
    ["明日は増配か", ["r0", "r4"]],
    ["tob! です", ["r1", "r2"]],
    ["ｽﾄｯﾌﾟ高とガンバレ", ["r1", "r4"]],
    ["減配", []],
    ["", []],
    ["Ｘ", ["r5"]],
  ])("fire for %j as each of them alone does", (body, expected) => {
    const together = rulesOf(text(lists)).match(posted(body));
    expect(together.map(({ rule: name }) => name)).toEqual(expected);
    const alone = lists.flatMap((list, at) =>
      rulesOf(text([list])).match(posted(body)).length > 0 ? [`r${at}`] : [],
    );
    expect(alone).toEqual(expected);
  });

  it("fire with thousands of words, too, where they are searched for one by one", () => {
    const many = lists.map((list, at) => [
      `l${at}`,
      [...list, ...Array.from({ length: 1_500 }, (_, of) => `word-${at}-${of}`)],
    ]);
    const rules = lists.map((_, at) => ({
      ...{ name: `r${at}`, on: "forum.comment.posted", title: "t" },
      when: `now.body.has_any(lists.l${at})`,
    }));
    const file = JSON.stringify({ lists: Object.fromEntries(many), rules });
    const fired = rulesOf(file).match(posted("word-3-1499 と増配"));
    expect(fired.map(({ rule: name }) => name)).toEqual(["r0", "r3", "r4"]);
  });
});

describe("rulesJsonSchema", () => {
  it("lets a list name a file", () => {
    const { properties } = rulesJsonSchema(builtInTypes, notifySchemes()) as {
      properties: { lists: { additionalProperties: { anyOf: { type: string; required?: string[] }[] } } };
    };
    const forms = properties.lists.additionalProperties.anyOf;
    expect(forms.map(({ type, required }) => [type, required])).toEqual([
      ["array", undefined],
      ["object", ["file"]],
    ]);
  });
});
