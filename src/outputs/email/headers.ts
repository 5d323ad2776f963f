/** Headers of a mail by which mail programs thread, sort and stop it. Strangers' words in them are encoded. */
import { createHash } from "node:crypto";
import type { MailExtras } from "../../model/mail.ts";
import type { Notification, ToldAlert } from "../../model/notification.ts";
import { alertOf, gravestOf } from "../letter/told-alert.ts";
import { plainLine } from "../letter/voice.ts";
import type { AskedMessage } from "../member.ts";

/** The Message-ID, which is always the same for a message and an address; the address cannot be read from it. */
export function messageIdOf(name: string, address: string, from: string): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([name, address]))
    .digest("hex")
    .slice(0, 16);
  return `<${name.replace(/[^A-Za-z0-9.-]/g, "-")}.${hash}@${domainOf(from)}>`;
}

function domainOf(from: string): string {
  return /@([A-Za-z0-9.-]+)>?\s*$/.exec(from)?.[1] ?? "yagura.invalid";
}

/** Content-ID of the chart of a message. */
export function chartIdOf(messageId: string): string {
  return `chart.${messageId.replace(/[<>]/g, "")}`;
}

/** Place of a message in its thread. */
export function threadHeaders(
  { thread }: Notification,
  address: string,
  from: string,
): Pick<MailExtras, "inReplyTo" | "references"> {
  if (thread === undefined) return {};
  const [first, latest] = [thread.first, thread.latest].map((name) => messageIdOf(name, address, from));
  if (first === undefined || latest === undefined) return {};
  return { inReplyTo: latest, references: [...new Set([first, latest])] };
}

/** Headers for filters, and to stop a mail; those that say nothing are left out. */
export function filterHeaders(asked: AskedMessage, from: string): Record<string, string> {
  const { notification, links } = asked;
  const { told, kind, receiver } = notification;
  const [lead] = told;
  const rule = shared(told, ({ entry }) => alertOf(entry).rule);
  const subject = shared(told, ({ entry }) => entry.event.subject);
  const silence = kind === "alert" && lead ? links?.(lead.entry, receiver)?.silence : undefined;
  const about = subject === undefined ? "" : headerWords(subject);
  return {
    "List-Id": listId(rule, from),
    ...(rule !== undefined && { "X-Yagura-Rule": headerWords(rule) }),
    ...(told.length > 0 && { "X-Yagura-Severity": gravestOf(told) }),
    ...(about !== "" && { "X-Yagura-Subject": about }),
    ...(silence !== undefined && isHeaderUrl(silence)
      ? { "List-Unsubscribe": `<${silence}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }
      : {}),
  };
}

/** What all alerts have in common; undefined where they differ. */
function shared(told: readonly ToldAlert[], of: (one: ToldAlert) => string): string | undefined {
  const values = new Set(told.map(of));
  const [only] = values;
  return values.size === 1 ? only : undefined;
}

const labelMax = 60;

/** The list of a rule; the list of all alerts where several rules speak. */
function listId(rule: string | undefined, from: string): string {
  const label = (rule ?? "alerts")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .toLowerCase()
    .slice(0, labelMax);
  return `<${label || "rule"}.yagura.${domainOf(from)}>`;
}

const wordsMax = 120;
/**
 * Words of strangers on one line of plain letters; anything else, and what would be read as encoded, is encoded. "" where
 * nothing of them is to be seen.
 */
function headerWords(text: string): string {
  const line = plainLine(text, wordsMax);
  if (line === "") return "";
  if (/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(line) && !looksEncoded(line)) return line;
  return encodedWords(line);
}

function isHeaderUrl(url: string): boolean {
  return /^https?:\/\/[\x21-\x3b\x3d\x3f-\x7e]+$/.test(url) && url.length <= 900;
}

// Words in a header that every mail program reads as the ones that they are (RFC 2047).

/** Most bytes of an encoded word, so that it is no longer than mail programs take. */
const chunkMax = 42;

/** Whether a mail program would read a part of the text as encoded, and show something else. */
export function looksEncoded(line: string): boolean {
  return line.includes("=?");
}

/** One line as encoded words; none of them splits a letter. */
export function encodedWords(line: string): string {
  const chunks: string[] = [];
  let chunk = "";
  for (const character of line) {
    if (Buffer.byteLength(chunk + character) > chunkMax) {
      chunks.push(chunk);
      chunk = "";
    }
    chunk += character;
  }
  return [...chunks, chunk].map((part) => `=?UTF-8?B?${Buffer.from(part).toString("base64")}?=`).join(" ");
}
