/** Words cut to the room of a service. */
import { expect, test } from "vitest";
import type { ChatMessage } from "../../../src/outputs/letter/chat-message.ts";
import { cutWithin, linksWithin, wordsWithin } from "../../../src/outputs/letter/chat-words.ts";
import { fc } from "../../support/fast-check.ts";

function messageOf(more: Partial<ChatMessage>): ChatMessage {
  return { severity: "info", head: "head", paragraphs: [], rows: [], more: () => "", links: [], ...more };
}

const within = (most: number) => (words: string) => words.length <= most;

test("words that fit are all there", () => {
  const message = messageOf({
    paragraphs: ["one", "two"],
    rows: ["• a", "• b"],
    more: (shown) => `${9 - shown} more`,
  });
  expect(wordsWithin(message, within(100))).toBe("one\n\ntwo\n\n• a\n• b\n\n7 more");
});

test("rows go whole, the last ones first, and are counted", () => {
  const rows = Array.from({ length: 10 }, (_, index) => `• row ${index} ${"x".repeat(50)}`);
  const message = messageOf({ paragraphs: ["above"], rows, more: (shown) => `and ${100 - shown} more` });
  const words = wordsWithin(message, within(300));
  expect(words.length).toBeLessThanOrEqual(300);
  expect(words.match(/• row/g)).toHaveLength(4);
  expect(words.endsWith("\n\nand 96 more")).toBe(true);
});

test("what stands above is cut last, and still says how many there are", () => {
  const message = messageOf({
    paragraphs: ["above ".repeat(100)],
    rows: ["• row"],
    more: () => "and 7 more",
  });
  const words = wordsWithin(message, within(60));
  expect(words.length).toBeLessThanOrEqual(60);
  expect(words).toMatch(/^above .*…\n\nand 7 more$/s);
});

test("without any room nothing is said", () => {
  expect(
    wordsWithin(
      messageOf({ paragraphs: ["above"], rows: ["• a"], more: () => "more" }),
      (words) => words === "",
    ),
  ).toBe("");
});

test("no letter is cut: neither a pair of halves, nor a sign that is joined of several", () => {
  const family = "👨‍👩‍👧‍👦";
  for (const letter of ["😀", family, "🇯🇵", "が", "é"])
    for (let most = 10; most < 40; most++) {
      const cut = cutWithin(letter.repeat(30), within(most));
      const kept = cut.slice(0, -1);
      expect(cut.length).toBeLessThanOrEqual(most);
      expect(kept.replaceAll(letter, "")).toBe(most > letter.length ? "" : kept);
    }
});

test("a letter that never ends is cut all the same, and has no half of a pair", () => {
  const cut = cutWithin(`a${"\u{e0100}".repeat(5_000)}`, within(301));
  expect(cut.length).toBeGreaterThan(290);
  expect(cut).not.toMatch(/\p{Cs}/u);
});

test("as much is kept as there is room for, however long a text is once it is escaped", () => {
  const escaped = (text: string) => text.replace(/[*_]/g, "\\$&").length;
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("*", "_", "a", "株"), minLength: 200 }), (text) => {
      const cut = cutWithin(text, (words) => escaped(words) <= 100);
      expect(escaped(cut)).toBeLessThanOrEqual(100);
      expect(escaped(cut)).toBeGreaterThanOrEqual(98);
      expect(text.startsWith(cut.slice(0, -1))).toBe(true);
    }),
  );
});

test("links are left out whole, and shorter ones behind a long one are kept", () => {
  const links = ["a", "b".repeat(90), "c"].map((words) => ({ words, url: `https://example.com/${words}` }));
  const kept = linksWithin(messageOf({ links }), ({ url }) => url.length, 60);
  expect(kept.map(({ words }) => words)).toEqual(["a", "c"]);
});
