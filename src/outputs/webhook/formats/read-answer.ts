/** Reads the answers of services that say by the status alone whether they took a request. */
import type { WebhookAnswer, WebhookOutcome } from "./format.ts";

/**
 * Statuses below 500 that say nothing about the request itself: a login or a right that a person can mend, a time that
 * ran out, too many requests, a service that is not ready.
 */
const mendable = new Set([401, 403, 404, 407, 408, 409, 421, 423, 425, 429]);

export function readStatus({ status, body }: WebhookAnswer): WebhookOutcome {
  const said = body.trim() === "" ? String(status) : `${status} ${body}`;
  if (status >= 200 && status < 300) return { outcome: "sent", said };
  const isRefused = status >= 400 && status < 500 && !mendable.has(status);
  return { outcome: isRefused ? "refused" : "failed", said };
}
