/** Questions to the person at the terminal, for calls that need one or two; the dialogue of `init` is its own. */
import { createInterface } from "node:readline/promises";

interface Questions {
  /** The answer without blanks around it; empty after Ctrl-C and Ctrl-D, which end the questions. */
  ask(question: string): Promise<string>;
  /** Whether the answer is a yes. */
  isWanted(question: string): Promise<boolean>;
}

/** The questions; undefined: nobody sits at a terminal. */
export function openQuestions(): Questions | undefined {
  if (process.stdin.isTTY !== true || process.stdout.isTTY !== true) return undefined;
  let isOver = false;
  const ask = async (question: string): Promise<string> => {
    if (isOver) return "";
    const lines = createInterface({ input: process.stdin, output: process.stdout });
    try {
      return (await lines.question(question)).trim();
    } catch {
      isOver = true;
      return "";
    } finally {
      lines.close();
    }
  };
  return { ask, isWanted: async (question) => /^(y|yes|はい)$/i.test(await ask(question)) };
}
