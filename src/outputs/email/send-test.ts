/** Sends one mail now, for a person who wants to know whether mails arrive. */
import { randomUUID } from "node:crypto";
import { japanTime } from "../../lib/zone.ts";
import type { MailDraft } from "../../model/mail.ts";
import { type Destination, describeDestination, parseDestination } from "./destination.ts";
import { transportOf } from "./email.ts";
import { compose, openLine, type SmtpTimeouts } from "./mailer.ts";

export interface TestMailOptions {
  readonly smtp: string;
  readonly from: string;
  readonly address: string;
  readonly simulated: boolean;
  /** ms since 1970. */
  readonly now: number;
  readonly timeouts?: SmtpTimeouts;
  readonly signal?: AbortSignal;
}

export type TestMailResult =
  | {
      readonly ok: true;
      readonly to: string;
      readonly messageId: string;
      readonly answer: string;
      /** A remark on the way that the mail took. */
      readonly note?: string;
    }
  | { readonly ok: false; readonly error: string };

/** Never throws; neither the answer nor the error holds the password. */
export async function sendTestMail(options: TestMailOptions): Promise<TestMailResult> {
  const { smtp, address, timeouts, signal = new AbortController().signal } = options;
  try {
    const destination = parseDestination(smtp);
    const transport = transportOf(destination, timeouts);
    try {
      await transport.open();
      const draft = testDraft(options);
      const answer = await transport.send({ ...draft, bytes: await compose(draft) }, signal);
      const isUnasked = await hasUnaskedLogin(destination, signal, timeouts);
      return {
        ...(isUnasked ? { note: unaskedLogin } : {}),
        ok: true,
        to: `${address} via ${describeDestination(destination)}`,
        messageId: draft.messageId,
        answer,
      };
    } finally {
      transport.close();
    }
  } catch (error) {
    return { ok: false, error: error instanceof Error ? error.message : String(error) };
  }
}

const unaskedLogin = "the settings name a login, and the mail server never asked for one: it was not tried";

async function hasUnaskedLogin(
  destination: Destination,
  signal: AbortSignal,
  timeouts?: SmtpTimeouts,
): Promise<boolean> {
  if (destination.kind !== "smtp" || destination.login === undefined) return false;
  try {
    const line = await openLine(destination, signal, timeouts);
    line.close();
    return !line.asksForLogin;
  } catch {
    // The mail is sent; where this cannot be found out nothing is said of it.
    return false;
  }
}

function testDraft({ from, address, simulated, now }: TestMailOptions): MailDraft {
  const date = new Date(now).toISOString();
  const told = japanTime(now);
  const mark = simulated ? "[SIMULATED] " : "";
  const text = `This is a test mail of Yagura, sent ${told}. Alerts arrive the same way.\n櫓からの試験メールです。\n`;
  return {
    alertSeq: 0,
    address,
    from,
    messageId: `<test-${randomUUID()}@yagura.invalid>`,
    date,
    subject: `${mark}[Yagura] Test mail`,
    text,
    html: `<p>${text.trim().replace("\n", "<br>")}</p>\n`,
  };
}
