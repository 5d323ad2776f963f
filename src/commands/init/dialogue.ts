/** The conversation of a setup: with a person on a terminal, or with nobody, where options are all the answers. */
import { tameLines } from "../../lib/text/tame.ts";

interface Choice<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string;
}

interface TextQuestion {
  readonly message: string;
  /** An answer that is there and can be edited. */
  readonly initial?: string | undefined;
  /** What an answer looks like. */
  readonly example?: string;
}

/** Every question throws Cancelled where the person ends it all. */
export interface Dialogue {
  /** Whether anybody can be asked. */
  readonly isPerson: boolean;
  text(question: TextQuestion): Promise<string>;
  /** What is typed is not shown. */
  secret(message: string): Promise<string>;
  choose<Value extends string>(
    message: string,
    choices: readonly Choice<Value>[],
    initial?: Value,
  ): Promise<Value>;
  /** Some of the choices, perhaps none. */
  pick(message: string, choices: readonly Choice[]): Promise<readonly string[]>;
  confirm(message: string, initial: boolean): Promise<boolean>;
  begin(title: string): void;
  /** Something was found out, is under way, or went wrong. */
  tell(kind: "done" | "working" | "warning" | "note", text: string): void;
}

/** The person ended the questions: nothing was written. */
export class Cancelled extends Error {}

type Lines = Pick<NodeJS.WriteStream, "write">;

/** Nobody to ask: what is told goes to stderr, so that a program reads stdout alone. */
export function createSilentDialogue(lines: Lines = process.stderr): Dialogue {
  const nobody = (): never => {
    throw new Error("there is nobody to ask");
  };
  const marks = { done: "ok", working: "..", warning: "!!", note: "--" } as const;
  return {
    isPerson: false,
    ...{ text: nobody, secret: nobody, choose: nobody, pick: nobody, confirm: nobody },
    begin: () => {},
    tell(kind, text) {
      for (const line of tameLines(text, 8_000).split("\n")) lines.write(`${marks[kind]}  ${line}\n`);
    },
  };
}
