/**
 * The format `line`: push messages of a LINE Official Account. The message is a Flex Message: its texts are no links and
 * mention nobody, while LINE makes links of every address in an ordinary one.
 */
import { createHash } from "node:crypto";
import * as z from "zod";
import type { WebAnswer } from "../../delivery/web-posts.ts";
import { type ChatLink, type ChatMessage, chatLine, chatMessage } from "../../letter/chat-message.ts";
import { cutWithin, linksWithin, wordsWithin } from "../../letter/chat-words.ts";
import { fieldsOf, format, jsonBody, readOwn, type WebhookOutcome, webAddress } from "./format.ts";

const schema = z.strictObject({
  token: z
    .string()
    .regex(/^[A-Za-z0-9+/=._-]{20,}$/, { error: "this is no channel access token of LINE" })
    .describe("long-lived channel access token"),
  to: z
    .string()
    .regex(/^[UCR][0-9a-f]{32}$/, {
      error: "this is no id of a user, group or room: U, C or R and 32 hex digits",
    })
    .describe("id of the user, group or room")
    .meta({ examples: ["U4af4980629d3c1a4d3f6a3ba1b9f0d0e"] }),
  url: webAddress
    .default("https://api.line.me")
    .describe("address of the Messaging API")
    .meta({ examples: ["https://api.line.me"] }),
});

type Target = z.output<typeof schema>;

export const line = format({
  name: "line",
  about: "a person, group or room of LINE, by the Messaging API",
  schema,
  secrets: ["token"],
  warnings: () => [],
  body: (asked, target) => jsonBody(payloadOf(chatMessage(asked), target)),
  trial: (target, words) => jsonBody(payloadOf(chatLine(words), target)),
  call: ({ url, token }, _body, id) => ({
    url: `${url.replace(/\/+$/, "")}/v2/bot/message/push`,
    headers: { authorization: `Bearer ${token}`, "x-line-retry-key": retryKey(id) },
  }),
  read: readLine,
});

/** LINE's bounds, in characters: the notification, the address and the label of a link. */
const altTextMax = 400;
const uriMax = 1_000;
const labelMax = 20;
/** Characters of the words and bytes of the links: with three bytes a character a bubble stays below its 30 KB. */
const wordsMax = 5_000;
const linksMax = 8_000;

function payloadOf(message: ChatMessage, { to }: Target) {
  const { head } = message;
  const reachable = { ...message, links: message.links.filter(({ url }) => url.length <= uriMax) };
  const links = linksWithin(reachable, ({ words, url }) => Buffer.byteLength(words + url), linksMax);
  const words = wordsWithin(message, (some) => some.length <= wordsMax);
  const altText = cutWithin(head, (some) => some.length <= altTextMax);
  return { to, messages: [{ type: "flex", altText, contents: bubbleOf(head, words, links) }] };
}

function bubbleOf(head: string, words: string, links: readonly ChatLink[]) {
  const text = (said: string, more: object) => ({ type: "text", text: said, wrap: true, ...more });
  const contents = [
    text(head, { weight: "bold" }),
    ...(words === "" ? [] : [text(words, { size: "sm" })]),
    ...links.map(({ words: said, url }) =>
      text(said, { size: "sm", color: "#2563eb", decoration: "underline", action: uriAction(said, url) }),
    ),
  ];
  const body = { type: "box", layout: "vertical", spacing: "md", contents };
  return { type: "bubble", size: "giga", body };
}

function uriAction(words: string, uri: string) {
  return { type: "uri", label: cutWithin(words, (label) => label.length <= labelMax), uri };
}

/** A UUID that every attempt at a message has, so that LINE takes it once. */
function retryKey(id: string): string {
  const bytes = createHash("sha256").update(id).digest().subarray(0, 16);
  // The version of UUIDs that are made freely, and their variant.
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

function readLine(answer: WebAnswer): WebhookOutcome {
  const accepted = answer.headers["x-line-accepted-request-id"];
  if (answer.status === 409) {
    if (accepted !== undefined) return { outcome: "sent", said: `taken before, as ${accepted}` };
    return { outcome: "failed", said: answer.body };
  }
  const { message, details } = fieldsOf(answer.body);
  const read = readOwn(answer, ({ sentMessages }) => Array.isArray(sentMessages));
  if (read.outcome === "sent" || typeof message !== "string") return read;
  return { ...read, said: [`${answer.status} ${message}`, ...detailsOf(details)].join("; ") };
}

/** The places of a message that LINE found fault with. */
function detailsOf(details: unknown): string[] {
  if (!Array.isArray(details)) return [];
  return details.slice(0, 3).map((one) => `${one?.property}: ${one?.message}`);
}
