/**
 * Moments and spans have no fields to be read: the library would hand out what their objects have in JavaScript. Where
 * a value's type is only known when it is there, it is looked at then.
 */
import { Duration } from "@marcbachmann/cel-js/evaluator";
import { typeInWords } from "./explain.ts";
import { children, ExpressionError, type Node } from "./syntax.ts";
import { onValue } from "./watch-node.ts";

const reading: ReadonlySet<string> = new Set([".", ".?", "[]", "[?]"]);

/** Of a checked tree; changes how it is evaluated. Throws an ExpressionError where the type tells already. */
export function keepFieldsAway(node: Node): void {
  for (const child of children(node)) keepFieldsAway(child);
  if (!reading.has(node.op)) return;
  const [owner] = node.args as [Node];
  const { name = "dyn", kind = "dyn" } = owner.checkedType ?? {};
  if (name === "type") throw new ExpressionError(node.pos, "the name of a kind of value has no fields");
  if (name.startsWith("google.")) throw new ExpressionError(node.pos, `a ${typeInWords(name)} has no fields`);
  if (kind === "dyn" || kind === "optional") onValue(owner, refuse);
}

function refuse(value: unknown): void {
  const inside = isOptional(value) ? value.orValue(undefined) : value;
  if (inside instanceof Date || inside instanceof Duration) throw new TypeError("this has no fields");
}

interface Optional {
  orValue(other: unknown): unknown;
}

function isOptional(value: unknown): value is Optional {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.prototype.toString.call(value) === "[object optional]"
  );
}
