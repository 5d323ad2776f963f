/** The format `json`: the whole notification for a program, signed as Standard Webhooks says. */

import { createHmac } from "node:crypto";
import * as z from "zod";
import { filledText } from "../../../lib/yaml/validate-yaml.ts";
import type { ToldAlert } from "../../../model/notification.ts";
import { readStatus } from "../../delivery/web-posts.ts";
import { marksOf, messageContent } from "../../letter/message-content.ts";
import type { RenderLetter } from "../../letter/templates/template.ts";
import { variablesOf } from "../../letter/templates/variables.ts";
import { textPart } from "../../letter/text.ts";
import { plainText, voiceIn } from "../../letter/voice.ts";
import type { AskedMessage } from "../../member.ts";
import { format, jsonBody, jsonText, webAddress } from "./format.ts";

// Signatures of Standard Webhooks: HMAC-SHA256 over the id of the message, the time and the body.

const prefix = "whsec_";
/** Lengths that the specification gives keys. */
const [leastKeyBytes, mostKeyBytes] = [24, 64];

/** The key of a secret such as `whsec_...`; undefined where the text is none. */
function keyOf(secret: string): Buffer | undefined {
  const text = secret.startsWith(prefix) ? secret.slice(prefix.length) : "";
  const key = Buffer.from(text, "base64");
  const isWhole = key.toString("base64").replace(/=+$/, "") === text.replace(/=+$/, "");
  return isWhole && key.length >= leastKeyBytes && key.length <= mostKeyBytes ? key : undefined;
}

const signingSecret = z
  .string()
  .refine((text) => keyOf(text) !== undefined, {
    // The text is never repeated.
    error: "a secret is whsec_ and 24 to 64 random bytes in base64: echo whsec_$(openssl rand -base64 32)",
  })
  .meta({ pattern: "^whsec_[A-Za-z0-9+/]{32,86}={0,2}$" });

/**
 * The headers of a signed message. A receiver takes it if one of the signatures is right, so a secret can be changed
 * with both in use for a while.
 * @param sentAt ms since 1970
 */
export function signatureHeaders(
  secrets: readonly string[],
  { id, sentAt, body }: { readonly id: string; readonly sentAt: number; readonly body: string },
): Record<string, string> {
  const seconds = String(Math.floor(sentAt / 1_000));
  const signatures = secrets.flatMap((secret) => {
    const key = keyOf(secret);
    if (key === undefined) return [];
    return [`v1,${createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64")}`];
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": seconds,
    ...(signatures.length > 0 && { "webhook-signature": signatures.join(" ") }),
  };
}

// The format.

const schema = z.strictObject({
  url: webAddress.describe("address that takes the requests"),
  secret: z
    .union([signingSecret, z.array(signingSecret).min(1).max(10)])
    .optional()
    .describe("secret that the requests are signed with, whsec_...; a list while it is being changed")
    .meta({ examples: ["whsec_c29tZSAyNCByYW5kb20gYnl0ZXMgYXQgbGVhc3Q="] }),
  template: filledText()
    .optional()
    .describe("file of a template for the body, which must give JSON; left out: the built-in body")
    .meta({ examples: ["templates/program.json"] }),
});

export const json = format({
  name: "json",
  about: "a program of one's own: the whole notification as JSON, signed as Standard Webhooks says",
  schema,
  secrets: ["url", "secret"],
  warnings({ secret }) {
    if (secret !== undefined) return [];
    const message = "requests to it are not signed: it cannot know who sends them";
    return [{ at: ["url"], message, suggestion: "`secret: whsec_...` signs them" }];
  },
  body: (asked, target) => jsonText(templateBody(asked, target) ?? bodyOf(asked)),
  trial: (_target, words, at) =>
    jsonBody({ type: "test", timestamp: new Date(at).toISOString(), data: { text: words } }),
  call({ url, secret = [] }, { body }, id, sentAt) {
    return { url, headers: signatureHeaders([secret].flat(), { id, sentAt, body }) };
  },
  read: readStatus,
});

/** Undefined: there is no template, or the message takes more than one may. */
function templateBody(asked: AskedMessage, target: object): string | undefined {
  const render = jsonTemplateOf(target);
  if (render === undefined) return undefined;
  const { language, at } = asked.notification;
  const voice = voiceIn(language, asked.types, at);
  const content = messageContent(asked, voice);
  try {
    const variables = variablesOf(content, { marks: marksOf(content, voice), chartId: "" });
    const body = render(variables, asked.templateSteps);
    JSON.parse(body);
    return body;
  } catch {
    // A message that tells something comes before its form.
    return undefined;
  }
}

/** Most characters of the whole message in words. */
const mostText = 20_000;
/** Most bytes of all alerts: services that take requests often end them at a few hundred thousand. */
const mostBytes = 200_000;

function bodyOf(asked: AskedMessage): string {
  const { notification, types, isSimulated } = asked;
  const { kind, name, receiver, route, language, at, told, all, digest, about } = notification;
  const voice = voiceIn(language, types, at);
  const content = messageContent(asked, voice);
  return JSON.stringify({
    type: `notification.${kind}`,
    timestamp: new Date(at).toISOString(),
    data: {
      ...{ name, kind, receiver, route, language, severity: content.severity },
      simulated: told.some((one) => isSimulated(one)),
      ...(digest !== undefined && { digest }),
      ...(about !== undefined && { about }),
      title: content.title,
      body: content.body,
      text: plainText(textPart(content, marksOf(content, voice)), mostText),
      all,
      alerts: firstFew(told.map((one) => alertOf(one, asked))),
    },
  });
}

function alertOf({ entry, cause, reason, times, since }: ToldAlert, { links, notification }: AskedMessage) {
  return {
    ...{ seq: entry.seq, reason, times, since: new Date(since).toISOString() },
    links: links?.(entry, notification.receiver),
    event: entry.event,
    cause: cause && { seq: cause.seq, event: cause.event },
  };
}

/** The first one, and as many more as there is room for. */
function firstFew<One>(alerts: readonly One[]): One[] {
  let bytes = 0;
  return alerts.filter((one, index) => {
    bytes += Buffer.byteLength(JSON.stringify(one));
    return index === 0 || bytes <= mostBytes;
  });
}

// The templates that a monitor runs with. What compiles them is loaded only where there are some.

/** By their targets. A backtest has none: it shows the built-in bodies. */
const running = new WeakMap<object, RenderLetter>();

export function runJsonTemplate(target: object, render: RenderLetter): void {
  running.set(target, render);
}

export function jsonTemplateOf(target: object): RenderLetter | undefined {
  return running.get(target);
}
