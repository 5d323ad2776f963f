/**
 * The format `slack`: incoming webhooks. Words stand in plain-text objects and in elements of rich text, which Slack
 * never parses: no mark-up, mention, emoji or link comes of them. Links are elements of their own; buttons would show a
 * warning to whoever has no app that answers them.
 */
import * as z from "zod";
import { readStatus, type WebAnswer } from "../../delivery/web-posts.ts";
import { type ChatLink, type ChatMessage, chatLine, chatMessage } from "../../letter/chat-message.ts";
import { cutWithin, linksWithin, wordsWithin } from "../../letter/chat-words.ts";
import { format, jsonBody, type WebhookOutcome, webAddress } from "./format.ts";

const schema = z.strictObject({
  url: webAddress
    .describe("address of an incoming webhook of Slack; it is secret")
    .meta({ examples: ["https://hooks.slack.com/services/T000/B000/XXXX"] }),
});

export const slack = format({
  name: "slack",
  about: "a channel of Slack, by an incoming webhook",
  schema,
  secrets: ["url"],
  warnings: () => [],
  body: (asked) => jsonBody(payloadOf(chatMessage(asked))),
  trial: (_target, words) => jsonBody(payloadOf(chatLine(words))),
  call: ({ url }) => ({ url, headers: {} }),
  read: readSlack,
});

/** Slack's bounds, in characters: the text of a header and of a section, and the address of a link. */
const headerMax = 150;
const sectionMax = 3_000;
const linksMax = 3_000;

function payloadOf(message: ChatMessage) {
  const { head } = message;
  const title = cutWithin(head, (words) => words.length <= headerMax);
  const whole = title === head ? message : { ...message, paragraphs: [head, ...message.paragraphs] };
  const words = wordsWithin(whole, (text) => text.length <= sectionMax);
  const links = linksWithin(message, (link) => link.url.length + link.words.length, linksMax);
  return {
    // Shown in notifications, where no block is.
    text: escapeMrkdwn(head),
    ...{ mrkdwn: false, parse: "none", link_names: false, unfurl_links: false, unfurl_media: false },
    blocks: [
      { type: "header", text: plainText(title) },
      ...(words === "" ? [] : [{ type: "section", text: plainText(words) }]),
      ...(links.length === 0 ? [] : [{ type: "rich_text", elements: [linksSection(links)] }]),
    ],
  };
}

function plainText(text: string) {
  return { type: "plain_text", text, emoji: false };
}

function linksSection(links: readonly ChatLink[]) {
  const elements = links.flatMap(({ words, url }, index) => [
    ...(index === 0 ? [] : [{ type: "text", text: " · " }]),
    { type: "link", url, text: words },
  ]);
  return { type: "rich_text_section", elements };
}

function escapeMrkdwn(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** An archived channel may be opened again, or the webhook replaced. */
const archived = 410;

function readSlack(answer: WebAnswer): WebhookOutcome {
  const read = readStatus(answer);
  if (answer.status === archived) return { outcome: "failed", said: read.said };
  if (read.outcome !== "sent" || answer.body.trim() === "ok") return read;
  return { outcome: "failed", said: `not an answer of Slack: ${read.said}` };
}
