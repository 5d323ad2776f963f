/** The email output: alerts that rules send to recipients, delivered from the outbox. */
import type { Clock } from "../../lib/clock.ts";
import type { Outbox } from "../../model/mail.ts";
import type { Output } from "../output.ts";
import { createDelivery } from "./delivery.ts";
import { type Destination, describeDestination, parseDestination } from "./destination.ts";
import { createFolderCarrier } from "./folder-transport.ts";
import { compose, type SmtpTimeouts } from "./mailer.ts";
import type { EmailLog, OnFailed } from "./outcomes.ts";
import { createSmtpCarrier } from "./smtp-transport.ts";
import type { Carrier } from "./transport.ts";

export interface EmailOptions {
  /** `smtp://...`, `smtps://...` or `file:FOLDER`, the folder absolute or relative to the process. */
  readonly smtp: string;
  readonly outbox: Outbox;
  readonly clock: Clock;
  /**
   * Called once a mail is given up. Must end it in the outbox, with its `mail.failed`, before it returns; when
   * it throws it is called again after a while.
   */
  readonly onFailed: OnFailed;
  readonly log: EmailLog;
  /** To how many addresses mails are sent at once, those aside that take longer than a share; default 8. */
  readonly slots?: number;
  /** How long an address may hold one of these places; default five seconds. */
  readonly shareMs?: number;
  readonly timeouts?: SmtpTimeouts;
  /** How long one attempt may take in all; default five minutes. */
  readonly attemptMaxMs?: number;
}

const SLOTS = 8;
const SHARE_MS = 5_000;
const ATTEMPT_MAX_MS = 300_000;

/** Throws where `smtp` is not an address of a mail server or folder; the message never holds the password. */
export function createEmail(options: EmailOptions): Output {
  const { smtp, log, slots = SLOTS, shareMs = SHARE_MS, attemptMaxMs = ATTEMPT_MAX_MS } = options;
  const destination = parseDestination(smtp);
  const carrier = carrierOf(destination, options.timeouts);
  const delivery = createDelivery({ ...options, carrier, compose, slots, shareMs, attemptMaxMs });
  return {
    name: "email",
    async start() {
      await carrier.open();
      log.info({ to: describeDestination(destination) }, "delivering mails");
      delivery.start();
    },
    wake: delivery.wake,
    stop: delivery.stop,
  };
}

export function carrierOf(destination: Destination, timeouts?: SmtpTimeouts): Carrier {
  if (destination.kind === "folder") return createFolderCarrier(destination.folder);
  return createSmtpCarrier(destination, timeouts);
}
