/** What a call of the page asks and sends, taken apart: it is untrusted, and what is wrong of it is said in words. */
import * as z from "zod";
import type { JsonRoute } from "../outputs/output.ts";

export interface PageAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** A short text that a person wrote into a field. */
export const written = z.string().max(200);

/** A call that reads, for whom the feed lets read. */
export function reading<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  answer: (asked: z.output<Schema>) => PageAnswer | Promise<PageAnswer>,
): JsonRoute {
  return { right: "read", method: "GET", path, answer: ({ query }) => queryOf(schema, query, answer) };
}

/** Answers a query; 400 with words where it cannot be meant. An empty value counts as left out. */
export function queryOf<Schema extends z.ZodType, Answer extends PageAnswer | Promise<PageAnswer>>(
  schema: Schema,
  query: URLSearchParams,
  answer: (asked: z.output<Schema>) => Answer,
): Answer | PageAnswer {
  return bodyOf(schema, Object.fromEntries([...query].filter(([, value]) => value !== "")), answer);
}

/** Answers a body that was sent; 400 with words where it cannot be meant. */
export function bodyOf<Schema extends z.ZodType, Answer extends PageAnswer | Promise<PageAnswer>>(
  schema: Schema,
  body: unknown,
  answer: (asked: z.output<Schema>) => Answer,
): Answer | PageAnswer {
  const asked = schema.safeParse(body);
  if (asked.success) return answer(asked.data);
  const [issue] = asked.error.issues;
  const place = issue?.path.join(".") ?? "";
  return refusal(400, `${place === "" ? "the call" : place}: ${issue?.message ?? "is wrong"}`);
}

export function refusal(status: number, error: string): PageAnswer {
  return { status, body: { error } };
}
