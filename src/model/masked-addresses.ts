/** Mail addresses in the news of lost messages, masked for whoever may only read: addresses of receivers are for operators. */
import type { Event, LogReader, StoredEntry } from "./event.ts";
import { isLost } from "./event-types.ts";
import type { MailFailure } from "./news-items.ts";

/** An entry as whoever may only read sees it: itself where it names nobody's address. */
export function maskedEntry(stored: StoredEntry): StoredEntry {
  const { seq, type, json } = stored;
  if (!isLost(type)) return stored;
  const event = masked(JSON.parse(json) as Event);
  return { seq, type, subject: event.subject, json: JSON.stringify(event) };
}

/** The event with its address masked wherever it says it. */
export function masked(event: Event): Event {
  if (!isLost(event.type)) return event;
  const now = event.data.now as unknown as MailFailure;
  const { address, message } = now;
  // Where nothing is known of the alert, the address is what it is about.
  const subject = event.subject === address ? mask(address) : event.subject;
  const told = { ...now, address: mask(address), message: maskWithin(message, address) };
  return { ...event, subject, data: { ...event.data, now: { ...told } } };
}

/** A log that gives entries as whoever may only read sees them. */
export function maskedLog(log: LogReader): LogReader {
  return { ...log, read: (after, limit) => log.read(after, limit).map(maskedEntry) };
}

/** Such as `t***@example.com`. Names of webhooks' targets are no addresses, and stay. */
function mask(address: string): string {
  const at = address.lastIndexOf("@");
  if (at < 0) return address;
  const [first = ""] = at > 0 ? address : "";
  return `${first}***${address.slice(at)}`;
}

/** Servers repeat the address or what stands before its @, or name the address to which it leads. */
function maskWithin(text: string, address: string): string {
  const at = address.lastIndexOf("@");
  const own = [address, address.slice(0, Math.max(0, at))].filter((part) => at > 0 && part.length > 1);
  const without = own.reduce((left, part) => {
    const standing = new RegExp(`(?<![\\w@*])${part.replace(/\W/g, "\\$&")}(?![\\w*])`, "gi");
    return left.replace(standing, part === address ? mask(address) : `${part.slice(0, 1)}***`);
  }, text);
  return without.replace(anyAddress, mask);
}

/** Bounded, or a long word would be looked through from each of its letters. */
const anyAddress = /[^\s<>()[\],;:"'@]{1,256}@[^\s<>()[\],;:"'@]{1,256}/g;
