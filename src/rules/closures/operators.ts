/** What the operators do with values of the types that the check let through. */
import { longestText } from "../cel/meter.ts";
import type { Closure, Plain } from "./field-path.ts";

type Compute = (left: Plain, right: Plain) => Plain | undefined;

// The check has made sure that both sides are texts, or both numbers.
const numeric = (compute: (left: number, right: number) => Plain) => compute as Compute;

export const binary: Readonly<Record<string, Compute>> = {
  "==": (left, right) => left === right,
  "!=": (left, right) => left !== right,
  "<": (left, right) => left < right,
  "<=": (left, right) => left <= right,
  ">": (left, right) => left > right,
  ">=": (left, right) => left >= right,
  "+": (left, right) =>
    typeof left === "string" ? joined(left, right as string) : (left as number) + (right as number),
  "-": numeric((left, right) => left - right),
  "*": numeric((left, right) => left * right),
  "/": numeric((left, right) => left / right),
  "%": numeric((left, right) => left % right),
};

// A text that is made may not be longer than one that is seen.
function joined(left: string, right: string): string | undefined {
  return left.length + right.length > longestText ? undefined : left + right;
}

/** False where one side is, whatever the other; no value where that does not decide. */
export function both(left: Closure, right: Closure): Closure {
  return (event) => {
    const first = left(event);
    if (first === false) return false;
    const second = right(event);
    return first === true || second === false ? second : undefined;
  };
}

/** True where one side is, whatever the other; no value where that does not decide. */
export function either(left: Closure, right: Closure): Closure {
  return (event) => {
    const first = left(event);
    if (first === true) return true;
    const second = right(event);
    return first === false || second === true ? second : undefined;
  };
}
