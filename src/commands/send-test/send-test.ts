/** `yagura send-test`: one test mail to each recipient, with the server's answer. */

import { wrapped } from "../../lib/text/wrap.ts";
import type { TrialResult } from "../../outputs/index.ts";
import { type Terminal, terminalOf } from "../terminal.ts";
import { sendTestMails } from "./send-test-mails.ts";

interface Options {
  config: string;
  to?: string;
  json?: boolean;
}

export async function sendTest(options: Options): Promise<void> {
  const results = await sendTestMails(options.config, process.env, options.to);
  if (options.json) process.stdout.write(`${JSON.stringify(results)}\n`);
  else
    for (const result of results)
      for (const line of resultLines(result, terminalOf())) process.stdout.write(`${line}\n`);
  if (results.some(({ ok }) => !ok)) process.exitCode = 1;
}

function resultLines({ address, ok, message, note }: TrialResult, { columns, paint }: Terminal): string[] {
  const word = ok ? "sent" : "failed";
  const [first = "", ...more] = wrapped(`${word}  ${address}  ${message}`, columns, "    ");
  const head = `${paint(ok ? "green" : "red", word)}${first.slice(word.length)}`;
  return [head, ...more, ...(note === undefined ? [] : wrapped(`    ${note}`, columns, "    "))];
}
