/**
 * Strangers' names, titles and comments through every format of chats, taken by a service that checks the request and
 * shows the message: what a person can tap, who is mentioned and what is more than plain text is what is made here, the
 * same as with harmless words.
 */
import { expect, test } from "vitest";
import { chatMessage } from "../../../../src/outputs/letter/chat-message.ts";
import { fc } from "../../../support/fast-check.ts";
import { isLong, runsOf } from "../../../support/runs.ts";
import { shownLine } from "../../email/injection/strangers.ts";
import { chatNames, openChat } from "../formats/chats.ts";
import { asked, kinds, type Said } from "../formats/kinds.ts";
import { chatStrangers, longStrangers, reaches } from "./chat-strangers.ts";

const numRuns = runsOf({ quick: 80, long: 10_000 });

const said: fc.Arbitrary<Said> = fc.record({
  body: fc.oneof({ weight: 3, arbitrary: chatStrangers }, { weight: 1, arbitrary: longStrangers }),
  ...{ name: chatStrangers, title: chatStrangers, seller: chatStrangers },
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
        const { links, head } = chatMessage(message);

        const urls = shown.links.map(({ url }) => url);
        expect(urls.filter((url) => !links.some((link) => link.url === url))).toEqual([]);
        const acknowledged = links.filter(({ url }) => /acknowledge|silence|#why/.test(url));
        for (const { url } of acknowledged) expect(urls).toContain(url);
        if (links.length === 1) expect(urls).toContain(links[0]?.url);
        expect(shown.mentions).toEqual([]);
        expect(shown.styled.filter(({ style }) => !own[name]?.includes(style))).toEqual([]);
        if (isLiteral(name)) expect(shown.text).toContain(shownLine(head, 140).replace(/…$/, ""));
      }),
      { numRuns },
    );
    expect(chat.service.shown).toHaveLength(numRuns);
  }, 3_600_000);
}

test("the strangers reach what the tests above are about", () => {
  const counts = new Map<string, number>();
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  for (const { said: words, kind, language, count: alerts } of fc.sample(sample, numRuns)) {
    const { links, paragraphs, rows } = chatMessage(asked(kind, { said: words, language, count: alerts }));
    for (const text of Object.values(words))
      for (const [what, has] of Object.entries(reaches)) if (has(text)) count(what);
    if ([...paragraphs, ...rows].join("").length > 3_000) count("more than there is room for");
    const name = shownLine(words.name, 200);
    if (name.length > 3 && links.some((link) => link.words.includes(name)))
      count("stranger's words on a link");
  }
  for (const what of [...Object.keys(reaches), "more than there is room for", "stranger's words on a link"])
    expect([what, (counts.get(what) ?? 0) > numRuns / 20]).toEqual([what, true]);
  if (isLong) process.stdout.write(`${JSON.stringify(Object.fromEntries(counts))}\n`);
});
