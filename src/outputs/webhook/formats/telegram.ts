/**
 * The format `telegram`: messages of a bot. Nothing is parsed: what is bold or a link is said by entities. Telegram
 * itself looks for addresses, mentions, hashtags and commands, but never within what is marked as code, so what looks
 * like one is marked so.
 */
import * as z from "zod";
import type { WebAnswer } from "../../delivery/web-posts.ts";
import { type ChatLink, type ChatMessage, chatLine, chatMessage } from "../../letter/chat-message.ts";
import { linksWithin, wordsWithin } from "../../letter/chat-words.ts";
import { fieldsOf, format, jsonBody, readOwn, type WebhookOutcome, waitOf, webAddress } from "./format.ts";

const schema = z.strictObject({
  token: z
    .string()
    .regex(/^\d+:[\w-]{20,}$/, {
      error: "this is no token of a bot; BotFather gives one like 123456:ABC-DEF...",
    })
    .describe("token of the bot")
    .meta({ examples: ["123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11"] }),
  chat: z
    .string()
    .regex(/^(-?\d{1,20}|@\w{4,32})$/, {
      error: 'this is no chat; one is a number such as "-1001234567890", in quotes, or @channel',
    })
    .describe("number of the chat, or @ and the name of a public channel")
    .meta({ examples: ["-1001234567890"] }),
  topic: z.int().min(1).optional().describe("number of a topic of the chat; without it the chat itself"),
  url: webAddress
    .default("https://api.telegram.org")
    .describe("address of the Bot API; one's own server has another")
    .meta({ examples: ["https://api.telegram.org"] }),
});

type Target = z.output<typeof schema>;

export const telegram = format({
  name: "telegram",
  about: "a chat, group or channel of Telegram, by a bot",
  schema,
  secrets: ["token"],
  warnings: () => [],
  body: (asked, target) => jsonBody(payloadOf(chatMessage(asked), target)),
  trial: (target, words) => jsonBody(payloadOf(chatLine(words), target)),
  call: ({ url, token }) => ({ url: `${url.replace(/\/+$/, "")}/bot${token}/sendMessage`, headers: {} }),
  read: readTelegram,
});

const textMax = 4_096;
const linksMax = 1_000;

interface Entity {
  readonly type: "bold" | "code" | "text_link";
  /** In UTF-16 units. */
  readonly offset: number;
  readonly length: number;
  readonly url?: string;
}

function payloadOf(message: ChatMessage, { chat, topic }: Target) {
  const { head } = message;
  const links = linksWithin(message, (link) => link.words.length + 1, linksMax);
  const textOf = (words: string) =>
    [head, words, links.map((link) => link.words).join("\n")].filter((block) => block !== "").join("\n\n");
  const words = wordsWithin(message, (some) => textOf(some).length <= textMax);
  const text = textOf(words);
  const linksAt = text.length - links.map((link) => link.words).join("\n").length;
  return {
    chat_id: chat,
    ...(topic !== undefined && { message_thread_id: topic }),
    text,
    entities: [...wordEntities(text.slice(0, linksAt), head.length), ...linkEntities(links, linksAt)],
    link_preview_options: { is_disabled: true },
  };
}

/** Telegram takes a hundred; a head has few words. */
const codesMost = 60;

/** The head in bold; what looks active is code, which cannot be bold as well. */
function wordEntities(text: string, headLength: number): Entity[] {
  const codes = activeSpans(text, codesMost);
  const bold: Entity[] = [];
  let at = 0;
  for (const { start, end } of [...codes, { start: headLength, end: headLength }]) {
    const length = Math.min(start, headLength) - at;
    if (length > 0) bold.push({ type: "bold", offset: at, length });
    at = end;
  }
  return [
    ...bold,
    ...codes.map(({ start, end }) => ({ type: "code" as const, offset: start, length: end - start })),
  ];
}

function linkEntities(links: readonly ChatLink[], start: number): Entity[] {
  let offset = start;
  return links.map(({ words, url }) => {
    const entity = { type: "text_link" as const, offset, length: words.length, url };
    offset += words.length + 1;
    return entity;
  });
}

function readTelegram(answer: WebAnswer): WebhookOutcome {
  const { result, description, parameters } = fieldsOf(answer.body);
  const read = readOwn(answer, ({ ok }) => ok === true);
  const id = partOf(result, "message_id");
  if (read.outcome === "sent") return id === undefined ? read : { outcome: "sent", said: `message ${id}` };
  // A group that grew has another number, which the settings need.
  const moved = partOf(parameters, "migrate_to_chat_id");
  const said = [description ?? read.said, ...(moved === undefined ? [] : [`the chat is now ${moved}`])];
  return { ...read, said: said.join("; "), retryAfterMs: waitOf(partOf(parameters, "retry_after")) };
}

function partOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

// Spans of a text that programs make links, mentions, hashtags or commands of by themselves.

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Words that look like an address, a mention, a hashtag, a command or a telephone number, in any width; more of them than
 * there should be rather than fewer. A point or a slash between figures makes none.
 */
const active =
  /\S[.．｡](?:[^\s\p{N}\p{P}]|[-_])|[A-Za-z]:\S|\d\.\d{1,3}\.\d|[@＠#＃$＄][\p{L}\p{N}_]|(?<![\p{L}\p{N}_/])\/[\p{L}\p{N}_]|[+＋][\d().-]{8,}/u;

/**
 * @param most number of spans; where there are more, one reaches over all of them
 */
function activeSpans(text: string, most: number): Span[] {
  const spans: Span[] = [];
  for (const { 0: word, index } of text.matchAll(/\S+/g))
    if (active.test(word)) spans.push({ start: index, end: index + word.length });
  const [first, last] = [spans[0], spans.at(-1)];
  return spans.length > most && first && last ? [{ start: first.start, end: last.end }] : spans;
}
