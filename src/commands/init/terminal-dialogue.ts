/** Questions on a terminal. The library draws them; words that others wrote never steer the terminal. */
import * as prompts from "@clack/prompts";
import { tameLines } from "../../lib/text/tame.ts";
import { Cancelled, type Dialogue } from "./dialogue.ts";
import type { Words } from "./words/words.ts";

export function createTerminalDialogue({ terminal }: Pick<Words, "terminal">): Dialogue {
  const answered = async <T>(answer: Promise<T | typeof prompts.CANCEL_SYMBOL>): Promise<T> => {
    const given = await answer;
    if (prompts.isCancel(given)) throw new Cancelled();
    return given;
  };
  return {
    isPerson: true,
    async text({ message, initial, example }) {
      const answer = await answered(
        prompts.text({
          message,
          ...(initial ? { initialValue: initial } : {}),
          ...(example === undefined ? {} : { placeholder: example }),
        }),
      );
      return (answer ?? "").trim();
    },
    async secret(message) {
      return ((await answered(prompts.password({ message, mask: "•" }))) ?? "").trim();
    },
    choose: (message, choices, initial) =>
      answered(
        prompts.select<string>({
          message,
          options: choices.map((one) => ({ ...one })),
          ...(initial === undefined ? {} : { initialValue: initial }),
          showInstructions: false,
        }),
      ) as Promise<never>,
    pick: (message, choices) =>
      answered(
        prompts.multiselect<string>({
          message: `${message} (${terminal.pickHint})`,
          options: choices.map((one) => ({ ...one })),
          required: false,
          showInstructions: false,
        }),
      ),
    confirm: (message, initial) =>
      answered(
        prompts.confirm({ message, initialValue: initial, active: terminal.yes, inactive: terminal.no }),
      ),
    begin: (title) => prompts.intro(title),
    tell(kind, text) {
      const tamed = tameLines(text, 4_000);
      if (kind === "done") prompts.log.success(tamed);
      else if (kind === "warning") prompts.log.warn(tamed);
      else if (kind === "working") prompts.log.step(tamed);
      else prompts.log.message(tamed);
    },
  };
}
