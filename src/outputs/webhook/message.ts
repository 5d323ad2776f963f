/** Notifications as requests: one draft a target. Pure. */
import { createHash } from "node:crypto";
import type { MailDraft } from "../../model/mail.ts";
import { contentOf } from "../letter/message-content.ts";
import { voiceIn } from "../letter/voice.ts";
import type { AskedMail } from "../member.ts";
import type { WebhookBody } from "./formats/format.ts";
import { formatNamed } from "./formats/index.ts";
import type { Target } from "./settings.ts";

/** What the outbox keeps of a request: its body, and the format that made it. */
export interface KeptRequest extends WebhookBody {
  readonly format: string;
}

/** The same for a message and a target; no other output's begins like it. */
export function requestIdOf(name: string, target: string): string {
  const hash = createHash("sha256")
    .update(JSON.stringify(["webhook", name, target]))
    .digest("hex");
  return `msg_${hash.slice(0, 32)}`;
}

/** The request of a notification to a target of its receiver. */
export function requestOf(asked: AskedMail, called: string, target: Target): MailDraft {
  const { notification, types } = asked;
  const { name, told, at, language } = notification;
  const format = formatNamed(target.format);
  if (format === undefined) throw new Error(`there is no format ${target.format}`);
  const { simulated, title } = contentOf(asked, voiceIn(language, types, at));
  const kept: KeptRequest = { format: format.name, ...format.body(asked, target) };
  return {
    message: name,
    alertSeq: told[0]?.entry.seq ?? 0,
    address: called,
    messageId: requestIdOf(name, called),
    date: new Date(at).toISOString(),
    subject: `${simulated ? "[SIMULATED] " : ""}${title}`,
    text: JSON.stringify(kept),
    ...{ from: "", html: "" },
  };
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
