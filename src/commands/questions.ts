/** Questions to the person at the terminal, for calls that need one or two; the dialogue of `init` is its own. */
import { createInterface } from "node:readline/promises";

interface Questions {
  /** The answer without blanks around it; undefined after Ctrl-C and Ctrl-D, which end the questions. */
  ask(question: string): Promise<string | undefined>;
  /** Whether the answer is a yes. */
  isWanted(question: string): Promise<boolean>;
}

/** The questions; undefined: nobody sits at a terminal. */
export function openQuestions(): Questions | undefined {
  if (process.stdin.isTTY !== true || process.stdout.isTTY !== true) return undefined;
  let isOver = false;
  const ask = async (question: string): Promise<string | undefined> => {
    if (isOver) return undefined;
    const lines = createInterface({ input: process.stdin, output: process.stdout });
    try {
      return (await lines.question(question)).trim();
    } catch {
      isOver = true;
      return undefined;
    } finally {
      lines.close();
    }
  };
  return { ask, isWanted: async (question) => isYes((await ask(question)) ?? "") };
}

/** Whether an answer is a yes, in wide letters, too. */
export function isYes(answer: string): boolean {
  return /^(y|yes|はい)$/i.test(answer.normalize("NFKC"));
}
