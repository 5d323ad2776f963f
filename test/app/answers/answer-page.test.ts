/** The page behind a link: what strangers wrote is text in it. */
import { Parser } from "htmlparser2";
import { expect, test } from "vitest";
import { answerPage } from "../../../src/app/answers/answer-page.ts";

const hostile = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  "&lt;b&gt; & &amp;",
  "</title></h1></main><form action=//evil.example>",
  "a\u202eb\u0000c\u001b[31m",
];

/** Names of the elements of a page, with their attributes, and its text. */
function read(html: string) {
  const elements: string[] = [];
  let text = "";
  const parser = new Parser({
    onopentag: (name, attributes) => elements.push([name, ...Object.keys(attributes)].join(" ")),
    ontext: (part) => {
      text += part;
    },
  });
  parser.end(html);
  return { elements, text };
}

function page(words: string) {
  return answerPage({
    language: "ja",
    title: words,
    facts: [words],
    body: words,
    said: [words],
    forms: [{ about: words, field: "span", buttons: [{ value: words, words }] }],
    links: [{ url: `https://yagura.example.com/?a=${encodeURIComponent(words)}`, words }],
    why: { heading: words, lines: [words] },
  });
}

test.each(hostile)("%j stays text wherever it stands", (words) => {
  const { elements, text } = read(page(words));
  expect(elements).toEqual(read(page("plain")).elements);
  const shown = words.replace(/[\u202e\p{Cc}]/gu, "");
  // Title, heading, fact, body, what was said, form, button, link, and the list with its heading.
  expect(text.split(shown).length - 1).toBe(10);
});

test("a text of several lines keeps them, and an endless one is cut", () => {
  const base = { language: "en", title: "t", facts: [], said: [], forms: [], links: [] } as const;
  expect(answerPage({ ...base, body: "one\ntwo" })).toContain("one<br>two");
  expect(answerPage({ ...base, body: "x".repeat(100_000) }).length).toBeLessThan(10_000);
});

test("a page about nothing has no empty heading, list or form", () => {
  const html = answerPage({
    language: "en",
    title: "",
    facts: [],
    body: "",
    said: ["a line"],
    forms: [],
    links: [],
  });
  expect(read(html).elements.filter((name) => /^(h1|h2|ul|form|p)/.test(name))).toEqual(["p class"]);
});
