/** Notifications as requests: one draft a target. Pure. */
import { createHash } from "node:crypto";
import type { MailDraft } from "../../model/mail.ts";
import { messageContent } from "../letter/message-content.ts";
import { voiceIn } from "../letter/voice.ts";
import type { AskedMessage } from "../member.ts";
import type { WebhookBody } from "./formats/format.ts";
import { formatNamed } from "./formats/index.ts";
import type { Target } from "./settings.ts";

/** A request as every attempt sends it, with the name of the format that made it. */
export interface KeptRequest extends WebhookBody {
  readonly format: string;
}

/** Headers of a draft that say what its text is; the second is ours alone and is not sent. */
const headerOf = { contentType: "content-type", format: "yagura-format" } as const;

/** Name of a request: always that of its message and target, and like no other output's. */
export function requestIdOf(name: string, target: string): string {
  const hash = createHash("sha256")
    .update(JSON.stringify(["webhook", name, target]))
    .digest("hex");
  return `msg_${hash.slice(0, 32)}`;
}

/** The request of a notification to a target of its receiver. */
export function requestOf(asked: AskedMessage, called: string, target: Target): MailDraft {
  const { notification, types } = asked;
  const { name, told, at, language } = notification;
  const format = formatNamed(target.format);
  if (format === undefined) throw new Error(`there is no format ${target.format}`);
  const { simulated, title } = messageContent(asked, voiceIn(language, types, at));
  const { contentType, body } = format.body(asked, target);
  return {
    message: name,
    alertSeq: told[0]?.entry.seq ?? 0,
    address: called,
    messageId: requestIdOf(name, called),
    date: new Date(at).toISOString(),
    subject: `${simulated ? "[SIMULATED] " : ""}${title}`,
    text: body,
    ...{ from: "", html: "" },
    extras: { headers: { [headerOf.contentType]: contentType, [headerOf.format]: format.name } },
  };
}

/** The bytes that are kept of a draft. */
export function keepRequest({ text, extras }: Pick<MailDraft, "text" | "extras">): Buffer {
  const { [headerOf.contentType]: contentType = "", [headerOf.format]: format = "" } = extras?.headers ?? {};
  const kept: KeptRequest = { format, contentType, body: text };
  return Buffer.from(JSON.stringify(kept));
}

/** Undefined where the text is no request. */
export function readKept(text: string): KeptRequest | undefined {
  try {
    const { format, contentType, body } = JSON.parse(text) as Partial<Record<keyof KeptRequest, unknown>>;
    const isWhole = [format, contentType, body].every((part) => typeof part === "string");
    return isWhole ? ({ format, contentType, body } as KeptRequest) : undefined;
  } catch {
    return undefined;
  }
}
