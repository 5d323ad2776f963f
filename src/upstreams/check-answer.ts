import type { z } from "zod";
import { Failure } from "../lib/failure.ts";

const shownIssues = 3;

/**
 * What the schema makes of an answer. Throws a Failure "malformed" that names the places which do not fit and
 * what was expected there, such as `data[3].Code: expected string`; never the values, which are strangers' text.
 * `place` is where the answer stands in a larger one.
 */
export function checkAnswer<Schema extends z.ZodType>(
  schema: Schema,
  answer: unknown,
  where: string,
  place: readonly PropertyKey[] = [],
): z.output<Schema> {
  const checked = schema.safeParse(answer);
  if (checked.success) return checked.data;
  const { issues } = checked.error;
  const shown = issues
    .slice(0, shownIssues)
    .map((issue) => `${placeOf([...place, ...issue.path])}: ${expected(issue.message)}`);
  const rest = issues.length - shown.length;
  throw new Failure("malformed", `${where}: ${shown.join("; ")}${rest > 0 ? ` and ${rest} more` : ""}`);
}

function placeOf(path: readonly PropertyKey[]): string {
  const place = path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("");
  return place.replace(/^\./, "") || "the answer";
}

/** zod says "Invalid input: expected string, received number"; the place and what was expected are enough. */
function expected(message: string): string {
  return message.replace(/^Invalid input: /, "").replace(/, received .*$/, "");
}
