/** What can stand behind each call: its parts, its options, and their values. */
import type { Command, Option } from "commander";
import { firstSentence } from "../help-form.ts";

interface Word {
  readonly word: string;
  readonly about: string;
}

export interface CompletedOption extends Word {
  /** Its values, where these are a closed list. */
  readonly values: readonly string[];
  /** Whether a value follows, and whether that is a file. */
  readonly takes: "nothing" | "text" | "file";
}

export interface Call {
  /** Words of the call behind the program's name: "" for the program itself, such as "history show". */
  readonly path: string;
  readonly parts: readonly Word[];
  readonly options: readonly CompletedOption[];
  /** Values of its first argument, where these are a closed list. */
  readonly values: readonly string[];
  /** Whether its arguments are files. */
  readonly takesFiles: boolean;
}

/** The calls of a program, those that hold others before them. */
export function callsOf(program: Command): Call[] {
  return callsBelow(program, "", []);
}

function callsBelow(command: Command, path: string, above: readonly CompletedOption[]): Call[] {
  const help = command.createHelp();
  const own = help.visibleOptions(command).map(optionOf);
  const options = [...own, ...above.filter(({ word }) => !own.some((one) => one.word === word))];
  const parts = command.commands.flatMap((part) =>
    [part.name(), ...part.aliases()].map((word) => ({ word, about: firstSentence(part.description()) })),
  );
  const [argument] = command.registeredArguments;
  const call: Call = {
    ...{ path, parts, options },
    values: argument?.argChoices ?? [],
    takesFiles: argument !== undefined && /^(file|folder)s?$/.test(argument.name()),
  };
  // What belongs to the program alone is no option of its commands.
  const passedOn = path === "" ? [] : options;
  return [
    call,
    ...command.commands.flatMap((part) =>
      [part.name(), ...part.aliases()].flatMap((word) =>
        callsBelow(part, path === "" ? word : `${path} ${word}`, passedOn),
      ),
    ),
  ];
}

function optionOf({
  long,
  short,
  description,
  argChoices,
  required,
  optional,
  flags,
}: Option): CompletedOption {
  const takesFile = /[<[](file|folder)/.test(flags);
  const takes = required || optional ? (takesFile ? "file" : "text") : "nothing";
  return { word: long ?? short ?? "", about: firstSentence(description), values: argChoices ?? [], takes };
}
