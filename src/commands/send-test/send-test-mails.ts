/** A test mail to each configured recipient. */

import { requireConfig } from "../../app/check-files.ts";
import { Refused } from "../../app/refused.ts";
import { simulatedNames } from "../../app/simulated.ts";
import { type OutputName, outputMembers, type TrialResult } from "../../outputs/index.ts";

/** @param to this address instead of the configured ones */
export async function sendTestMails(
  path: string,
  environment: Readonly<Record<string, string | undefined>>,
  to?: string,
): Promise<TrialResult[]> {
  const config = requireConfig(path, environment);
  const how = { simulated: simulatedNames(config).length > 0, now: Date.now() };
  const sent = outputMembers.flatMap(({ name, trial }) => {
    if (trial === undefined) return [];
    const own = config.outputs[name as OutputName];
    return trial.addresses(own, to).map((address) => trial.send(own, address, how));
  });
  if (sent.length === 0) throw new Refused("no recipients are configured; name one with --to");
  return Promise.all(sent);
}
