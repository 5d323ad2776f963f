/** `/api/gallery...`: rules to take over, the form of each, and how much they would have sent. The bench checks, tries and saves. */
import * as z from "zod";
import { createTries } from "../backtest/bench/bench.ts";
import type { JsonRoute } from "../lib/http/port.ts";
import { languages } from "../model/language.ts";
import { answering, bodyOf, type PageParts, reading, refusal, written } from "./page-call.ts";

const listed = z.object({ language: z.enum(languages) });
const value = z.union([z.number(), written, z.boolean(), z.array(written).max(1_000)]);
const filled = z.strictObject({ template: written.min(1), params: z.record(written, value) });
const named = z.object({ id: written });

/** 400: a value does not fit; 404: there is no such count, or it was long ago; 503: the rules have mistakes, or others are under way. */
export function galleryCalls({ bench, now }: PageParts): JsonRoute[] {
  const months = createTries(bench.month);
  return [
    reading("/api/gallery", listed, ({ language }) => answering(503, () => bench.gallery(language))),
    {
      right: "read",
      method: "POST",
      path: "/api/gallery/fill",
      answer: ({ body }) => bodyOf(filled, body, (asked) => answering(400, () => bench.fill(asked))),
    },
    {
      right: "read",
      method: "POST",
      path: "/api/gallery/month",
      answer: ({ body }) =>
        bodyOf(z.strictObject({}), body, () => {
          const id = months.start({}, now());
          if (id === undefined) return refusal(503, "other tries are under way: wait for them");
          return { status: 200, body: { id } };
        }),
    },
    reading("/api/gallery/month", named, ({ id }) => {
      const answer = months.get(id);
      return answer === undefined ? refusal(404, "there is none") : { status: 200, body: answer };
    }),
    {
      right: "read",
      method: "POST",
      path: "/api/gallery/month/cancel",
      answer: ({ body }) =>
        bodyOf(named, body, ({ id }) => {
          months.cancel(id);
          return { status: 200, body: {} };
        }),
    },
  ];
}
