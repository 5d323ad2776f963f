/** `yagura send-test`: one test message to each address and target, with the answer. */

import { simulatedNames } from "../../config/services.ts";
import { requireConfig } from "../../files/check-files.ts";
import { Refused } from "../../lib/refused.ts";
import { type CallerLanguage, callerLanguage } from "../../lib/text/language.ts";
import { wrapped } from "../../lib/text/terminal.ts";
import { answerInJapanese, inJapanese } from "../../model/messages/in-japanese.ts";
import { type OutputName, outputMembers, type TrialResult } from "../../outputs/index.ts";
import { type Terminal, terminalOf } from "../terminal.ts";

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
      for (const line of resultLines(result, terminalOf(), callerLanguage(process.env)))
        process.stdout.write(`${line}\n`);
  if (results.some(({ ok }) => !ok)) process.exitCode = 1;
}

const outcomes: Readonly<Record<CallerLanguage, { readonly sent: string; readonly failed: string }>> = {
  en: { sent: "sent", failed: "failed" },
  ja: { sent: "送信", failed: "失敗" },
};

function messageIn(language: CallerLanguage, message: string): string {
  return language === "en" ? message : answerInJapanese(message);
}

/** The stages, and how long they took. */
function wayIn(language: CallerLanguage, way: string): string {
  if (language === "en") return way;
  const parts = way.split("; ").map((part) => {
    const [, after, seconds] = /^(after )?([\d.]+) s$/.exec(part) ?? [];
    if (seconds !== undefined) return after === undefined ? `${seconds} 秒` : `${seconds} 秒後`;
    return inJapanese(part) ?? part;
  });
  return parts.join("、");
}

export function resultLines(
  result: TrialResult,
  { columns, paint }: Pick<Terminal, "columns" | "paint">,
  language: CallerLanguage,
): string[] {
  const { address, ok } = result;
  const word = outcomes[language][ok ? "sent" : "failed"];
  const message = messageIn(language, result.message);
  const way = result.way === undefined ? undefined : wayIn(language, result.way);
  const note = result.note === undefined ? undefined : messageIn(language, result.note);
  const [first = "", ...more] = wrapped(`${word}  ${address}  ${message}`, columns, "    ");
  const head = `${paint(ok ? "green" : "red", word)}${first.slice(word.length)}`;
  const remarks = [way, note].filter((text) => text !== undefined);
  return [head, ...more, ...remarks.flatMap((text) => wrapped(`    ${text}`, columns, "    "))];
}

/** Sends a test message to each configured recipient. @@ @param to this address instead of the configured ones */
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
  if (sent.length === 0 && to !== undefined)
    throw new Refused(`"${to}" is neither a mail address nor the name of a target`);
  if (sent.length === 0) throw new Refused("no recipients are configured; name one with --to");
  return Promise.all(sent);
}
