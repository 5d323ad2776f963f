/**
 * An expression about an event has one kind of number, so that `now.ratio * 2 > 1` works as it reads. One that names
 * nothing of the event is CEL as it is published, with whole numbers, unsigned ones and doubles apart.
 */
import { UnsignedInt } from "@marcbachmann/cel-js/evaluator";
import type { Language } from "./language.ts";
import { children, ExpressionError, type Node } from "./syntax.ts";

/** @param names those of the event's values */
export function isAboutEvent(node: Node, names: ReadonlySet<string>): boolean {
  return node.op === "id"
    ? names.has(String(node.args))
    : children(node).some((child) => isAboutEvent(child, names));
}

/** The value of a literal. Throws an ExpressionError for one that has no place there. */
export function literalOf({ args, start }: Node, ofEvents: boolean): unknown {
  if (!ofEvents) return args;
  if (typeof args === "bigint") return Number(args);
  if (args instanceof UnsignedInt) return Number(args.value);
  if (args === null) {
    throw new ExpressionError(start, "there is no null here", "has(now.fund) asks whether a field is there");
  }
  return args;
}

/** As CEL has it, a remainder is one of whole numbers. Throws an ExpressionError for decimals that are written out. */
export function checkRemainder({ args }: Node): void {
  const decimal = (args as Node[]).find((part) => part.op === "value" && typeof part.args === "number");
  if (decimal !== undefined) {
    throw new ExpressionError(decimal.start, "a remainder of decimals needs a value of the event");
  }
}

/** A computed place in a list, made whole: the one number that has to be, beside values of an event. */
export function asPlace(at: Node, { environment }: Language): Node {
  // Of what is written out, the check says more.
  if (at.op === "value" || at.op === "-_") return at;
  const call = environment.parse("own_place(0)").ast as unknown as Node;
  call.args = ["own_place", [at]];
  return Object.assign(call, { pos: at.pos, start: at.start, end: at.end });
}
