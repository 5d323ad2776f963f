/**
 * The format `ntfy`: notifications of ntfy, published as JSON. Its programs make links of addresses in the text and have
 * no switch against it, so addresses of strangers are written in a way that nothing follows.
 */
import * as z from "zod";
import type { Severity } from "../../../model/news-items.ts";
import { type ChatMessage, chatLine, chatMessage } from "../../letter/chat-message.ts";
import { cutWithin, inertText, wordsWithin } from "../../letter/chat-words.ts";
import { format, jsonBody, readOwn, webAddress } from "./format.ts";

const schema = z.strictObject({
  topic: z
    .string()
    .regex(/^[-\w]{1,64}$/, { error: "a topic has up to 64 letters, digits, - and _" })
    .describe("topic; whoever knows it can read it, where the server asks for no login")
    .meta({ examples: ["yagura-4f9c2a71"] }),
  token: z
    .string()
    .regex(/^[\w.~+/=-]+$/, { error: "this is no access token of ntfy" })
    .optional()
    .describe("access token, where the server asks for one"),
  url: webAddress
    .default("https://ntfy.sh")
    .describe("address of the server")
    .meta({ examples: ["https://ntfy.example.com"] }),
});

type Target = z.output<typeof schema>;

export const ntfy = format({
  name: "ntfy",
  about: "telephones and desktops, by ntfy",
  schema,
  secrets: ["token", "topic"],
  warnings: () => [],
  body: (asked, target) => jsonBody(payloadOf(chatMessage(asked), target)),
  trial: (target, words) => jsonBody(payloadOf(chatLine(words), target)),
  call: ({ url, token }) => ({
    url: `${url.replace(/\/+$/, "")}/`,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  }),
  read: (answer) => readOwn(answer, ({ id }) => typeof id === "string"),
});

const looks: Readonly<Record<Severity, { readonly priority: number; readonly tags: readonly string[] }>> = {
  info: { priority: 3, tags: [] },
  warning: { priority: 4, tags: ["warning"] },
  critical: { priority: 5, tags: ["rotating_light"] },
};

/** A longer message becomes a file; the server takes a request of twice as many bytes. */
const messageMax = 4_000;
const requestMax = 8_000;
const actionsMost = 3;
const linksMax = 2_500;
/** A button has little room. */
const labelMax = 60;

function payloadOf(message: ChatMessage, { topic }: Target) {
  const { severity, head, links } = message;
  const [first, ...others] = links.filter(({ url }) => url.length <= linksMax / (actionsMost + 1));
  const shown = others.length === 0 && first !== undefined ? [first] : others;
  const payloadWith = (words: string) => ({
    topic,
    // Without a message the server says "triggered": a message of one line is no title.
    ...(words === "" ? { message: inertText(head) } : { title: inertText(head), message: inertText(words) }),
    ...looks[severity],
    ...(first !== undefined && { click: first.url }),
    actions: shown
      .slice(0, actionsMost)
      .map(({ words: label, url }) => ({ action: "view", label: labelOf(label), url })),
  });
  const isWithin = (words: string) =>
    Buffer.byteLength(inertText(words)) <= messageMax &&
    Buffer.byteLength(JSON.stringify(payloadWith(words))) <= requestMax;
  return payloadWith(wordsWithin(message, isWithin));
}

function labelOf(words: string): string {
  return inertText(cutWithin(words, (label) => label.length <= labelMax));
}
