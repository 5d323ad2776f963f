/** Strangers' values as kinds and short samples: nothing that may be a secret, a name or somebody's words. */

const longestSample = 300;

/** What a value is: "nothing", "null", "a number", "text of 5 characters", "a list of 3", "an object". */
export function shapeOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (value === "") return "empty text";
  if (typeof value === "string") return `text of ${value.length} character${value.length === 1 ? "" : "s"}`;
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** The fields of a record, those named in `first` before the others; only figures, dates and stock codes verbatim. */
export function sampleOf(record: unknown, first: readonly string[] = []): string {
  if (!isRecord(record)) return shapeOf(record);
  const names = [
    ...new Set([...first.filter((name) => Object.hasOwn(record, name)), ...Object.keys(record)]),
  ];
  let sample = "";
  for (const name of names) {
    const next = `${sample === "" ? "" : ", "}${shownName(name)}: ${shownValue(name, record[name])}`;
    if (sample.length + next.length > longestSample) return `${sample}, …`;
    sample += next;
  }
  return `{ ${sample} }`;
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

/** Numbers, dates, times, signs for unknown; stock codes. */
const figures = /^[\d\s.,:/+*%-]{0,19}$/;
const stockCode = /^\d[0-9A-Z]{3}\d?$/;

function shownValue(name: string, value: unknown): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (privateName.test(name)) return `<${shapeOf(value)}>`;
  if (typeof value === "number") return String(value);
  const isPlain = typeof value === "string" && (figures.test(value) || stockCode.test(value));
  return isPlain ? JSON.stringify(value) : `<${shapeOf(value)}>`;
}
