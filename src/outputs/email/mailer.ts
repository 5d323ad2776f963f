/** The one file that knows nodemailer: it composes messages and speaks SMTP. */
import { createHash } from "node:crypto";
import { createTransport } from "nodemailer";
import addressparser from "nodemailer/lib/addressparser";
import MailComposer from "nodemailer/lib/mail-composer";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import type { MailDraft } from "../../model/mail.ts";
import { isAddress } from "./address.ts";
import { type Carrier, CarryError, type Letter } from "./carrier.ts";
import type { SmtpDestination } from "./destination.ts";
import { oneLine, secretsOf, smtpFailure } from "./smtp-failure.ts";

/** Nothing that a stranger wrote may make nodemailer read a file or fetch an address. */
const closed = { disableFileAccess: true, disableUrlAccess: true } as const;

export interface SmtpTimeouts {
  readonly connectMs: number;
  readonly greetingMs: number;
  /** Without a byte either way. */
  readonly silenceMs: number;
}

const defaultTimeouts: SmtpTimeouts = { connectMs: 20_000, greetingMs: 20_000, silenceMs: 60_000 };

/** The message as it goes over the wire; the same draft always gives the same bytes. */
export function compose(draft: MailDraft): Promise<Buffer> {
  const { from, address, messageId, date, subject, text, html } = draft;
  // Part of the boundary is a hash of the parts, so no part can hold it.
  const boundary = createHash("sha256")
    .update(JSON.stringify([messageId, text, html]))
    .digest("hex");
  const composer = new MailComposer({
    ...closed,
    from: headerText(from),
    // Given in parts, so that it is one address whatever stands in it.
    to: { name: "", address: headerText(address) },
    subject: headerText(subject),
    messageId: headerText(messageId),
    date: new Date(date),
    text,
    html,
    headers: { "Auto-Submitted": "auto-generated" },
    baseBoundary: boundary.slice(0, 32),
    textEncoding: "B",
    newline: "win",
  });
  return composer.compile().build();
}

/** Speaks to a mail server over at most `connections` kept connections. */
export function createSmtpCarrier(
  destination: SmtpDestination,
  { connections, timeouts = defaultTimeouts }: { connections: number; timeouts?: SmtpTimeouts },
): Carrier {
  const { login } = destination;
  const secrets = secretsOf(login);
  const transport = createTransport({
    ...closed,
    ...connectionOptions(destination, timeouts),
    pool: true,
    ...(login ? { auth: { user: login.user, pass: login.password } } : {}),
    maxConnections: connections,
    // The outbox has the schedule; once over covers a kept connection that the server had dropped.
    maxRequeues: 1,
    idleTimeout: 30_000,
  });
  return {
    // A server that is down now may be up in a minute: that is for the schedule.
    open: async () => {},
    async carry(letter: Letter, signal: AbortSignal) {
      if (!isAddress(letter.address)) throw new CarryError("the recipient is not one bare address", true);
      try {
        const envelope = { from: senderOf(letter.from), to: [letter.address] };
        const info = await transport.sendMail({ ...closed, envelope, raw: letter.bytes, signal });
        return oneLine(info.response, secrets);
      } catch (error) {
        throw smtpFailure(error, secrets);
      }
    },
    close: () => transport.close({ force: true }),
  };
}

/** Whether a mail server asks for a login: without that, one in the settings is never tried. Throws a CarryError. */
export async function asksForLogin(
  destination: SmtpDestination,
  timeouts: SmtpTimeouts = defaultTimeouts,
): Promise<boolean> {
  const connection = new SMTPConnection(connectionOptions(destination, timeouts));
  try {
    await new Promise<void>((resolve, reject) => {
      connection.on("error", reject);
      connection.connect((error) => (error ? reject(error) : resolve()));
    });
    return Reflect.get(connection, "allowsAuth") === true;
  } catch (error) {
    throw smtpFailure(error, secretsOf(destination.login));
  } finally {
    connection.close();
  }
}

function connectionOptions(
  { host, port, secure, requireTls, verifyTls }: SmtpDestination,
  timeouts: SmtpTimeouts,
) {
  return {
    ...{ host, port, secure, requireTLS: requireTls, tls: { rejectUnauthorized: verifyTls } },
    connectionTimeout: timeouts.connectMs,
    dnsTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.greetingMs,
    socketTimeout: timeouts.silenceMs,
    logger: false,
  };
}

function senderOf(from: string): string {
  return addressparser(from, { flatten: true })[0]?.address ?? "";
}

/** One line without control characters: a header cannot be left. */
function headerText(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}
