/** Texts of strangers who know the marks of every chat. */
import { fc } from "../../../support/fast-check.ts";
import { strangers } from "../../email/injection/strangers.ts";

const mentions = [
  ..."@everyone|@here|<!channel>|<!here|x>|<!everyone>|<@U024BE7LH>|<@123456789012345678>|<@!1>|<@&1>".split(
    "|",
  ),
  ..."<#C024BE7LR>|<#1234>|<!subteam^S1>|</start:1>|<id:home>|@username|/start|/kick@bot|#tag|$USD|＠everyone".split(
    "|",
  ),
  ..."\\@everyone|<\\@123>|&lt;!channel&gt;|<!date^1^{date}^https://evil.example|x>".split("|"),
];

const links = [
  ..."https://evil.example/x?y=1#z|http://evil.example|HTTPS://EVIL.EXAMPLE|evil.com|www.evil.co.jp|evil．com".split(
    "|",
  ),
  ..."discord.gg/abc|discord.com/invite/x|tg://resolve?domain=x|mailto:x@evil.example|user@evil.com|steam://run/1".split(
    "|",
  ),
  ..."192.168.1.1|http://127.0.0.1:8080/|悪.jp|é.com|😀.ws|xn--80ak6aa92e.com|javascript:alert(1)".split("|"),
  "<https://evil.example>",
  "<https://evil.example|Acknowledge>",
  "[Acknowledge](https://evil.example)",
  "[x](<https://evil.example>)",
  "](<https://evil.example>)",
  "https:\\//evil.example",
  "https:\u200d//evil\u00ad.example",
];

const markup = [
  ..."*|**|***|_|__|~|~~|`|```|| |\\|>|>>>|# |## |- |-# |+ |1. |2) |* |[|](|)|<|&|&amp;|:smile:|:100:|1:100:55".split(
    "|",
  ),
  ..."*b*|_i_|~s~|**b**|__u__|~~s~~|`c`|```x```|<b>b</b>|<code>|<t:1:R>|<:a:1>|<a:a:1>|[.]|{{x}}|%s".split(
    "|",
  ),
  ..."||sp||\n> quote\n\n>>> all\n# head\n- item\n\n1. one\n-# small\n   - in".split("||"),
  ...["\n# ", "\n> ", "\n- ", "\n1. ", "\n   * ", "\n-# ", "||x||", "|"],
];

const letters = [
  "👨‍👩‍👧‍👦",
  "🇯🇵",
  "é",
  "が\u3099",
  "Z\u0351\u036b\u0343",
  "\ud83d",
  "😀",
  "\u00ad",
  "\u200d",
  "｡",
  " ",
  "\n",
  "a",
  "株",
];

const pieces = [...mentions, ...links, ...markup, ...letters];

/** Pieces one after the other, some of them glued with letters. */
const ofPieces = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...pieces) },
    { weight: 1, arbitrary: fc.string({ maxLength: 5 }) },
  ),
  { maxLength: 10 },
);

export const chatStrangers: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: ofPieces.map((some) => some.join("")) },
  { weight: 2, arbitrary: ofPieces.map((some) => some.join(" ")) },
  { weight: 1, arbitrary: fc.constantFrom(...pieces) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...pieces), fc.integer({ min: 100, max: 5_000 }))
      .map(([piece, often]) => piece.repeat(often).slice(0, 20_000)),
  },
  { weight: 2, arbitrary: strangers },
);

/** Comments that are longer than what most services take, of pieces in any order, so that a cut falls anywhere. */
export const longStrangers: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(fc.constantFrom(...pieces), { minLength: 300, maxLength: 900, size: "max" }),
    fc.constantFrom("", " "),
  )
  .map(([some, between]) => some.join(between));

/** What a text has that somebody may want to be more than text. */
export const reaches: Readonly<Record<string, (text: string) => boolean>> = {
  mention: (text) => mentions.some((mention) => text.includes(mention)),
  link: (text) => links.some((link) => text.includes(link)),
  bold: (text) => /(\*\*?|__?|~~?|`|\|\|)\S[\s\S]*\1/.test(text),
  "mark at a line": (text) => /\n(#|>|-|\d\.|\*) /.test(text),
  "masked link": (text) => /\]\(|<[^<>]*\|/.test(text),
  "half a character": (text) => /[\ud800-\udbff](?![\udc00-\udfff])/.test(text),
  "joined letters": (text) => /\p{M}|\u200d/u.test(text),
  "long text": (text) => text.length > 4_096,
};
