/**
 * Links in mails by which a receiver answers an alert. The signature is the right to do so: it holds for one alert, one
 * receiver and one answer, for thirty days after the alert.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { dayMs } from "../../lib/clock.ts";
import type { Event } from "../../model/event.ts";
import { StoreError } from "../../model/store-faults.ts";
import type { AlertLinks } from "../../outputs/member.ts";

export const linkActions = ["alert", "acknowledge", "silence", "rate"] as const;
export type LinkAction = (typeof linkActions)[number];

/** Path of each, below the address of the monitor. */
export function linkPath(action: LinkAction): string {
  return `/act/${action}`;
}

/** What a link is signed for. */
interface Signed {
  readonly action: LinkAction;
  /** Id of the alert. */
  readonly alert: string;
  /** Such as email:desk. */
  readonly receiver: string;
  /** Seconds since 1970. */
  readonly until: number;
}

const validMs = 30 * dayMs;

/**
 * Makes the links about an alert for a receiver: the same ones for the same alert, whenever they are asked for.
 * @param publicUrl address at which people reach the page
 */
export function alertLinks(
  { id, time }: Pick<Event, "id" | "time">,
  receiver: string,
  { publicUrl, key }: { readonly publicUrl: string; readonly key: Buffer },
): AlertLinks {
  const until = Math.floor((Date.parse(time) + validMs) / 1_000);
  const linkTo = (action: LinkAction) => {
    const signed = { action, alert: id, receiver, until };
    const query = new URLSearchParams({
      ...{ alert: id, for: receiver, until: String(until) },
      sig: signatureOf(signed, key),
    });
    return `${publicUrl.replace(/\/+$/, "")}${linkPath(action)}?${query}`;
  };
  const alert = linkTo("alert");
  const [acknowledge, silence, rate] = [linkTo("acknowledge"), linkTo("silence"), linkTo("rate")];
  return { alert, why: `${alert}#why`, acknowledge, silence, rate };
}

function signatureOf({ action, alert, receiver, until }: Signed, key: Buffer): string {
  const text = JSON.stringify([action, alert, receiver, until]);
  return createHmac("sha256", key).update(text).digest("base64url");
}

/** Finding about a link: what it is for, or why it is not followed. */
export type ReadLink =
  | { readonly ok: true; readonly alert: string; readonly receiver: string }
  | { readonly ok: false; readonly why: "wrong" | "old"; readonly receiver: string };

/** @param at ms since 1970 */
export function readLink(
  action: LinkAction,
  query: URLSearchParams,
  { key, at }: { readonly key: Buffer; readonly at: number },
): ReadLink {
  const asked = (name: string) => query.get(name) ?? "";
  const [alert, receiver, written, sent] = [asked("alert"), asked("for"), asked("until"), asked("sig")];
  const until = Number(written);
  const right = Buffer.from(signatureOf({ action, alert, receiver, until }, key));
  const shown = Buffer.from(sent);
  // The same time however much of it is right.
  const isRight = shown.length === right.length && timingSafeEqual(shown, right);
  if (!isRight || String(until) !== written) return { ok: false, why: "wrong", receiver: "" };
  if (at > until * 1_000) return { ok: false, why: "old", receiver };
  return { ok: true, alert, receiver };
}

const keyName = "links.key";
const keyBytes = 32;

/** The key by which links are signed: made once, and kept. Undefined as long as it cannot be kept. */
export function createLinkKey(
  meta: { get(key: string): string | undefined; set(key: string, value: string): void },
  random: (bytes: number) => Buffer = randomBytes,
): () => Buffer | undefined {
  let key: Buffer | undefined;
  return () => {
    if (key !== undefined) return key;
    const known = Buffer.from(meta.get(keyName) ?? "", "base64url");
    const made = known.length === keyBytes ? known : random(keyBytes);
    try {
      if (made !== known) meta.set(keyName, made.toString("base64url"));
      key = made;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
    }
    return key;
  };
}
