/**
 * Strangers' names, titles and comments through every format of chats, taken by a service that checks the request and
 * shows the message: what a person can tap, who is mentioned and what is more than plain text is what is made here, the
 * same as with harmless words.
 */
import { afterAll, expect, test } from "vitest";
import { chatMessage } from "../../../../src/outputs/letter/chat-message.ts";
import { fc } from "../../../support/fast-check.ts";
import { runsOf } from "../../../support/runs.ts";
import { shownLine } from "../../email/injection/strangers.ts";
import { chatNames, openChat } from "../formats/chats.ts";
import { asked, kinds, type Said } from "../formats/kinds.ts";
import { chatStrangers, reaches } from "./chat-strangers.ts";

const numRuns = runsOf({ quick: 300, long: 10_000 });

const said: fc.Arbitrary<Said> = fc.record({
  ...{ name: chatStrangers, title: chatStrangers, body: chatStrangers, seller: chatStrangers },
  ...{ by: chatStrangers, because: chatStrangers, about: chatStrangers, note: chatStrangers },
});

const sample = fc.record({
  said,
  kind: fc.constantFrom(...kinds),
  language: fc.constantFrom("en" as const, "ja" as const),
  count: fc.integer({ min: 1, max: 14 }),
});

/** Styles that are made here: a heading or a bold head, and what is marked as code so that nothing is found in it. */
const own: Readonly<Record<string, readonly string[]>> = {
  slack: ["heading"],
  discord: ["bold"],
  telegram: ["bold", "code"],
};

/** Whether a format shows words as they are; others write addresses or marks in another way. */
const isLiteral = (name: string) => !["ntfy", "apprise"].includes(name);

const counts = new Map<string, number>();
const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);

for (const name of chatNames) {
  test(`${name}: strangers' words make no mark-up, mention or link, and ours stay whole`, async () => {
    const chat = await openChat(name);
    let id = 0;
    await fc.assert(
      fc.asyncProperty(sample, async ({ said: words, kind, language, count: alerts }) => {
        const message = asked(kind, { said: words, language, count: alerts });
        const { outcome, shown } = await chat.send(message, `msg_${id++}`);
        expect(outcome).toMatchObject({ outcome: "sent" });
        if (shown === undefined) throw new Error("nothing was shown");
        const { links, head, paragraphs, rows } = chatMessage(message);

        const urls = shown.links.map(({ url }) => url);
        expect(urls.filter((url) => !links.some((link) => link.url === url))).toEqual([]);
        const acknowledged = links.filter(({ url }) => /acknowledge|silence|#why/.test(url));
        for (const { url } of acknowledged) expect(urls).toContain(url);
        if (links.length === 1) expect(urls).toContain(links[0]?.url);
        expect(shown.mentions).toEqual([]);
        expect(shown.styled.filter(({ style }) => !own[name]?.includes(style))).toEqual([]);
        if (isLiteral(name)) expect(shown.text).toContain(shownLine(head, 140).replace(/…$/, ""));

        for (const text of Object.values(words))
          for (const [what, has] of Object.entries(reaches)) if (has(text)) count(what);
        const whole = [...paragraphs, ...rows].join("").length;
        if (shown.text.replace(/\s/g, "").length < whole / 2) count("cut to the room");
        if (links.some((link) => link.words.includes(shownLine(words.name, 200)) && words.name.length > 3))
          count("stranger's words on a link");
      }),
      { numRuns },
    );
    expect(chat.service.shown).toHaveLength(numRuns);
  }, 3_600_000);
}

afterAll(() => {
  // A generator that stopped to reach one of these would make the tests above true for nothing.
  for (const what of [...Object.keys(reaches), "cut to the room", "stranger's words on a link"])
    expect([what, (counts.get(what) ?? 0) > numRuns / 20]).toEqual([what, true]);
  if (process.env.LONG !== undefined) process.stdout.write(`${JSON.stringify(Object.fromEntries(counts))}\n`);
});
