/**
 * The format `discord`: webhooks of a channel. Discord parses every message as Markdown, so what could be mark-up is
 * escaped; mentions and previews of links are switched off.
 */
import * as z from "zod";
import type { WebAnswer } from "../../delivery/web-posts.ts";
import { type ChatLink, type ChatMessage, chatLine, chatMessage } from "../../letter/chat-message.ts";
import { cutWithin, linksWithin, wordsWithin } from "../../letter/chat-words.ts";
import { fieldsOf, format, jsonBody, readOwn, type WebhookOutcome, waitOf, webAddress } from "./format.ts";

const schema = z.strictObject({
  url: webAddress
    .describe("address of a webhook of a channel of Discord; it is secret")
    .meta({ examples: ["https://discord.com/api/webhooks/1234567890/XXXX"] }),
  thread: z
    .string()
    .regex(/^\d{1,20}$/, { error: "the number of a thread holds digits only; write it in quotes" })
    .optional()
    .describe("number of a thread or a post of a forum; without it the channel itself")
    .meta({ examples: ["1234567890123456789"] }),
});

export const discord = format({
  name: "discord",
  about: "a channel of Discord, by a webhook",
  schema,
  secrets: ["url"],
  warnings({ url }) {
    if (!/\/(slack|github)\/?$/.test(new URL(url).pathname)) return [];
    const message = "this is the address for messages in the form of another service";
    return [{ at: ["url"], message, suggestion: "leave out everything after the token" }];
  },
  body: (asked) => jsonBody(payloadOf(chatMessage(asked))),
  trial: (_target, words) => jsonBody(payloadOf(chatLine(words))),
  call({ url, thread }) {
    const called = new URL(url);
    // Without it Discord answers before it knows whether it keeps the message.
    called.searchParams.set("wait", "true");
    if (thread !== undefined) called.searchParams.set("thread_id", thread);
    return { url: called.href, headers: {} };
  },
  read: readDiscord,
});

const contentMax = 2_000;
const headMax = 850;
const linksMax = 1_000;
const suppressEmbeds = 4;

function payloadOf(message: ChatMessage) {
  const head = cutWithin(message.head, (words) => escapeMarkdown(words).length <= headMax);
  const title = `**${escapeMarkdown(head)}**`;
  const links = linksWithin(message, (link) => linkText(link).length + 3, linksMax)
    .map(linkText)
    .join(" · ");
  const contentOf = (words: string) =>
    [title, escapeMarkdown(words), links].filter((block) => block !== "").join("\n\n");
  const words = wordsWithin(message, (text) => contentOf(text).length <= contentMax);
  return { content: contentOf(words), allowed_mentions: { parse: [] }, flags: suppressEmbeds };
}

/**
 * Marks of Discord's Markdown. Times keep their colons, sentences their points and words their dashes, since the
 * backslashes are seen where a message is shown unparsed.
 */
const markup =
  /(?<![\d:])\d{1,2}:\d{2}(?![\d:])|[\\*_~`|<>[\]@#]|:(?=\S)|\.(?=[^\s\d])|(?<=^ *)[-+]|(?<=^ *\d+)[.)]/gm;

function escapeMarkdown(text: string): string {
  return text.replace(markup, (mark) => (mark.length > 1 ? mark : `\\${mark}`));
}

/** Brackets end a label even where they are escaped, so it has others. */
function linkText({ words, url }: ChatLink): string {
  const label = words.replaceAll("[", "［").replaceAll("]", "］");
  return `[${escapeMarkdown(label)}](<${url.replace(/[\s<>()\\]/g, encodeURIComponent)}>)`;
}

function readDiscord(answer: WebAnswer): WebhookOutcome {
  if (answer.status === 204) return { outcome: "sent", said: "204" };
  const read = readOwn(answer, ({ id }) => typeof id === "string");
  const { id, retry_after: wait } = fieldsOf(answer.body);
  if (read.outcome === "sent") return id === undefined ? read : { outcome: "sent", said: `message ${id}` };
  return { ...read, retryAfterMs: waitOf(wait) };
}
