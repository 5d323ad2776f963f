/** What people see of every kind of message in every chat, in both languages. */
import { expect, test } from "vitest";
import { chatMessage } from "../../../../src/outputs/letter/chat-message.ts";
import { chatNames, openChat } from "./chats.ts";
import { asked, kinds, publicUrl } from "./kinds.ts";

for (const name of chatNames) {
  test(`${name} takes every kind of message in both languages and shows its words and links alone`, async () => {
    const chat = await openChat(name);
    for (const kind of kinds)
      for (const language of ["en", "ja"] as const) {
        const message = asked(kind, { language });
        const { outcome, shown } = await chat.send(message, `msg_${kind}_${language}`);
        expect([kind, outcome]).toEqual([kind, expect.objectContaining({ outcome: "sent" })]);
        const { head, links } = chatMessage(message);
        expect(plain(shown?.text ?? "")).toContain(plain(head));
        const ours = new Set(links.map(({ url }) => url));
        expect(ours.size).toBeGreaterThan(0);
        for (const { url } of shown?.links ?? []) expect(ours).toContain(url);
        expect(shown?.links.length).toBeGreaterThan(0);
        expect(shown?.mentions).toEqual([]);
      }
  });

  test(`${name} shows the links to acknowledge, to silence and to ask why`, async () => {
    const { shown } = await (await openChat(name)).send(asked("alert"));
    const urls = shown?.links.map(({ url }) => url) ?? [];
    for (const path of ["/act/acknowledge?", "/act/silence?", "#why"])
      expect(urls.filter((url) => url.startsWith(publicUrl) && url.includes(path))).toHaveLength(1);
  });

  test(`${name} shows no link where people cannot reach the page`, async () => {
    const { outcome, shown } = await (await openChat(name)).send(asked("group", { more: {} }));
    expect(outcome.outcome).toBe("sent");
    expect(shown?.links).toEqual([]);
  });

  test(`${name} says that data is simulated before anything else`, async () => {
    const { shown } = await (await openChat(name)).send(
      asked("alert", { more: { isSimulated: () => true } }),
    );
    expect(plain(shown?.text ?? "").startsWith(plain("[SIMULATED] WARNING a title"))).toBe(true);
  });

  test(`${name} says ten of many alerts at most, how many more there are, and where`, async () => {
    const { shown } = await (await openChat(name)).send(asked("group", { count: 40, all: 9_940 }));
    const rows = shown?.text.match(/a title \d+/g) ?? [];
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.length).toBeLessThanOrEqual(10);
    expect(shown?.text).toContain(`and ${(9_940 - rows.length).toLocaleString("en-US")} more`);
    expect(shown?.links.map(({ url }) => url)).toContain(`${publicUrl}/`);
  });

  test(`${name} shows the words of a try`, async () => {
    const chat = await openChat(name);
    const words = "A test of Yagura: <b>messages</b> arrive.";
    const outcome = await chat.sendBody(chat.format.trial(chat.target, words, 0));
    expect(outcome.outcome).toBe("sent");
    expect(plain(chat.service.shown[0]?.text ?? "")).toContain(plain(words));
  });
}

/** The letters and figures of a text: what is bold, in brackets or full-width stands between them. */
function plain(text: string): string {
  return text.normalize("NFKC").replace(/[^\p{L}\p{N}]+/gu, " ");
}
