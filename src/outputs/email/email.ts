/** The email output: mails that were committed with their alerts, taken from the outbox and given to a transport. */
import { createHttp } from "../../lib/http/http.ts";
import type { MailDraft } from "../../model/mail.ts";
import { createSender, type SendingParts } from "../delivery/delivery.ts";
import type { Transport } from "../delivery/transport.ts";
import type { Output } from "../output.ts";
import { createAccessTokens, type OAuth2 } from "./access-tokens.ts";
import { type Destination, describeDestination, parseDestination } from "./destination.ts";
import { createFolderTransport } from "./folder-transport.ts";
import type { SmtpTimeouts } from "./mailer.ts";
import type { LineOptions } from "./open-line.ts";
import { createSmtpTransport } from "./smtp-transport.ts";

export interface EmailOptions extends SendingParts {
  /** `smtp://...`, `smtps://...` or `file:FOLDER`, the folder absolute or relative to the process. */
  readonly smtp: string;
  /** The right to log in by tokens; absent: by a password in `smtp`, or not at all. */
  readonly oauth2?: OAuth2 | undefined;
  readonly timeouts?: SmtpTimeouts;
}

const ATTEMPT_MAX_MS = 300_000;

/** Throws where `smtp` names neither a mail server nor a folder; the message never has the password. */
export function createEmail(options: EmailOptions): Output {
  const { smtp, oauth2, log, attemptMaxMs = ATTEMPT_MAX_MS } = options;
  const destination = parseDestination(smtp, oauth2 !== undefined);
  const tokens =
    oauth2 && createAccessTokens(oauth2, { http: createHttp({ retries: 1 }), clock: options.clock });
  const transport = transportOf(destination, { timeouts: options.timeouts, tokens });
  // nodemailer is loaded with the first mail: a start needs none of it.
  const compose = async (draft: MailDraft) => (await import("./mailer.ts")).compose(draft);
  return createSender("email", { ...options, transport, compose, attemptMaxMs }, () =>
    log.info({ to: describeDestination(destination) }, "delivering mails"),
  );
}

function transportOf(destination: Destination, options: LineOptions): Transport {
  if (destination.kind === "folder") return createFolderTransport(destination.folder);
  return createSmtpTransport(destination, options);
}
