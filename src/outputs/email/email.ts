/**
 * The email output: mails that were committed with their alerts, taken from the outbox and given to a transport. The
 * outbox alone says what is left to do: a restart goes on where the last process stopped, and sends again what may or
 * may not have arrived.
 */
import type { Clock } from "../../lib/clock.ts";
import { createHttp } from "../../lib/http/http.ts";
import type { MailDraft, Outbox } from "../../model/mail.ts";
import { Delivery } from "../delivery/delivery.ts";
import type { DeliveryLog, OnFailed } from "../delivery/outcomes.ts";
import type { Transport } from "../delivery/transport.ts";
import type { Attempts, Output } from "../output.ts";
import { createAccessTokens, type OAuth2 } from "./access-tokens.ts";
import { type Destination, describeDestination, parseDestination } from "./destination.ts";
import { createFolderTransport } from "./folder-transport.ts";
import type { SmtpTimeouts } from "./mailer.ts";
import type { LineOptions } from "./open-line.ts";
import { createSmtpTransport } from "./smtp-transport.ts";

export interface EmailOptions {
  /** `smtp://...`, `smtps://...` or `file:FOLDER`, the folder absolute or relative to the process. */
  readonly smtp: string;
  /** The right to log in by tokens; absent: by a password in `smtp`, or not at all. */
  readonly oauth2?: OAuth2 | undefined;
  readonly outbox: Outbox;
  /** Absent: nobody wants to know. */
  readonly attempts?: Attempts | undefined;
  readonly clock: Clock;
  /**
   * Called once a mail is given up. Must end it in the outbox, with its `mail.failed`, before it returns; where it
   * throws it is called again after a while.
   */
  readonly onFailed: OnFailed;
  readonly log: DeliveryLog;
  /** Number of addresses to which mails are sent at once, besides those that take longer than a share; default 8. */
  readonly slots?: number;
  /** Share of time in which an address has one of these places; default five seconds. */
  readonly shareMs?: number;
  readonly timeouts?: SmtpTimeouts;
  /** Longest time of one attempt in all; default five minutes. */
  readonly attemptMaxMs?: number;
}

const SLOTS = 8;
const SHARE_MS = 5_000;
const ATTEMPT_MAX_MS = 300_000;

/** Throws where `smtp` names neither a mail server nor a folder; the message never has the password. */
export function createEmail(options: EmailOptions): Output {
  const { smtp, oauth2, log, slots = SLOTS, shareMs = SHARE_MS, attemptMaxMs = ATTEMPT_MAX_MS } = options;
  const destination = parseDestination(smtp, oauth2 !== undefined);
  const tokens =
    oauth2 && createAccessTokens(oauth2, { http: createHttp({ retries: 1 }), clock: options.clock });
  const transport = transportOf(destination, { timeouts: options.timeouts, tokens });
  // nodemailer is loaded with the first mail: a start needs none of it.
  const compose = async (draft: MailDraft) => (await import("./mailer.ts")).compose(draft);
  const delivery = new Delivery({ ...options, transport, compose, slots, shareMs, attemptMaxMs });
  return {
    name: "email",
    async start() {
      await transport.open();
      log.info({ to: describeDestination(destination) }, "delivering mails");
      delivery.start();
    },
    wake: () => delivery.wake(),
    stop: (deadlineMs) => delivery.stop(deadlineMs),
  };
}

function transportOf(destination: Destination, options: LineOptions): Transport {
  if (destination.kind === "folder") return createFolderTransport(destination.folder);
  return createSmtpTransport(destination, options);
}
