/** A condition of a rule on one line, as its author could have written it. */

export function conditionText(name: string, written: unknown): string {
  return `${name}: ${flow(written)}`;
}

function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(", ")}]`;
  if (typeof value !== "object" || value === null) return scalar(value);
  const parts = Object.entries(value).filter(([, part]) => part !== undefined);
  return `{ ${parts.map(([key, part]) => `${key}: ${flow(part)}`).join(", ")} }`;
}

/** Quotes only where a list or a map could be read otherwise. */
function scalar(value: unknown): string {
  const text = String(value).replace(/\s+/g, " ");
  return /^[^\s"'{}[\],:#&*!|>%@`-][^"'{}[\],:#]*$/.test(text) || typeof value === "number"
    ? text
    : JSON.stringify(text);
}
