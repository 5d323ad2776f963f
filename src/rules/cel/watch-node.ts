/** Ways to see what a node of a checked expression gives while it is evaluated. */
import type { Evaluate, Node } from "./syntax.ts";

/** Calls `see` with the node's value each time that it has one. */
export function onValue(node: Node, see: (value: unknown) => void): void {
  const plain = evaluateOf(node);
  node.evaluate = (evaluator, self, context) => {
    const value = plain(evaluator, self, context);
    see(value);
    return value;
  };
}

/** Calls `see` each time that the node has none. */
export function onError(node: Node, see: () => void): void {
  const plain = evaluateOf(node);
  node.evaluate = (evaluator, self, context) => {
    try {
      return plain(evaluator, self, context);
    } catch (error) {
      see();
      throw error;
    }
  };
}

// The library decides at a node's first evaluation which function it is, and overwrites what stands there.
export function evaluateOf(node: Node): Evaluate {
  if (Object.hasOwn(node, "evaluate")) return node.evaluate;
  const { alternate, macro, evaluate } = node.meta;
  if (alternate !== undefined)
    return (evaluator, _, context) => alternate.evaluate(evaluator, alternate, context);
  if (macro !== undefined) return (evaluator, _, context) => macro.evaluate(evaluator, macro, context);
  return evaluate;
}
