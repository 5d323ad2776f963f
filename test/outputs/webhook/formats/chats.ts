/** Every format of chats with a service that takes its messages. */

import type { WebAnswer } from "../../../../src/outputs/delivery/web-posts.ts";
import type { AskedMessage } from "../../../../src/outputs/member.ts";
import type {
  WebhookBody,
  WebhookFormat,
  WebhookOutcome,
} from "../../../../src/outputs/webhook/formats/format.ts";
import { formatNamed } from "../../../../src/outputs/webhook/formats/index.ts";
import { openApprise } from "../services/apprise.ts";
import { openDiscord } from "../services/discord.ts";
import { token as lineToken, openLine, to } from "../services/line.ts";
import { openNtfy, topic } from "../services/ntfy.ts";
import type { ChatService, Shown } from "../services/service.ts";
import { openSlack } from "../services/slack.ts";
import { openTelegram, token } from "../services/telegram.ts";

type Target = Readonly<Record<string, unknown>>;

const openers: Readonly<Record<string, () => Promise<{ service: ChatService; target: Target }>>> = {
  slack: async () => {
    const service = await openSlack();
    return { service, target: { url: service.address } };
  },
  discord: async () => {
    const service = await openDiscord();
    return { service, target: { url: service.address } };
  },
  telegram: async () => {
    const service = await openTelegram();
    return { service, target: { token, chat: "-1001234567890", url: service.url } };
  },
  line: async () => {
    const service = await openLine();
    return { service, target: { token: lineToken, to, url: service.url } };
  },
  ntfy: async () => {
    const service = await openNtfy();
    return { service, target: { topic, url: service.url } };
  },
  apprise: async () => {
    const service = await openApprise();
    return { service, target: { url: service.address } };
  },
};

export const chatNames = Object.keys(openers);

export interface Chat {
  readonly format: WebhookFormat;
  readonly service: ChatService;
  readonly target: Target;
  /** Sends a message; gives what the format made of the answer, and what a person sees of it. */
  send(asked: AskedMessage, id?: string): Promise<{ outcome: WebhookOutcome; shown: Shown | undefined }>;
  sendBody(body: WebhookBody, id?: string): Promise<WebhookOutcome>;
}

/** @param more settings of its target besides those that it needs */
export async function openChat(name: string, more: Target = {}): Promise<Chat> {
  const format = formatNamed(name);
  const opener = openers[name];
  if (format === undefined || opener === undefined) throw new Error(`no format ${name}`);
  const { service, target: own } = await opener();
  const target = format.schema.parse({ ...own, ...more });
  const sendBody = async (body: WebhookBody, id = "msg_1") =>
    format.read(await post(format.call(target, body, id, 0), body));
  return {
    ...{ format, service, target, sendBody },
    async send(asked, id) {
      const before = service.shown.length;
      const outcome = await sendBody(format.body(asked, target), id);
      return { outcome, shown: service.shown[before] };
    },
  };
}

async function post(call: ReturnType<WebhookFormat["call"]>, body: WebhookBody): Promise<WebAnswer> {
  const response = await fetch(call.url, {
    method: "POST",
    headers: { ...call.headers, "content-type": body.contentType },
    body: body.body,
  });
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  };
}
