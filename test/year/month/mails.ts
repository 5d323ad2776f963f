/** The mails of a life to one address, each with the alerts that it is about. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import PostalMime from "postal-mime";
import type { LogEntry } from "../../../src/model/event.ts";
import type { Alert } from "../../../src/model/news-items.ts";
import { messageIdOf } from "../../../src/outputs/email/headers.ts";
import type { Lived } from "../lived.ts";
import { dayAt } from "../plan.ts";
import { from } from "./plan.ts";

export interface SentMail {
  readonly subject: string;
  readonly text: string;
  /** The day in Japan on which it was sent. */
  readonly day: string;
  /** Its alerts, in the order of the log. */
  readonly alerts: readonly LogEntry[];
}

export async function readMails(
  { outbox, messagesOf }: Pick<Lived, "outbox" | "messagesOf">,
  log: readonly LogEntry[],
  address: string,
): Promise<readonly SentMail[]> {
  const byMail = new Map<string, LogEntry[]>();
  for (const entry of log.filter(({ event }) => event.type === "alert.fired"))
    for (const name of messagesOf(entry.seq)) {
      const id = messageIdOf(name, address, from);
      byMail.set(id, [...(byMail.get(id) ?? []), entry]);
    }
  const files = mailFiles(outbox).filter(({ head }) => headerOf(head, "To") === address);
  const mails = await Promise.all(
    files.map(async ({ head, bytes }) => {
      const { subject = "", text = "" } = await PostalMime.parse(bytes);
      const alerts = byMail.get(headerOf(head, "Message-ID")) ?? [];
      return { subject, text, day: dayOf(head), alerts };
    }),
  );
  return mails.sort((a, b) => (a.day < b.day ? -1 : 1));
}

/** Numbers of mails by address and day. */
export function countMails(outbox: string): ReadonlyMap<string, number> {
  const all = new Map<string, number>();
  for (const { head } of mailFiles(outbox)) {
    const place = `${headerOf(head, "To")} ${dayOf(head)}`;
    all.set(place, (all.get(place) ?? 0) + 1);
  }
  return all;
}

function mailFiles(outbox: string): { readonly head: string; readonly bytes: Buffer }[] {
  const names = readdirSync(outbox).filter((name) => name.endsWith(".eml"));
  return names.map((name) => {
    const bytes = readFileSync(join(outbox, name));
    return { head: bytes.toString("utf8").split("\r\n\r\n", 1)[0] ?? "", bytes };
  });
}

const headerOf = (head: string, name: string) =>
  new RegExp(`^${name}:\\s+(.*)$`, "m").exec(head)?.[1]?.trim() ?? "";

const dayOf = (head: string) => dayAt(Date.parse(headerOf(head, "Date")));

/** What an alert has to say, as the log has it. */
export const alertOf = ({ event }: LogEntry): Alert => event.data.now as unknown as Alert;
