/** `/api/gallery...`: rules to take over, the form of each, and how much they would have sent. The bench checks, tries and saves. */
import * as z from "zod";
import { createTries } from "../backtest/bench/bench.ts";
import type { JsonRoute } from "../lib/http/port.ts";
import { jstDay } from "../model/dates.ts";
import { lastTimeOf } from "../model/event.ts";
import { languages } from "../model/language.ts";
import type { GalleryMonth } from "../model/page/gallery.ts";
import { ownOf } from "../model/people.ts";
import { answering, bodyOf, type PageParts, reading, refusal, written } from "./page-call.ts";

const listed = z.object({ language: z.enum(languages) });
const value = z.union([z.number(), written, z.boolean(), z.array(written).max(1_000)]);
const filled = z.strictObject({ template: written.min(1), params: z.record(written, value) });
const named = z.object({ id: written });
const valued = z.object({ rule: written.min(1) });

/** 400: a value does not fit; 404: there is no such count, or it was long ago; 503: the rules have mistakes, or others are under way. */
export function galleryCalls(parts: PageParts): JsonRoute[] {
  const { bench, config } = parts;
  const month = sharedMonth(parts);
  return [
    reading("/api/gallery", listed, ({ language }) =>
      answering(503, async () => ({ ...(await bench.gallery(language)), ...month.known() })),
    ),
    reading("/api/gallery/now", valued, ({ rule }, { person }) =>
      answering(503, () => bench.values({ rule, lists: ownOf(person, config.people).watchlists })),
    ),
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
          const id = month.start();
          if (id === undefined) return refusal(503, "other tries are under way: wait for them");
          return { status: 200, body: { id } };
        }),
    },
    reading("/api/gallery/month", named, ({ id }) => {
      const answer = month.get(id);
      return answer === undefined ? refusal(404, "there is none") : { status: 200, body: answer };
    }),
    {
      right: "read",
      method: "POST",
      path: "/api/gallery/month/cancel",
      answer: ({ body }) =>
        bodyOf(named, body, ({ id }) => {
          month.leave(id);
          return { status: 200, body: {} };
        }),
    },
  ];
}

/** The count of a month, made once for all who ask until the rules are others or the log has another day. */
function sharedMonth({ bench, rules, store, now }: PageParts) {
  const months = createTries(bench.month);
  let last: { readonly of: string; readonly id: string; waiting: number } | undefined;
  const current = () => `${rules.current().hash} ${jstDay(lastTimeOf(store.log))}`;
  const answerNow = () => (last?.of === current() ? months.get(last.id) : undefined);
  return {
    get: months.get,
    /** The count that still holds. */
    known(): { readonly month?: GalleryMonth } {
      const answer = answerNow();
      return answer?.state === "done" ? { month: answer.result } : {};
    },
    /** The id of the count; undefined: as many as may be are under way. */
    start(): string | undefined {
      const answer = answerNow();
      if (last !== undefined && answer !== undefined && answer.state !== "refused") {
        last.waiting += 1;
        return last.id;
      }
      const id = months.start({}, now());
      if (id !== undefined) last = { of: current(), id, waiting: 1 };
      return id;
    },
    /** Ends a count that nobody waits for any more. */
    leave(id: string): void {
      if (last?.id === id) last.waiting -= 1;
      if (last?.id !== id || last.waiting <= 0) months.cancel(id);
    },
  };
}
