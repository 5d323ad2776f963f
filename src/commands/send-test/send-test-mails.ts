/** A test mail to each configured recipient. */

import { requireConfig } from "../../app/check-files.ts";
import { Refused } from "../../app/refused.ts";
import { simulatedNames } from "../../app/simulated.ts";
import { sendTestMail } from "../../outputs/email/send-test.ts";

export interface TestMailRow {
  readonly address: string;
  readonly ok: boolean;
  /** The mail server's answer, or why there is none. */
  readonly message: string;
  /** What should be known of the way that the mail took. */
  readonly note?: string;
}

/** @param to this address instead of the configured ones */
export async function sendTestMails(
  path: string,
  environment: Readonly<Record<string, string | undefined>>,
  to?: string,
): Promise<TestMailRow[]> {
  const config = requireConfig(path, environment);
  const { smtp, from, recipients } = config.email;
  const addresses = to === undefined ? [...new Set(Object.values(recipients).flat())] : [to];
  if (addresses.length === 0) throw new Refused("no recipients are configured; name one with --to");
  const simulated = simulatedNames(config).length > 0;
  const sent = addresses.map(async (address): Promise<TestMailRow> => {
    const result = await sendTestMail({ smtp, from, address, simulated, now: Date.now() });
    if (!result.ok) return { address, ok: false, message: result.error };
    return { address, ok: true, message: result.answer, ...(result.note ? { note: result.note } : {}) };
  });
  return Promise.all(sent);
}
