/**
 * The conditions that subscriptions hold, each compiled once for all who ask the same, and the memory that they take: of
 * one connection and of all there is only so much.
 */
import { hash } from "node:crypto";
import type { FrameError } from "../frames/client-frames.ts";
import { limits } from "../limits.ts";
import type { Condition } from "./entries.ts";

/** Compiles a condition for events of these types (full names). Must not throw. */
export type CompileFilter = (
  where: string,
  types: string[],
) => ({ ok: true } & Condition) | { ok: false; message: string };

type Refusal = Pick<FrameError, "code" | "message">;

export type TakenCondition =
  /** `release` is to be called once the subscription is over, and may be called again. */
  | { readonly ok: true; readonly condition: Condition; release(): void }
  | { readonly ok: false; readonly error: Refusal };

/** Takes a condition for a subscription of one connection. */
export type TakeCondition = (where: string, types: string[]) => TakenCondition;

interface Held {
  readonly condition: Condition;
  readonly chars: number;
  holders: number;
}

/** Characters as which all counts that a condition has besides its text. */
const ownChars = 100;

export class Conditions {
  readonly #compile: CompileFilter;
  readonly #held = new Map<string, Held>();
  #chars = 0;

  constructor(compile: CompileFilter) {
    this.#compile = compile;
  }

  /** What one connection takes its conditions with. */
  forConnection(): TakeCondition {
    let own = 0;
    return (where, types) => {
      const chars = where.length + ownChars;
      if (own + chars > limits.conditionChars)
        return refusal("this connection's conditions", limits.conditionChars);
      const taken = this.#take(where, types, chars);
      if (!taken.ok) return taken;
      own += chars;
      let isOver = false;
      const release = () => {
        if (isOver) return;
        isOver = true;
        own -= chars;
        taken.release();
      };
      return { ...taken, release };
    };
  }

  #take(where: string, types: string[], chars: number): TakenCondition {
    // Shorter than what it is of, which need not be kept.
    const key = hash("sha256", JSON.stringify([where, types]), "base64url");
    const known = this.#held.get(key);
    if (known === undefined && this.#chars + chars > limits.allConditionChars)
      return refusal("the conditions of all subscribers", limits.allConditionChars);
    const held = known ?? this.#make(where, types, chars);
    if ("error" in held) return { ok: false, ...held };
    if (known === undefined) {
      this.#held.set(key, held);
      this.#chars += chars;
    }
    held.holders += 1;
    return { ok: true, condition: held.condition, release: () => this.#release(key, held) };
  }

  #make(where: string, types: string[], chars: number): Held | { readonly error: Refusal } {
    const compiled = this.#compile(where, types);
    if (!compiled.ok) return { error: { code: "invalid-where", message: compiled.message } };
    return { condition: compiled, chars, holders: 0 };
  }

  #release(key: string, held: Held): void {
    held.holders -= 1;
    if (held.holders > 0) return;
    this.#held.delete(key);
    this.#chars -= held.chars;
  }
}

function refusal(whose: string, most: number): TakenCondition {
  const message = `${whose} may have ${most.toLocaleString("en")} characters together, and ${ownChars} count for each besides`;
  return { ok: false, error: { code: "too-many-conditions", message } };
}
