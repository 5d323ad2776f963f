/** `/api/rules/report`: what the alerts of rules were worth. It takes a while: it is started, asked how far it is, and ended. */
import * as z from "zod";
import { createTries } from "../backtest/bench/bench.ts";
import type { JsonRoute } from "../lib/http/port.ts";
import { bodyOf, type PageParts, reading, refusal, written } from "./page-call.ts";

const asked = z.strictObject({ since: written.min(1), until: written.min(1).optional() });
const named = z.object({ id: written });

/** 404: there is no such report, or it was long ago; 503: others are under way. */
export function worthCalls({ bench, now }: PageParts): JsonRoute[] {
  const reports = createTries(bench.report);
  return [
    {
      right: "read",
      method: "POST",
      path: "/api/rules/report",
      answer: ({ body }) =>
        bodyOf(asked, body, (report) => {
          const id = reports.start(report, now());
          if (id === undefined) return refusal(503, "other tries are under way: wait for them");
          return { status: 200, body: { id } };
        }),
    },
    reading("/api/rules/report", named, ({ id }) => {
      const answer = reports.get(id);
      return answer === undefined ? refusal(404, "there is none") : { status: 200, body: answer };
    }),
    {
      right: "read",
      method: "POST",
      path: "/api/rules/report/cancel",
      answer: ({ body }) =>
        bodyOf(named, body, ({ id }) => {
          reports.cancel(id);
          return { status: 200, body: {} };
        }),
    },
  ];
}
