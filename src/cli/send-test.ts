/** `yagura send-test`: one test mail to each recipient, with the server's answer. */
import { sendTestMails } from "../app/send-test-mails.ts";

interface Options {
  config: string;
  to?: string;
  json?: boolean;
}

export async function sendTest(options: Options): Promise<void> {
  const results = await sendTestMails(options.config, process.env, options.to);
  if (options.json) process.stdout.write(`${JSON.stringify(results)}\n`);
  else
    for (const { address, ok, message } of results) {
      process.stdout.write(`${ok ? "sent" : "failed"}  ${address}  ${message}\n`);
    }
  if (results.some(({ ok }) => !ok)) process.exitCode = 1;
}
