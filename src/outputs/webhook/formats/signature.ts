/** Signatures of Standard Webhooks: HMAC-SHA256 over the message's id, the time and the body. */
import { createHmac } from "node:crypto";
import * as z from "zod";

const prefix = "whsec_";
/** Lengths that the specification gives keys. */
const [leastBytes, mostBytes] = [24, 64];

/** The key of a secret such as `whsec_...`; undefined where the text is none. */
function keyOf(secret: string): Buffer | undefined {
  const text = secret.startsWith(prefix) ? secret.slice(prefix.length) : "";
  const key = Buffer.from(text, "base64");
  const isWhole = key.toString("base64").replace(/=+$/, "") === text.replace(/=+$/, "");
  return isWhole && key.length >= leastBytes && key.length <= mostBytes ? key : undefined;
}

export const signingSecret = z
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
