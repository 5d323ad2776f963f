/** Strangers' values as kinds and short samples: nothing that may be a secret, a name or somebody's words. */

const longestSample = 300;

/** Describes a value: "nothing", "null", "a number", "text of 5 characters", "a list of 3", "an object". */
export function shapeOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (value === "") return "empty text";
  if (typeof value === "string") return `text of ${value.length} character${value.length === 1 ? "" : "s"}`;
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/**
 * Owner of an answer's texts. "published": an institution's own, which may be shown; "private": anybody's, of which
 * only figures, dates and stock codes are shown as they came.
 */
export type Texts = "published" | "private";

/** The fields of a record as they came; where they are too many, those named in `first` before the others. */
export function sampleOf(record: unknown, first: readonly string[] = [], texts: Texts = "private"): string {
  if (!isRecord(record)) return shapeOf(record);
  const whole = fieldsOf(record, Object.keys(record), texts);
  if (whole.isWhole) return whole.text;
  const named = first.filter((name) => Object.hasOwn(record, name));
  return fieldsOf(record, [...new Set([...named, ...Object.keys(record)])], texts).text;
}

function fieldsOf(record: Readonly<Record<string, unknown>>, names: readonly string[], texts: Texts) {
  let text = "";
  for (const name of names) {
    const next = `${text === "" ? "" : ", "}${shownName(name)}: ${shownValue(name, record[name], texts)}`;
    if (text.length + next.length > longestSample)
      return { text: text === "" ? "{ … }" : `{ ${text}, …`, isWhole: false };
    text += next;
  }
  return { text: `{ ${text} }`, isWhole: true };
}

/** A name of a field as it may be shown: one that does not look like a name of a field may be anything. */
export function shownName(name: string): string {
  return /^[A-Za-z_$][\w.$@-]{0,39}$/.test(name) ? name : `<key of ${name.length} characters>`;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const privateName =
  /name|nm|author|user|disp|seller|addr|title|body|token|key|secret|pass|cookie|auth|session|mail|phone|tel/i;

const secretName = /token|key|secret|pass|cookie|auth|session/i;

/** Numbers, dates, times, signs for unknown; stock codes. */
const figures = /^[\d\s.,:/+*%-]{0,19}$/;
const stockCode = /^\d[0-9A-Z]{3}\d?$/;

/** A code of a stock, a series or a database, which names no person. */
export function isCode(text: string): boolean {
  return /^[0-9A-Za-z_@%.-]{1,40}$/.test(text);
}

const longestText = 60;
const shownEntries = 3;

function shownValue(name: string, value: unknown, texts: Texts): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (texts === "published" && !secretName.test(name)) return published(value);
  if (privateName.test(name)) return `<${shapeOf(value)}>`;
  if (typeof value === "number") return String(value);
  const isPlain = typeof value === "string" && (figures.test(value) || stockCode.test(value));
  return isPlain ? JSON.stringify(value) : `<${shapeOf(value)}>`;
}

function published(value: unknown): string {
  if (typeof value === "string")
    return JSON.stringify(value.length > longestText ? `${value.slice(0, longestText)}…` : value);
  if (Array.isArray(value)) {
    const shown = value.slice(0, shownEntries).map((entry) => shownValue("", entry, "published"));
    const rest = value.length > shownEntries ? ` … ${value.length} in all` : "";
    return `[${shown.join(", ")}${rest === "" ? "" : `,${rest}`}]`;
  }
  return isRecord(value) ? sampleOf(value, [], "published") : String(value);
}
