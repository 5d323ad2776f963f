/** Slack's incoming webhooks: payloads of blocks, and mark-up where a text object asks for it. */
import { linkify } from "./linkify.ts";
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

const path = "/services/T000/B000/XXXXXXXXXXXXXXXXXXXXXXXX";

export async function openSlack() {
  const service = await openService(
    refusing(check, ({ status, message }) => ({
      status,
      headers: { "content-type": "text/html" },
      body: message,
    })),
  );
  return { ...service, address: `${service.url}${path}` };
}

type Part = {
  -readonly [Key in keyof Shown]: Shown[Key] extends readonly (infer One)[] ? One[] : Shown[Key];
};
type Fields = Record<string, unknown>;

const known = ["text", "blocks", "mrkdwn", "parse", "link_names", "unfurl_links", "unfurl_media"];

function check(asked: Asked): Checked {
  const payload = jsonOf(asked);
  need(asked.path === path, "no_service", 404);
  needKeys(payload, known, "payload");
  const text = textOf(payload.text, 40_000, "no_text");
  const blocks = (payload.blocks ?? []) as Fields[];
  need(blocks.length <= 50, "invalid_blocks");
  const shown: Part = { text: "", links: [], mentions: [], styled: [] };
  for (const block of blocks) showBlock(block, shown);
  // Notifications show the text: a mention in it reaches people even where blocks are shown.
  showMrkdwn(text, {
    shown: { ...shown, text: "", links: [], styled: [] },
    isVerbatim: payload.parse !== "full",
  });
  need(payload.link_names !== true || !/@(here|channel|everyone)/.test(text), "link_names");
  need(payload.unfurl_links === false && payload.unfurl_media === false, "the payload asks for previews");
  return { status: 200, headers: { "content-type": "text/html" }, body: "ok", shown };
}

function showBlock(block: Fields, shown: Part): void {
  if (block.type === "header") {
    needKeys(block, ["type", "text"], "header");
    const { type, text } = block.text as Fields;
    need(type === "plain_text", "invalid_blocks");
    shown.styled.push({ style: "heading", words: textOf(text, 150, "header") });
    showText(block.text as Fields, shown);
  } else if (block.type === "section") {
    needKeys(block, ["type", "text"], "section");
    showText(block.text as Fields, shown);
  } else if (block.type === "rich_text") {
    needKeys(block, ["type", "elements"], "rich_text");
    for (const section of block.elements as Fields[]) showSection(section, shown);
  } else need(false, "invalid_blocks");
  shown.text += "\n\n";
}

function showText(object: Fields, shown: Part): void {
  needKeys(object, ["type", "text", "emoji", "verbatim"], "text object");
  const text = textOf(object.text, 3_000, "text object");
  if (object.type === "mrkdwn") {
    showMrkdwn(text, { shown, isVerbatim: object.verbatim === true });
    return;
  }
  need(object.type === "plain_text" && object.verbatim === undefined, "invalid_blocks");
  if (object.emoji !== false) showEmoji(text, shown);
  shown.text += text;
}

function showSection(section: Fields, shown: Part): void {
  need(section.type === "rich_text_section", "invalid_blocks");
  for (const element of section.elements as Fields[]) {
    needKeys(element, ["type", "text", "url", "style"], "rich text element");
    const words = textOf(element.text, 3_000, "rich text element");
    if (element.type === "link") {
      shown.links.push({ words, url: new URL(textOf(element.url, 3_000, "link")).href });
    } else need(element.type === "text", "invalid_blocks");
    shown.text += words;
  }
}

const angled = /<([^<>]*)>/g;
const marks = /(?<![\p{L}\p{N}])([*_~`])(?=\S)([^\n]+?)(?<=\S)\1(?![\p{L}\p{N}])/gu;

/** Slack's own mark-up, for whoever asks for it. */
export function showMrkdwn(text: string, { shown, isVerbatim }: { shown: Part; isVerbatim: boolean }): void {
  const rest = text.replace(angled, (_, inner: string) => {
    const [target = "", words = target] = inner.split("|");
    if (/^[@#!]/.test(target)) shown.mentions.push(target);
    else if (/^[a-z]+:/i.test(target)) shown.links.push({ words, url: unescaped(target) });
    return unescaped(words);
  });
  for (const [, mark = "", words = ""] of rest.matchAll(marks)) shown.styled.push({ style: mark, words });
  showEmoji(rest, shown);
  const said = unescaped(rest);
  if (!isVerbatim) shown.links.push(...linkify(said).map(({ words, url }) => ({ words, url })));
  shown.text += said;
}

function showEmoji(text: string, shown: Part): void {
  for (const [words] of text.matchAll(/:[a-z0-9_+-]+:/g)) shown.styled.push({ style: "emoji", words });
}

function unescaped(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
