/** Requests and answers of services that speak JSON. */
import type { WebhookAnswer, WebhookBody, WebhookOutcome } from "./format.ts";

export function jsonBody(value: unknown): WebhookBody {
  return jsonText(JSON.stringify(value));
}

/** A body that is JSON already. */
export function jsonText(body: string): WebhookBody {
  return { contentType: "application/json; charset=utf-8", body };
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields of an answer; none where it is no JSON object. */
export function fieldsOf(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Fields) : {};
  } catch {
    return {};
  }
}

/** Seconds that a service asks to wait, in ms; undefined where it names none. */
export function waitOf(seconds: unknown): number | undefined {
  return typeof seconds === "number" && seconds >= 0 ? Math.ceil(seconds * 1_000) : undefined;
}

/**
 * What the status says, but a success only where the answer is the service's own: a page of something between says 200
 * as well. An answer that broke off within its JSON is a success: sent again the message would be there twice.
 */
export function readOwn(answer: WebhookAnswer, isOwn: (fields: Fields) => boolean): WebhookOutcome {
  const read = readStatus(answer);
  if (read.outcome !== "sent" || isBrokenOff(answer.body) || isOwn(fieldsOf(answer.body))) return read;
  return { outcome: "failed", said: `not an answer of the service: ${read.said}` };
}

function isBrokenOff(body: string): boolean {
  return body.startsWith("{") && Object.keys(fieldsOf(body)).length === 0;
}

// Reads the answers of services that say by the status alone whether they took a request.

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
