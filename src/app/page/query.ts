/** Questions of the page as calls read them: the query is untrusted. */
import * as z from "zod";
import type { JsonRoute } from "../../outputs/output.ts";

type Answer = Awaited<ReturnType<JsonRoute["answer"]>>;

/** A call that reads: its query is checked first, and a wrong one is answered 400 with words. */
export function reading<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  answer: (asked: z.infer<Schema>) => Answer | Promise<Answer>,
): JsonRoute {
  return {
    ...{ right: "read", method: "GET", path },
    answer({ query }) {
      const read = schema.safeParse(Object.fromEntries(query));
      if (read.success) return answer(read.data);
      const [{ path: at, message } = { path: [], message: "it cannot be read" }] = read.error.issues;
      return { status: 400, body: { error: [...at, message].join(": ") } };
    },
  };
}

/** A short text that a person wrote into a field. */
export const written = z.string().max(200);
