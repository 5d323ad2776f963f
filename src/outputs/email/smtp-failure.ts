/** Sorts what a mail server, or the way to it, answers: refused for good, or worth another attempt. */
import { blotOut } from "../../lib/text/blot-out.ts";
import { CarryError } from "./carrier.ts";
import { tlsWords } from "./tls-words.ts";

/** 503: out of step; the others ask for a login or for TLS, which a person can mend. */
const mendable = new Set([503, 530, 534, 535, 538]);

const LENGTH_MAX = 500;

/**
 * Permanent are only a 5xx to MAIL FROM, RCPT TO or DATA, and a letter that the client cannot offer at all (an
 * address that is none, more bytes than the server takes). An answer without a number says nothing about the letter.
 * @param isOutOfStep what the server refused may be something else than the letter
 */
export function smtpFailure(error: unknown, secrets: readonly string[], isOutOfStep = false): CarryError {
  const code = property(error, "code");
  const response = property(error, "response");
  const responseCode = property(error, "responseCode");
  const aboutLetter = !isOutOfStep && (code === "EENVELOPE" || code === "EMESSAGE");
  const refused =
    typeof responseCode === "number"
      ? responseCode >= 500 && responseCode < 600 && !mendable.has(responseCode)
      : response === undefined;
  const message =
    typeof response === "string" && aboutLetter ? response : (tlsWords(messageOf(error)) ?? messageOf(error));
  return new CarryError(oneLine(message, secrets), aboutLetter && refused ? "refused" : "failed", error);
}

/** Why nothing can be given to the server at all. */
export function noWay(error: unknown, secrets: readonly string[]): CarryError {
  return new CarryError(smtpFailure(error, secrets).message, "no-way", error);
}

/** What may be logged and stored: one line, of bounded length, the secrets taken out. */
export function oneLine(text: string, secrets: readonly string[]): string {
  const line = blotOut(text, secrets)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return line.length > LENGTH_MAX ? `${line.slice(0, LENGTH_MAX)}…` : line;
}

/** Every form in which a login could come back in a server's answer. */
export function secretsOf(login: { user: string; password: string } | undefined): string[] {
  if (!login || login.password === "") return [];
  const { user, password } = login;
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  return [base64(`\0${user}\0${password}`), base64(password), password, encodeURIComponent(password)];
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function property(error: unknown, name: string): unknown {
  return error instanceof Error ? Reflect.get(error, name) : undefined;
}
