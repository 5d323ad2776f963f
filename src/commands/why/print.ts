/** `yagura why`: what caused an alert, or what suppressed one. */

import { why as ask, type Question } from "../../app/why/ask.ts";
import { type CallerLanguage, callerLanguage } from "../../lib/text/language.ts";
import type { Answer } from "../../model/page/why.ts";
import { createProgress, terminalOf } from "../terminal.ts";
import { answerLines } from "./answer-lines.ts";

interface Options extends Omit<Question, "alert"> {
  readonly config: string;
  readonly json?: boolean;
}

export async function why(alert: string | undefined, { config, json, ...rest }: Options): Promise<void> {
  const progress = createProgress();
  const language = callerLanguage(process.env);
  const answer = await ask(
    { alert, ...rest },
    {
      config,
      environment: process.env,
      now: Date.now(),
      language: json ? undefined : language,
      progress: progress.tell,
    },
  );
  progress.clear();
  if (json) process.stdout.write(`${JSON.stringify(answer)}\n`);
  else if (answer.about === "nothing") process.stderr.write(`yagura: ${answer.message}\n`);
  else process.stdout.write(`${linesOf(answer, language).join("\n")}\n`);
  if (answer.about === "nothing") process.exitCode = 1;
}

/** Headings stand out where the terminal can show that. */
function linesOf(answer: Answer, language: CallerLanguage): string[] {
  const { columns, paint } = terminalOf();
  return answerLines(answer, { columns, language }).map((line) =>
    line.replace(/^\S.*?(?= {2})/, (heading) => paint("bold", heading)),
  );
}
