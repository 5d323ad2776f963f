/** Sends one mail now, for a person who wants to know whether mails arrive. */
import { randomUUID } from "node:crypto";
import { japanTime } from "../../lib/clock.ts";
import type { MailDraft } from "../../model/mail.ts";
import type { TrialResult } from "../member.ts";
import { type Destination, parseDestination } from "./destination.ts";
import { transportOf } from "./email.ts";
import { compose, openLine } from "./mailer.ts";
import { messageOf } from "./outcomes.ts";

export interface TestMailOptions {
  readonly smtp: string;
  readonly from: string;
  readonly address: string;
  readonly simulated: boolean;
  /** ms since 1970. */
  readonly now: number;
}

/** Sends the mail. Never throws; neither the answer nor the error has the password. */
export async function sendTestMail(options: TestMailOptions): Promise<TrialResult> {
  const { smtp, address } = options;
  const { signal } = new AbortController();
  try {
    const destination = parseDestination(smtp);
    const transport = transportOf(destination);
    try {
      await transport.open();
      const draft = testDraft(options);
      const message = await transport.send({ ...draft, bytes: await compose(draft) }, signal);
      const isUnasked = await hasUnaskedLogin(destination, signal);
      return { address, ok: true, message, ...(isUnasked ? { note: unaskedLogin } : {}) };
    } finally {
      transport.close();
    }
  } catch (error) {
    return { address, ok: false, message: messageOf(error) };
  }
}

const unaskedLogin = "the settings name a login, and the mail server never asked for one: it was not tried";

async function hasUnaskedLogin(destination: Destination, signal: AbortSignal): Promise<boolean> {
  if (destination.kind !== "smtp" || destination.login === undefined) return false;
  try {
    const line = await openLine(destination, signal);
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
