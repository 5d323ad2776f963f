/** `/api/changes`: what some events changed, in the words of mails. */
import * as z from "zod";
import { logEntryAt } from "../alerts/answers/episodes.ts";
import { eventTypesOf } from "../files/event-types.ts";
import type { JsonRoute } from "../lib/http/port.ts";
import { masked } from "../model/masked-addresses.ts";
import type { ChangesAnswer } from "../model/page/alerts.ts";
import { eventRows } from "../outputs/event-words.ts";
import { type PageParts, queryOf } from "./page-call.ts";

/** Most events of one call: about two screens of rows. */
const most = 100;

const asked = z.object({
  events: z
    .string()
    .regex(/^\d{1,15}(,\d{1,15})*$/, "numbers of events, with commas")
    .transform((text) => text.split(",").map(Number))
    .refine((seqs) => seqs.length <= most, `at most ${most} events`),
  language: z.enum(["en", "ja"]),
});

export function changesCall({ config, store, now }: PageParts): JsonRoute {
  const types = eventTypesOf(config);
  return {
    right: "read",
    method: "GET",
    path: "/api/changes",
    answer: ({ query, mayAct = false }) =>
      queryOf(asked, query, ({ events: seqs, language }) => {
        const words = { language, types, at: now() };
        const events = seqs.flatMap((seq) => {
          const entry = logEntryAt(seq, store.log);
          if (entry === undefined) return [];
          const event = mayAct ? entry.event : masked(entry.event);
          return [[seq, eventRows(event, words)] as const];
        });
        const body: ChangesAnswer = { events: Object.fromEntries(events) };
        return { status: 200, body };
      }),
  };
}
