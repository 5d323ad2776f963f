/**
 * The format `apprise`: an Apprise API, which passes messages on to services of many kinds. Nobody knows here which
 * mark-up these have, so the words have none of the marks of any.
 */
import * as z from "zod";
import type { Severity } from "../../../model/news-items.ts";
import { readStatus, type WebAnswer } from "../../delivery/web-posts.ts";
import { type ChatLink, type ChatMessage, chatLine, chatMessage } from "../../letter/chat-message.ts";
import { inertEverywhere, linksWithin, wordsWithin } from "../../letter/chat-words.ts";
import { format, jsonBody, type WebhookOutcome, webAddress } from "./format.ts";

const schema = z.strictObject({
  url: webAddress
    .describe("address of the API with the key of its configuration, .../notify/KEY")
    .meta({ examples: ["http://127.0.0.1:8000/notify/yagura"] }),
  tag: z
    .string()
    .regex(/^(?=.*\w)[\w., -]{1,200}$/, {
      error: "a tag has letters, digits, - and _; a comma means or, a blank and",
    })
    .optional()
    .describe("tags of the services that get the message; without it all of the key"),
});

type Target = z.output<typeof schema>;

export const apprise = format({
  name: "apprise",
  about: "any service that an Apprise API knows",
  schema,
  secrets: ["url"],
  warnings({ url }) {
    if (/\/notify\/[\w-]+\/?$/.test(new URL(url).pathname)) return [];
    return [{ at: ["url"], message: "the address of an Apprise API ends in /notify/ and a key" }];
  },
  body: (asked, target) => jsonBody(payloadOf(chatMessage(asked), target)),
  trial: (target, words) => jsonBody(payloadOf(chatLine(words), target)),
  call: ({ url }) => ({ url, headers: {} }),
  read: readApprise,
});

const kinds: Readonly<Record<Severity, string>> = { info: "info", warning: "warning", critical: "failure" };

/** What most services take in one message; Apprise cuts the rest, and the links with it. */
const bodyMax = 1_900;
const linksMax = 1_000;

function payloadOf(message: ChatMessage, { tag }: Target) {
  const { severity, head } = message;
  const linkText = ({ words, url }: ChatLink) => `${inertEverywhere(words)}: ${url}`;
  const links = linksWithin(message, (link) => linkText(link).length + 1, linksMax)
    .map(linkText)
    .join("\n");
  const bodyOf = (words: string) =>
    [inertEverywhere(words), links].filter((block) => block !== "").join("\n\n");
  const words = wordsWithin(message, (text) => bodyOf(text).length <= bodyMax);
  return {
    title: inertEverywhere(head),
    // An empty body is refused.
    body: bodyOf(words) || "–",
    type: kinds[severity],
    format: "text",
    ...(tag !== undefined && { tag }),
  };
}

const noService = 204;
const someFailed = 424;

function readApprise(answer: WebAnswer): WebhookOutcome {
  const { status } = answer;
  const read = readStatus(answer);
  if (status === noService)
    return { outcome: "failed", said: "204: there is no service under this key and tag" };
  if (status === someFailed) return { outcome: "failed", said: `${read.said}: not every service took it` };
  return read;
}
