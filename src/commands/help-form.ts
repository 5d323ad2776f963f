/** The form of a page of help: names in one column, what is said of them beside it, lines broken to the terminal. */
import type { Argument, Help, Option } from "commander";
import { cellsIn, wrapped } from "../lib/text/terminal.ts";
import type { Say } from "./said.ts";

const indent = "  ";
/** A longer name stands on a line of its own. */
const mostNameCells = 34;

export function paragraphs(texts: readonly string[], columns: number): string[] {
  return texts.flatMap((text) => wrapped(`${indent}${text}`, columns, indent));
}

export type HelpRows = readonly (readonly [name: string, about: string])[];

export function rows(named: HelpRows, columns: number): string[] {
  const width = Math.max(0, ...named.map(([name]) => cellsIn(name)));
  return named.flatMap(([name, about]) => row(name, about, width, columns));
}

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
      ...(isTold(defaultValue) ? [`${say("default: ", "既定値：")}${defaultValue}`] : []),
    ];
    const told = facts.join(", ");
    return facts.length === 0 ? description : say(`${description} (${told})`, `${description}（${told}）`);
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
    subcommandDescription: (command) =>
      command.name() === "help"
        ? say("show the help of a command", "コマンドのヘルプを表示します")
        : firstSentence(command.description()),
  };
}

/** A switch that is on unless it is refused, and a list that is empty, say it by themselves. */
function isTold(defaultValue: unknown): boolean {
  return typeof defaultValue === "string";
}

/** The part of a description that fits into a list. */
export function firstSentence(text: string): string {
  return text.split(/[;:：。]|\. /)[0]?.trim() ?? "";
}
