import { Failure, type FailureReason } from "../failure.ts";
import { blotOut } from "../text/blot-out.ts";
import { bodyJson } from "./body-text.ts";
import type { HttpResponse } from "./response.ts";

const maxMessageLength = 300;
const maxMessageBytes = 64 * 1024;

/**
 * Makes a failure of an answer with a status other than 2xx, with the service's own `message` if the body is JSON and
 * has one. `secrets` (keys, tokens) are blotted out, since services repeat what they were sent.
 */
export function statusFailure(response: HttpResponse, secrets: readonly string[] = []): Failure {
  const { status, where, retryAfterMs } = response;
  const said = serviceMessage(response, secrets);
  const message = `${where} answered ${status}${said === undefined ? "" : `: ${said}`}`;
  return new Failure(statusReason(status), message, { status, retryAfterMs });
}

/** The `message` of a JSON body on one line, at most 300 characters; undefined when there is none. */
export function serviceMessage(response: HttpResponse, secrets: readonly string[] = []): string | undefined {
  if (response.body.length > maxMessageBytes) return undefined;
  try {
    const body: unknown = bodyJson(response);
    const message = typeof body === "object" && body !== null && "message" in body ? body.message : undefined;
    return typeof message === "string" ? shownMessage(message, secrets) : undefined;
  } catch {
    return undefined;
  }
}

/** A service's words made fit for a log line: one line, no secrets, at most 300 characters. */
export function shownMessage(message: string, secrets: readonly string[] = []): string {
  const shown = blotOut(message, secrets)
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return shown.length > maxMessageLength ? `${shown.slice(0, maxMessageLength - 1)}…` : shown;
}

function statusReason(status: number): FailureReason {
  if (status === 401 || status === 403) return "refused";
  if (status === 429) return "rate-limited";
  if (status >= 500) return "server-error";
  return status >= 400 ? "rejected" : "malformed";
}
