/** Questions on a terminal. The library draws them; words that others wrote never steer the terminal. */
import * as prompts from "@clack/prompts";
import { tameLines } from "../../../lib/text/tame.ts";
import { Back, Cancelled, type SetupDialogue } from "./dialogue.ts";
import type { Words } from "./words/english.ts";

/** Keys of vim, by which the library steers lists: a letter that is typed there is a letter. */
const vimKeys = ["h", "j", "k", "l"];

/** @param input where the library reads the keys */
export function createTerminalDialogue(
  { terminal }: Pick<Words, "terminal">,
  input: NodeJS.ReadStream = process.stdin,
): SetupDialogue {
  for (const key of vimKeys) prompts.settings.aliases.delete(key);
  const answered = <T>(answer: Promise<T | typeof prompts.CANCEL_SYMBOL>) => answerOf(answer, input);
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

/** Throws Back for Escape and Cancelled for Ctrl-C. */
async function answerOf<T>(
  answer: Promise<T | typeof prompts.CANCEL_SYMBOL>,
  input: NodeJS.ReadStream,
): Promise<T> {
  let isEscape = false;
  // The library ends a question alike by Escape and by Ctrl-C.
  const note = (_: unknown, key: { name?: string } | undefined) => {
    isEscape = key?.name === "escape";
  };
  input.on("keypress", note);
  const given = await answer.finally(() => input.off("keypress", note));
  if (prompts.isCancel(given)) throw isEscape ? new Back() : new Cancelled();
  return given;
}
