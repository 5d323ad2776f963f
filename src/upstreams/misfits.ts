/** Places at which an answer does not fit its schema, in a form that a person can find. */
import { Failure } from "../lib/failure.ts";
import type { Misfit, Place } from "../lib/misfit.ts";
import { isRecord, sampleOf, shapeOf, shownName } from "./shapes.ts";

/** An issue of a schema. */
export interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

const shownIssues = 3;
const mostPlaces = 5;

/**
 * The Failure "malformed" of an answer. Its message names the places that do not fit and what was expected there,
 * such as `data[3].Code: expected string`; never the values, which are strangers' text.
 */
export function misfitFailure(
  issues: readonly Issue[],
  answer: unknown,
  where: string,
  sample?: string,
): Failure {
  const shown = issues.slice(0, shownIssues).map((issue) => `${placeOf(issue.path)}: ${expected(issue)}`);
  const rest = issues.length - shown.length;
  const message = `${where}: ${shown.join("; ")}${rest > 0 ? ` and ${rest} more` : ""}`;
  return new Failure("malformed", message, { misfit: misfitOf(issues, answer, where, sample) });
}

/** @param sample of the record, where it is known; else what is around the first place */
export function misfitOf(
  issues: readonly Issue[],
  answer: unknown,
  where: string,
  sample = sampleAround(issues, answer),
): Misfit {
  const places = new Map<string, Place>();
  for (const issue of issues) {
    const path = pathName(where, issue.path);
    if (places.size === mostPlaces || places.has(path)) continue;
    const found = shapeOf(valueAt(answer, issue.path));
    places.set(path, { path, expected: expected(issue).replace(/^expected /, ""), found });
  }
  return { places: [...places.values()], sample };
}

function sampleAround(issues: readonly Issue[], answer: unknown): string {
  const [first] = issues;
  // Of a list, the entry is the record.
  const inside = typeof first?.path.at(-1) === "number" ? first.path : (first?.path.slice(0, -1) ?? []);
  const bad = issues.filter(({ path }) => path.length === inside.length + 1).map(({ path }) => path.at(-1));
  return sampleOf(valueAt(answer, inside), bad.map(String));
}

/** A place over all answers of a call: list positions and the host left out. */
export function pathName(where: string, path: readonly PropertyKey[]): string {
  const call = where.includes("/") ? where.slice(where.indexOf("/") + 1) : where;
  const place = path.map((key) => (typeof key === "number" ? "[]" : `.${shownName(String(key))}`)).join("");
  return `${call} ${place.replace(/^\./, "") || "the answer"}`;
}

function valueAt(answer: unknown, path: readonly PropertyKey[]): unknown {
  let value = answer;
  for (const key of path) {
    if (Array.isArray(value) && typeof key === "number") value = value[key];
    else if (isRecord(value) && Object.hasOwn(value, key)) value = value[String(key)];
    else return undefined;
  }
  return value;
}

function placeOf(path: readonly PropertyKey[]): string {
  const place = path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("");
  return place.replace(/^\./, "") || "the answer";
}

/** zod says "Invalid input: expected string, received number"; the place and what was expected are enough. */
function expected({ message }: Issue): string {
  return message.replace(/^Invalid input: /, "").replace(/, received .*$/, "");
}
