/**
 * A conversation with a way back. Answers are kept in their order, with what was found out between them. To go back the
 * last of them are let go, and the questions are gone through once more from the first one: those that have an answer
 * are not asked, what was found out is not found out twice, and what was let go is shown as the answer to edit.
 */
import type { Dialogue } from "./dialogue.ts";

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
  readonly dialogue: Dialogue;
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

/** @param live the dialogue that asks now; another one may take its place between two questions */
export function createWayBack(live: () => Dialogue): WayBack {
  const kept: Kept[] = [];
  const letGo = new Map<number, Kept>();
  /** Answers that stand though a question before them is asked again. */
  const standing = new Map<number, Kept>();
  let at = 0;
  /** How much was told since the first question, and how much of it the person has read. */
  let told = 0;
  let read = 0;
  let isThrough = false;
  const goBackTo = (index: number): never => {
    read = kept[index]?.told ?? 0;
    for (const [offset, one] of kept.splice(index).entries()) letGo.set(index + offset, one);
    throw new Rewound();
  };
  const isKept = () => at < kept.length;
  const take = () => kept[at++]?.value;
  const keep = <T>(question: string | undefined, value: T): T => {
    kept.push({ question, value, told });
    at = kept.length;
    return value;
  };
  const ask = async <T>(question: string, answer: (before: T | undefined) => Promise<T>): Promise<T> => {
    if (isKept()) return take() as T;
    const stands = standing.get(at);
    standing.delete(at);
    if (stands?.question === question) return keep(question, stands.value as T);
    const before = letGo.get(at);
    for (;;) {
      try {
        const value = await answer(before?.question === question ? (before.value as T) : undefined);
        return keep(question, value);
      } catch (error) {
        if (!(error instanceof Back)) throw error;
        standing.clear();
        const last = isThrough ? -1 : kept.findLastIndex((one) => one.question !== undefined);
        // Where there is none before it, the question itself is asked again.
        if (last !== -1) goBackTo(last);
      }
    }
  };
  return {
    dialogue: {
      get isPerson() {
        return live().isPerson;
      },
      begin(title) {
        if (!isKept()) live().begin(title);
      },
      text: (asked) =>
        ask(asked.message, (before) => live().text({ ...asked, initial: before ?? asked.initial })),
      secret: (message) => ask(message, () => live().secret(message)),
      choose: <Value extends string>(
        message: string,
        choices: Parameters<Dialogue["choose"]>[1],
        initial?: string,
      ) =>
        ask<Value>(message, (before) => live().choose(message, choices, before ?? initial) as Promise<Value>),
      pick: (message, choices) => ask(message, () => live().pick(message, choices)),
      confirm: (message, initial) => ask(message, (before) => live().confirm(message, before ?? initial)),
      tell(kind, text) {
        told += 1;
        if (told <= read) return;
        read = told;
        live().tell(kind, text);
      },
    },
    async once(work) {
      if (isKept()) return take() as never;
      return keep(undefined, await work());
    },
    again(question, { withNext = false } = {}) {
      const latest = kept.slice(0, -1);
      const named = latest.findLastIndex((one) => question !== undefined && one.question === question);
      const index = named === -1 ? latest.findLastIndex((one) => one.question !== undefined) : named;
      standing.clear();
      for (let next = index + 1; !withNext && latest[next]?.question !== undefined; next++)
        standing.set(next, latest[next] as Kept);
      return goBackTo(index);
    },
    async through(questions) {
      for (;;) {
        at = 0;
        told = 0;
        try {
          const answer = await questions();
          isThrough = true;
          return answer;
        } catch (error) {
          if (!(error instanceof Rewound)) throw error;
        }
      }
    },
  };
}
