/** A value on one line, as YAML could have it: for people to read beside what they wrote. What is undefined is left out. */
export function inFlow(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "[]" : `[${value.map(inFlow).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined);
    if (fields.length === 0) return "{}";
    return `{ ${fields.map(([name, field]) => `${inFlow(name)}: ${inFlow(field)}`).join(", ")} }`;
  }
  if (typeof value !== "string") return String(value);
  return isPlain(value) ? value : JSON.stringify(value);
}

// Digits would be read as a number, and a sign as something of YAML's own; a duration is neither.
function isPlain(text: string): boolean {
  if (/^(true|false|null|yes|no)$/i.test(text)) return false;
  return /^(\d+(s|m|h|d|bd)|[\p{L}_/][\p{L}\p{N}_./@-]*( [\p{L}\p{N}_./@-]+)*)$/u.test(text);
}
