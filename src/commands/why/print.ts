/** `yagura why`: what caused an alert, or what suppressed one. */

import { why as ask, type Question } from "../../app/why/ask.ts";
import { createProgress, terminalOf } from "../terminal.ts";
import { answerLines } from "./answer-lines.ts";

interface Options extends Omit<Question, "alert"> {
  readonly config: string;
  readonly json?: boolean;
}

export async function why(alert: string | undefined, { config, json, ...rest }: Options): Promise<void> {
  const progress = createProgress();
  const answer = await ask(
    { alert, ...rest },
    { config, environment: process.env, now: Date.now(), progress: progress.tell },
  );
  progress.clear();
  if (json) process.stdout.write(`${JSON.stringify(answer)}\n`);
  else if (answer.about === "nothing") process.stderr.write(`yagura: ${answer.message}\n`);
  else process.stdout.write(`${answerLines(answer, terminalOf().columns).map(headed).join("\n")}\n`);
  if (answer.about === "nothing") process.exitCode = 1;
}

/** Headings stand out where the terminal can show that. */
function headed(line: string): string {
  return line.replace(/^[a-z][a-z ]*?(?= {2})/, (heading) => terminalOf().paint("bold", heading));
}
