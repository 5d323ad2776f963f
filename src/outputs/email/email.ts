/** The email output: alerts that rules send to recipients, delivered from the outbox. */
import type { Clock } from "../../lib/clock.ts";
import type { MailDraft, Outbox } from "../../model/mail.ts";
import type { Output } from "../output.ts";
import type { EmailLog } from "./attempt.ts";
import { Delivery } from "./delivery.ts";
import { type Destination, describeDestination, parseDestination } from "./destination.ts";
import { createFolderTransport } from "./folder-transport.ts";
import type { SmtpTimeouts } from "./mailer.ts";
import type { OnFailed } from "./outcomes.ts";
import { createSmtpTransport } from "./smtp-transport.ts";
import type { Transport } from "./transport.ts";

export interface EmailOptions {
  /** `smtp://...`, `smtps://...` or `file:FOLDER`, the folder absolute or relative to the process. */
  readonly smtp: string;
  readonly outbox: Outbox;
  readonly clock: Clock;
  /**
   * Called once a mail is given up. Must end it in the outbox, with its `mail.failed`, before it returns; where it
   * throws it is called again after a while.
   */
  readonly onFailed: OnFailed;
  readonly log: EmailLog;
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
  const { smtp, log, slots = SLOTS, shareMs = SHARE_MS, attemptMaxMs = ATTEMPT_MAX_MS } = options;
  const destination = parseDestination(smtp);
  const transport = transportOf(destination, options.timeouts);
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

export function transportOf(destination: Destination, timeouts?: SmtpTimeouts): Transport {
  if (destination.kind === "folder") return createFolderTransport(destination.folder);
  return createSmtpTransport(destination, timeouts);
}
