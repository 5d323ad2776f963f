/** Discord's webhooks, and its Markdown: rules in the order in which its programs try them. */
import { randomInt } from "node:crypto";
import {
  type Asked,
  type Checked,
  jsonOf,
  need,
  needKeys,
  openService,
  refusing,
  type Shown,
  textOf,
} from "./service.ts";

const path = "/api/webhooks/1234567890/abcDEF_ghi-jkl";

export async function openDiscord() {
  const service = await openService(
    refusing(check, ({ status, message }) => ({
      status,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ message, code: status === 404 ? 10_015 : 50_006 }),
    })),
  );
  return { ...service, address: `${service.url}${path}` };
}

function check(asked: Asked): Checked {
  const payload = jsonOf(asked);
  need(asked.path === path, "Unknown Webhook", 404);
  const { thread_id: thread, wait } = Object.fromEntries(asked.query);
  need(thread === undefined || /^\d+$/.test(thread), "Invalid Form Body");
  needKeys(payload, ["content", "allowed_mentions", "flags"], "payload");
  const content = textOf(payload.content, 2_000, "content");
  const { parse } = payload.allowed_mentions as { parse: string[] };
  need(Array.isArray(parse) && parse.length === 0, "the payload allows mentions");
  need(payload.flags === 4, "the payload asks for previews");
  const shown = showMarkdown(content);
  if (wait !== "true") return { status: 204, body: "", shown };
  const body = JSON.stringify({ id: String(randomInt(1, 2 ** 40)), content });
  return { status: 200, headers: { "content-type": "application/json" }, body, shown };
}

type Rule = readonly [style: string, form: RegExp];

/** At the beginning of a line. */
const lineRules: readonly Rule[] = [
  ["heading", /^ *#{1,3} +/],
  ["subtext", /^ *-# +/],
  ["quote", /^ *>(>>)? +/],
  ["list", /^ *(?:[-*+]|\d+[.)]) +/],
];

const inlineRules: readonly Rule[] = [
  ["escape", /^\\([^0-9A-Za-z\s])/],
  ["autolink", /^<([^: >\s]+:\/[^ >\s]+)>/],
  ["url", /^((?:https?|steam):\/\/[^\s<]+[^<.,:;"'\]\s])/],
  ["invite", /^(?:discord\.gg|discord(?:app)?\.com\/invite)\/[\w-]+/],
  ["link", /^\[([^[\]\n]*)\]\(\s*<?((?:[^\s<>\\]|\\.)*?)>?(?:\s+['"](?:.*?)['"])?\s*\)/],
  ["mention", /^<(?:@[!&]?|#)\d+>|^<id:\w+>|^@(?:everyone|here)\b|^<\/[^<>\n]+:\d+>/],
  ["time", /^<t:-?\d+(?::\w)?>/],
  ["emoji", /^<a?:\w+:\d+>|^:[\w+~-]+:/],
  ["code", /^(`+)([\s\S]*?[^`])\1(?!`)/],
  ["bold", /^\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/],
  ["underline", /^__((?:\\[\s\S]|[^\\])+?)__(?!_)/],
  ["strike", /^~~((?:\\[\s\S]|[^\\])+?)~~(?!_)/],
  ["spoiler", /^\|\|((?:\\[\s\S]|[^\\])+?)\|\|/],
  [
    "italic",
    /^\b_((?:__|\\[\s\S]|[^\\_])+?)_\b|^\*(?=\S)((?:\*\*|\\[\s\S]|\s+(?:\\[\s\S]|[^\s*\\]|\*\*)|[^\s*\\])+?)\*(?!\*)/,
  ],
];

export function showMarkdown(content: string): Shown {
  const [links, mentions, styled]: [
    { words: string; url: string }[],
    string[],
    { style: string; words: string }[],
  ] = [[], [], []];
  function show(source: string, atLine: boolean): string {
    let [said, at, isStart] = ["", 0, atLine];
    while (at < source.length) {
      const rest = source.slice(at);
      const line = isStart ? lineRules.find(([, form]) => form.test(rest)) : undefined;
      if (line !== undefined) {
        const [whole = ""] = line[1].exec(rest) ?? [];
        styled.push({ style: line[0], words: rest.split("\n")[0] ?? "" });
        at += whole.length;
        isStart = false;
        continue;
      }
      const inline = inlineRules
        .map(([style, form]) => ({ style, found: form.exec(rest) }))
        .find(({ found }) => found);
      const whole = inline?.found?.[0] ?? rest.slice(0, 1);
      said += inline?.found ? apply(inline.style, inline.found) : whole;
      at += whole.length;
      isStart = whole === "\n" || (isStart && whole === " ");
    }
    return said;
  }
  function apply(style: string, [whole, first = "", second = ""]: RegExpExecArray): string {
    if (style === "escape") return first;
    if (style === "mention") {
      mentions.push(whole);
      return whole;
    }
    if (style === "autolink" || style === "url" || style === "invite") {
      links.push({ words: first || whole, url: first || whole });
      return first || whole;
    }
    const words =
      style === "code" || style === "time" || style === "emoji" ? whole : show(first || second, false);
    if (style === "link") links.push({ words, url: second });
    else styled.push({ style, words });
    return words;
  }
  const text = show(content, true);
  return { text, links, mentions, styled };
}
