/**
 * The conversation of a setup: with a person on a terminal, or with nobody, where options are all the answers. It has
 * two languages, and a way back.
 */
import { tameLines } from "../../../lib/text/tame.ts";
import type { Language } from "../../../model/language.ts";
import { englishSetup, type Words } from "./words/english.ts";
import { japaneseSetup } from "./words/japanese.ts";

const languages: Readonly<Record<Language, Words>> = { en: englishSetup, ja: japaneseSetup };

export function setupWords(language: Language): Words {
  return languages[language];
}

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
export interface SetupDialogue {
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
export function createSilentDialogue(lines: Lines = process.stderr): SetupDialogue {
  const nobody = (): never => {
    throw new Error("there is nobody to ask");
  };
  const marks = { done: "ok", working: "..", warning: "!!", note: "--" } as const;
  return {
    isPerson: false,
    text: nobody,
    secret: nobody,
    choose: nobody,
    pick: nobody,
    confirm: nobody,
    begin: () => {},
    tell(kind, text) {
      for (const line of tameLines(text, 8_000).split("\n")) lines.write(`${marks[kind]}  ${line}\n`);
    },
  };
}

// A conversation with a way back. Answers are kept in their order, with what was found out between them. To go back the
// last of them are let go, and the questions are gone through once more from the first one: those that have an answer
// are not asked, what was found out is not found out twice, and what was let go is shown as the answer to edit.

/** Thrown by a dialogue: the person wants the question before. */
export class Back extends Error {}

/** Thrown to whoever asks: the questions begin once more. */
class Rewound extends Error {}

interface Kept {
  /** Undefined: nobody was asked, it was found out. */
  readonly question: string | undefined;
  readonly value: unknown;
  /** How much was told before it. */
  readonly told: number;
}

export interface WayBack {
  readonly dialogue: SetupDialogue;
  /** Finds something out once, however often the questions are gone through. */
  once<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Asks the latest question of this text again, and no other that was answered since; without a text, or with one that
   * was not asked, the latest but the one just answered.
   */
  again(question: string | undefined, how?: { readonly withNext?: boolean | undefined }): never;
  /**
   * Goes through the questions to their end; from then on nothing leads back. Their order may depend on answers and on
   * nothing else.
   */
  through<T>(questions: () => Promise<T>): Promise<T>;
}

/** The answers of a conversation, with the place in them at which its questions are now. */
class KeptAnswers {
  readonly #kept: Kept[] = [];
  readonly #letGo = new Map<number, Kept>();
  /** Answers that stand though a question before them is asked again. */
  readonly #standing = new Map<number, Kept>();
  #at = 0;
  /** How much was told since the first question, and how much of it the person has read. */
  #told = 0;
  #read = 0;
  #isThrough = false;

  get isKept(): boolean {
    return this.#at < this.#kept.length;
  }

  /** Whether the person has not read yet what is told now. */
  isNews(): boolean {
    this.#told += 1;
    if (this.#told <= this.#read) return false;
    this.#read = this.#told;
    return true;
  }

  async ask<T>(question: string, answer: (before: T | undefined) => Promise<T>): Promise<T> {
    if (this.isKept) return this.#take() as T;
    const stands = this.#standing.get(this.#at);
    this.#standing.delete(this.#at);
    if (stands?.question === question) return this.#keep(question, stands.value as T);
    const before = this.#letGo.get(this.#at);
    for (;;) {
      try {
        const value = await answer(before?.question === question ? (before.value as T) : undefined);
        return this.#keep(question, value);
      } catch (error) {
        if (!(error instanceof Back)) throw error;
        this.#standing.clear();
        const last = this.#isThrough ? -1 : this.#kept.findLastIndex((one) => one.question !== undefined);
        // Where there is none before it, the question itself is asked again.
        if (last !== -1) this.#goBackTo(last);
      }
    }
  }

  async once<T>(work: () => Promise<T>): Promise<T> {
    return this.isKept ? (this.#take() as T) : this.#keep(undefined, await work());
  }

  again(question: string | undefined, withNext: boolean): never {
    const latest = this.#kept.slice(0, -1);
    const named = latest.findLastIndex((one) => question !== undefined && one.question === question);
    const index = named === -1 ? latest.findLastIndex((one) => one.question !== undefined) : named;
    this.#standing.clear();
    for (let next = index + 1; !withNext && latest[next]?.question !== undefined; next++)
      this.#standing.set(next, latest[next] as Kept);
    return this.#goBackTo(index);
  }

  async through<T>(questions: () => Promise<T>): Promise<T> {
    for (;;) {
      this.#at = 0;
      this.#told = 0;
      try {
        const answer = await questions();
        this.#isThrough = true;
        return answer;
      } catch (error) {
        if (!(error instanceof Rewound)) throw error;
      }
    }
  }

  #take(): unknown {
    return this.#kept[this.#at++]?.value;
  }

  #keep<T>(question: string | undefined, value: T): T {
    this.#kept.push({ question, value, told: this.#told });
    this.#at = this.#kept.length;
    return value;
  }

  #goBackTo(index: number): never {
    this.#read = this.#kept[index]?.told ?? 0;
    for (const [offset, one] of this.#kept.splice(index).entries()) this.#letGo.set(index + offset, one);
    throw new Rewound();
  }
}

/** @param live the dialogue that asks now; another one may take its place between two questions */
export function createWayBack(live: () => SetupDialogue): WayBack {
  const answers = new KeptAnswers();
  return {
    dialogue: {
      get isPerson() {
        return live().isPerson;
      },
      begin(title) {
        if (!answers.isKept) live().begin(title);
      },
      text: (asked) =>
        answers.ask(asked.message, (before) => live().text({ ...asked, initial: before ?? asked.initial })),
      secret: (message) => answers.ask(message, () => live().secret(message)),
      choose: <Value extends string>(
        message: string,
        choices: Parameters<SetupDialogue["choose"]>[1],
        initial?: string,
      ) =>
        answers.ask<Value>(
          message,
          (before) => live().choose(message, choices, before ?? initial) as Promise<Value>,
        ),
      pick: (message, choices) => answers.ask(message, () => live().pick(message, choices)),
      confirm: (message, initial) =>
        answers.ask(message, (before) => live().confirm(message, before ?? initial)),
      tell(kind, text) {
        if (answers.isNews()) live().tell(kind, text);
      },
    },
    once: (work) => answers.once(work),
    again: (question, { withNext = false } = {}) => answers.again(question, withNext),
    through: (questions) => answers.through(questions),
  };
}
