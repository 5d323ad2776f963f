/** The help of commands: a line an option and one example, in the caller's language; it leads to the manual in docs. */
import type { Argument, Command, Help, Option } from "commander";
import { cellsIn, wrapped } from "../lib/text/terminal.ts";
import type { Language } from "../model/language.ts";

/** Gives the one of two texts that the caller reads. */
export type Say = (english: string, japanese: string) => string;

export function sayIn(language: Language): Say {
  return (english, japanese) => (language === "ja" ? japanese : english);
}

const indent = "  ";
/** A longer name stands on a line of its own. */
const mostNameCells = 34;

/** @param widest cells of the longest name in the column */
function row(name: string, about: string, widest: number, columns: number): string[] {
  const width = Math.min(widest, mostNameCells, Math.floor(columns / 2)) + indent.length;
  const behind = " ".repeat(indent.length + width);
  const [first = "", ...more] = wrapped(`${behind}${about}`, columns, behind);
  const rest = width - cellsIn(name);
  return rest < indent.length
    ? [`${indent}${name}`, first, ...more]
    : [`${indent}${name}${" ".repeat(rest)}${first.slice(behind.length)}`, ...more];
}

/** What commander makes of a page, in this form and in the caller's language. */
export function helpForm(say: Say): Partial<Help> {
  const headings: Readonly<Record<string, string>> = {
    "Usage:": say("Usage:", "使い方："),
    "Arguments:": say("Arguments:", "引数："),
    "Options:": say("Options:", "オプション："),
    "Global Options:": say("Global options:", "共通のオプション："),
    "Commands:": say("Commands:", "コマンド："),
    "[options]": say("[options]", "[オプション]"),
    "[command]": say("[command]", "[コマンド]"),
  };
  const translated = (text: string) => headings[text] ?? text;
  const described = ({ description, argChoices, defaultValue }: Option | Argument): string => {
    const facts = [
      ...(argChoices ? [`${say("choices: ", "選択肢：")}${argChoices.join(", ")}`] : []),
      // A switch that is on unless it is refused says it by itself.
      ...(typeof defaultValue === "string" ? [`${say("default: ", "既定値：")}${defaultValue}`] : []),
    ];
    const listed = facts.join(", ");
    return facts.length === 0
      ? description
      : say(`${description} (${listed})`, `${description}（${listed}）`);
  };
  return {
    displayWidth: cellsIn,
    boxWrap: (text, columns) => wrapped(text, columns, "").join("\n"),
    formatItem: (name, widest, about, { helpWidth = 80 }) => row(name, about, widest, helpWidth).join("\n"),
    styleTitle: translated,
    styleOptionText: translated,
    styleArgumentText: translated,
    styleSubcommandText: translated,
    showGlobalOptions: true,
    // Of a part those of its command; the program has none that its commands take.
    visibleGlobalOptions: ({ parent }) => (parent?.parent ? [...parent.options] : []),
    optionDescription: described,
    argumentDescription: described,
    subcommandTerm: (command) => [command.name(), ...command.aliases()].join("|"),
    subcommandDescription: (command) =>
      command.name() === "help"
        ? say("show the help of a command", "コマンドのヘルプを表示します")
        : firstSentence(command.description()),
  };
}

/** The part of a description that fits into a list. */
export function firstSentence(text: string): string {
  return text.split(/[;:：。]|\. /)[0]?.trim() ?? "";
}

/** What stands below the options: a call that can be copied, and where the manual is. */
export function helpEnd(command: Command, example: string, say: Say): string {
  const page = say("docs/commands.md", "docs/commands.ja.md");
  const words = wordsOf(command);
  const place = words.length > 1 ? `#${words.join("-")}` : "";
  return `${say("Example:", "例：")}\n${indent}${example}\n\n${say("More: ", "詳しくは：")}${page}${place}`;
}

/** The words that call it, from the program on. */
function wordsOf(command: Command): string[] {
  return [...(command.parent ? wordsOf(command.parent) : []), command.name()];
}
