/** The email output: alerts that rules send to recipients, delivered from the outbox. */
import type { Clock } from "../../lib/clock.ts";
import type { Outbox } from "../../model/mail.ts";
import type { Output } from "../output.ts";
import type { EmailLog, OnFailed } from "./attempt.ts";
import type { Carrier } from "./carrier.ts";
import { createDelivery } from "./delivery.ts";
import { type Destination, describeDestination, parseDestination } from "./destination.ts";
import { createFolderCarrier } from "./folder-carrier.ts";
import { compose, createSmtpCarrier, type SmtpTimeouts } from "./mailer.ts";

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
  /** How many mails are in flight at once; default 8. */
  readonly slots?: number;
  readonly timeouts?: SmtpTimeouts;
  /** How long one attempt may take in all; default five minutes. */
  readonly attemptMaxMs?: number;
}

const SLOTS = 8;
const ATTEMPT_MAX_MS = 300_000;

/** Throws where `smtp` is not an address of a mail server or folder; the message never holds the password. */
export function createEmail(options: EmailOptions): Output {
  const { smtp, log, slots = SLOTS, attemptMaxMs = ATTEMPT_MAX_MS } = options;
  const destination = parseDestination(smtp);
  const carrier = carrierOf(destination, slots, options.timeouts);
  const delivery = createDelivery({ ...options, carrier, compose, slots, attemptMaxMs });
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

export function carrierOf(destination: Destination, connections: number, timeouts?: SmtpTimeouts): Carrier {
  if (destination.kind === "folder") return createFolderCarrier(destination.folder);
  return createSmtpCarrier(destination, { connections, ...(timeouts ? { timeouts } : {}) });
}
