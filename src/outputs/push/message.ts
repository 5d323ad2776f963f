/** Notifications as messages to devices: one draft a device. Pure. */
import { createHash } from "node:crypto";
import type { LogEntry } from "../../model/event.ts";
import type { MailDraft } from "../../model/mail.ts";
import { type Alert, isSeverity, type Severity } from "../../model/news-items.ts";
import { chatMessage } from "../letter/chat-message.ts";
import { cutWithin, wordsWithin } from "../letter/chat-words.ts";
import type { AskedMessage } from "../member.ts";

/** What a device shows. All of it is text; strangers may have written parts of it. */
export interface PushMessage {
  /** Id of the message, the same for every copy. */
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly severity: Severity;
  /** Where a click leads: the alert on the page, or the inbox where it is about several. */
  readonly url: string;
  /** A later message with the same tag takes its place: those about one alert. */
  readonly tag: string;
}

/** Bytes that one record of the encryption holds, of the 4,096 that every push service takes. */
const mostBytes = 3_993;
/** More of a title is shown nowhere. */
const mostTitle = 200;

/** Name of a message: always that of its notification and device, and like no other output's. */
export function pushIdOf(name: string, address: string): string {
  return `push_${hashOf(["push", name, address])}`;
}

function hashOf(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}

export function pushOf(asked: AskedMessage, address: string): MailDraft {
  const { name, told, at } = asked.notification;
  const message = chatMessage(asked);
  const id = pushIdOf(name, address);
  const shown = {
    ...{ id, title: cutWithin(message.head, (title) => title.length <= mostTitle), body: "" },
    ...{ severity: message.severity, url: urlOf(asked), tag: tagOf(asked) },
  };
  const body = wordsWithin(message, (words) => isWithin({ ...shown, body: words }));
  return {
    ...{ message: name, alertSeq: told[0]?.entry.seq ?? 0, address, messageId: id },
    ...{ date: new Date(at).toISOString(), subject: shown.title, text: JSON.stringify({ ...shown, body }) },
    ...{ from: "", html: "" },
  };
}

function isWithin(message: PushMessage, most = mostBytes): boolean {
  return Buffer.byteLength(JSON.stringify(message)) <= most;
}

/** A message of about half the bytes, for a push service that takes less; undefined: it cannot be shorter. */
export function shortened(message: PushMessage): PushMessage | undefined {
  const most = Buffer.byteLength(JSON.stringify(message)) / 2;
  if (message.body !== "")
    return { ...message, body: cutWithin(message.body, (body) => isWithin({ ...message, body }, most)) };
  return message.title.length > 40
    ? { ...message, title: cutWithin(message.title, (title) => title.length <= 40) }
    : undefined;
}

/** Undefined where the text is no message. */
export function readMessage(text: string): PushMessage | undefined {
  try {
    const { id, title, body, severity, url, tag } = JSON.parse(text) as Partial<Record<string, unknown>>;
    const isWhole = [id, title, body, url, tag].every((part) => typeof part === "string");
    return isWhole && isSeverity(severity)
      ? ({ id, title, body, severity, url, tag } as PushMessage)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The alert that a message is about alone; undefined: it is about several. */
function leadOf({ notification: { kind, told } }: AskedMessage): LogEntry | undefined {
  return kind === "alert" ? told[0]?.entry : undefined;
}

/** The page's own address of it, which a device opens signed in. */
function urlOf(asked: AskedMessage): string {
  const page = `${(asked.publicUrl ?? asked.monitorUrl).replace(/\/+$/, "")}/`;
  const lead = leadOf(asked);
  return lead === undefined ? page : `${page}#/alert/${encodeURIComponent(lead.event.id)}`;
}

function tagOf(asked: AskedMessage): string {
  const { name, receiver } = asked.notification;
  const now = leadOf(asked)?.event.data.now as Alert | undefined;
  return hashOf(now === undefined ? [name] : [receiver, now.rule, now.key]);
}
