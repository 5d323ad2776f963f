/** Numbers without quotes where a text is meant, such as a stock code, and numbers in quotes. */
import { children, literalText, type Node } from "./syntax.ts";

/** Where an operator meets a literal of the wrong type: its place, and how to write it. */
export function misquoted(node: Node, source: string): { index: number; suggestion: string } | undefined {
  if (!comparing.has(node.op)) return undefined;
  const [day] = /^\d{4}-\d{2}-\d{2}(?!\d)/.exec(source.slice(dayPlace(node))) ?? [];
  if (day !== undefined) return { index: dayPlace(node), suggestion: `put it in quotes: "${day}"` };
  const written = children(node).flatMap((side) => (side.op === "list" ? children(side) : [side]));
  const number = written.find(isNumber);
  if (number !== undefined) {
    const digits = source.slice(number.start, number.end);
    return { index: number.start, suggestion: `put it in quotes: "${digits}"` };
  }
  const text = written.find((one) => /^-?\d+(\.\d+)?$/.test(literalText(one) ?? ""));
  if (text === undefined) return undefined;
  return { index: text.start, suggestion: `write it without quotes: ${literalText(text)}` };
}

/** Where a day without quotes begins, which is read as a subtraction. */
function dayPlace(node: Node): number {
  return children(node).find(({ op }) => op === "-")?.start ?? node.end;
}

const comparing = new Set(["==", "!=", "<", "<=", ">", ">=", "in"]);

function isNumber({ op, args }: Node): boolean {
  return op === "value" && (typeof args === "number" || typeof args === "bigint");
}
