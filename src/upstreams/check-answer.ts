import type { z } from "zod";
import { misfitFailure } from "./misfits.ts";

/** Reads an answer by a schema. Throws a Failure "malformed" that names the places which do not fit. */
export function checkAnswer<Schema extends z.ZodType>(
  schema: Schema,
  answer: unknown,
  where: string,
): z.output<Schema> {
  const checked = schema.safeParse(answer);
  if (checked.success) return checked.data;
  throw misfitFailure(checked.error.issues, answer, where);
}
