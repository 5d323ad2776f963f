/** Sorts what a mail server, or the way to it, answers: refused for good, or worth another attempt. */
import { tameAnswer } from "../../lib/text/tame.ts";
import { SendError } from "../delivery/transport.ts";

/** 503: out of step; the others ask for a login or for TLS, which a person can mend. */
const mendable = new Set([503, 530, 534, 535, 538]);

/**
 * Permanent are only a 5xx to MAIL FROM, RCPT TO or DATA, and a letter that the client cannot offer at all (an
 * address that is none, more bytes than the server takes). An answer without a number says nothing about the letter.
 * @param isOutOfStep what the server refused may be something else than the letter
 */
export function smtpFailure(error: unknown, secrets: readonly string[], isOutOfStep = false): SendError {
  const code = property(error, "code");
  const response = property(error, "response");
  const responseCode = property(error, "responseCode");
  const aboutLetter = !isOutOfStep && (code === "EENVELOPE" || code === "EMESSAGE");
  const refused =
    typeof responseCode === "number"
      ? responseCode >= 500 && responseCode < 600 && !mendable.has(responseCode)
      : response === undefined;
  const said = typeof response === "string" && aboutLetter ? response : messageOf(error);
  // A password may be a word of ours, so secrets are taken out of what the server said alone.
  const safe = tameAnswer(said, secrets);
  const message = said === response ? safe : withMeaning(said, safe);
  return new SendError(message, aboutLetter && refused ? "refused" : "failed", error);
}

/** The failure of a server to which nothing can be given at all. */
export function noWay(error: unknown, secrets: readonly string[]): SendError {
  return new SendError(smtpFailure(error, secrets).message, "no-way", error);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function property(error: unknown, name: string): unknown {
  return error instanceof Error ? Reflect.get(error, name) : undefined;
}

/** Advice after the meaning of an error about certificates. */
const trust =
  "mails are sent once it has one that this machine trusts, or with ?tls.rejectUnauthorized=false, which trusts any";

/** Errors on the way to a server, with words that say what can be done. */
export const smtpMeanings: readonly (readonly [RegExp, string])[] = [
  [/ECONNREFUSED/, "nobody listens at this host and port"],
  [/ENOTFOUND|ENODATA|EAI_AGAIN/, "the name of the mail server is not known"],
  [/^Invalid login: 504/, "the mail server does not know this kind of login"],
  [/^Invalid login/, "the mail server refuses the login"],
  [/certificate has expired/i, `the mail server's certificate has expired; ${trust}`],
  [
    /certificate is not yet valid/i,
    `the mail server's certificate is not valid yet; look at the clocks, or ${trust}`,
  ],
  [
    /altnames|hostname.*match/i,
    "the mail server's certificate is for another name; write the name that it is for in the address of the mail server",
  ],
  [
    /self[- ]signed certificate(?! in)/i,
    `the mail server's certificate is not vouched for by anyone but itself; ${trust}`,
  ],
  [
    /self[- ]signed|unable to (verify|get)( the)? .*(certificate|issuer)|unable to verify/i,
    `the mail server's certificate is not vouched for by anyone known here; ${trust}`,
  ],
  [
    /wrong version number|packet length too long|unknown protocol|http request/i,
    "the mail server does not begin with TLS at this port; with smtp:// the connection is encrypted after it began (587), with smtps:// from the beginning (465)",
  ],
  [
    /unsupported protocol|no protocols available|handshake failure|alert protocol version|no shared cipher|dh key too small/i,
    "the mail server and this program have no form of TLS in common; the server's may be too old",
  ],
  [
    /Greeting never received/i,
    "the mail server did not greet; a port that begins with TLS (465) is silent to smtp:// and wants smtps://",
  ],
  [
    /upgrading connection with STARTTLS: 4/i,
    "the mail server offers TLS and cannot begin it; nothing is sent without it",
  ],
  [
    /upgrading connection with STARTTLS/i,
    "the mail server offers no TLS; a login goes over TLS only, and everything where the settings ask for it, unless the address of the mail server ends with ?requireTLS=false",
  ],
];

/** An error as it may be shown, in brackets behind its meaning where it is one of these. */
function withMeaning(message: string, safe: string): string {
  const meaning = smtpMeanings.find(([pattern]) => pattern.test(message))?.[1];
  return meaning === undefined ? safe : tameAnswer(`${meaning} (${safe})`, []);
}
