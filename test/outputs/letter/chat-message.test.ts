/** What a message says where there is little room. */
import { expect, test } from "vitest";
import { type ChatMessage, chatMessage } from "../../../src/outputs/letter/chat-message.ts";
import { asked, harmless, publicUrl } from "../webhook/formats/kinds.ts";

function wordsOf({ head, paragraphs, rows, more }: ChatMessage): string {
  return [head, ...paragraphs, ...rows, more(rows.length)].filter((words) => words !== "").join("\n");
}

test("an alert says its title, what changed and its text, then what it belongs to", () => {
  expect(wordsOf(chatMessage(asked("alert")))).toBe(`WARNING a title
架空電機 (9901)
What changed
• Short position: 0.93 → 1.12 % of shares outstanding
a body
On your list mine. a note
Alert rule: grown-short · Fri 20 Nov, 17:31`);
});

test("an update says first what changed since the last message", () => {
  const [, , since] = chatMessage(asked("update")).paragraphs;
  expect(since).toBe(`What changed since the last message (Fri 20 Nov, 11:00)
• Title before: Lantern Capital
• Severity: INFO → WARNING`);
});

test("an update without a text lists nothing of its event beside what changed, however much that is", () => {
  const said = { ...harmless, seller: harmless.title, body: "" };
  const words = wordsOf(chatMessage(asked("update", { said })));
  // A row of each: as much changed since the last message as in the event.
  expect(words.match(/^• /gm)).toHaveLength(2);
  expect(words).not.toContain("Seller:");
});

test("an alert without a text or a change tells what its event says", () => {
  const words = wordsOf(chatMessage(asked("bare")));
  expect(words).toContain("• Seller: Lantern Capital");
});

test("a group in Japanese has a row an alert, with its stock, its time and what changed", () => {
  expect(
    wordsOf(chatMessage(asked("group", { language: "ja", count: 2 }))),
  ).toBe(`注意 アラート2件（rule grown-short）：架空電機（9901）、架空電機（9902）
• 注意 架空電機（9901）: a title 8 · 17:31
    空売り残高割合: 0.93 → 1.12%
• 注意 架空電機（9902）: a title 9 · 17:31
    空売り残高割合: 0.93 → 1.12%`);
});

test("rows of a digest stand under their headings, and what has no row is counted", () => {
  const message = chatMessage(asked("digest", { count: 30, all: 500 }));
  expect(message.rows).toHaveLength(10);
  expect(message.rows[0]).toMatch(/^Your stocks\n• /);
  expect(message.rows[1]).toMatch(/^New\n• /);
  expect(message.rows[2]).toMatch(/^• /);
  expect(message.more(10)).toBe("and 490 more");
  expect(message.more(3)).toBe("and 497 more");
});

test("nothing is said of more where every alert has its row", () => {
  const message = chatMessage(asked("group", { count: 3 }));
  expect(message.more(3)).toBe("");
  expect(message.more(2)).toBe("and 1 more");
});

test("the links are those of the mail: to answer the alert, and to the stock", () => {
  const { links } = chatMessage(asked("alert"));
  expect(links.map(({ words }) => words)).toEqual([
    "This alert",
    "Acknowledge: no repeats",
    "Silence",
    "Why you got it",
    "Useful or not?",
    "Page of 架空電機 (9901)",
  ]);
  expect(links.at(-1)?.url).toBe("https://stocks.example.com/9901");
  expect(chatMessage(asked("digest")).links).toEqual([{ words: "All alerts", url: `${publicUrl}/` }]);
});

test("what is no address of the web becomes no link", () => {
  const more = { stockPage: "javascript:alert({code})" };
  expect(chatMessage(asked("alert", { more })).links).toEqual([]);
});
