/** `/api/ended`: alerts that are over, searched by text, stock, rule, severity and time, in pages. */
import * as z from "zod";
import { dayMs } from "../lib/clock.ts";
import type { JsonRoute } from "../lib/http/port.ts";
import { fold } from "../lib/text/fold.ts";
import { nextTurn } from "../lib/turns.ts";
import { isDay, japanMoment } from "../model/dates.ts";
import type { Event, StoredEntry } from "../model/event.ts";
import { ownText } from "../model/event.ts";
import type { Alert } from "../model/news-items.ts";
import type { EndedAlert, EndedAnswer } from "../model/page/alerts.ts";
import type { PageParts } from "./page-call.ts";
import { queryOf } from "./page-call.ts";

const day = z.string().refine(isDay, "a day such as 2026-11-20");
const asked = z.object({
  text: z.string().max(200).optional(),
  subject: z.string().max(100).optional(),
  rule: z.string().max(200).optional(),
  severity: z.enum(["info", "warning", "critical"]).optional(),
  source: z.string().max(100).optional(),
  from: day.optional(),
  to: day.optional(),
  before: z.coerce.number().int().positive().optional(),
});
type Asked = z.output<typeof asked>;

/** Alerts of one answer, entries that are read in one turn, and those that one call looks at. */
const most = { shown: 50, atOnce: 400, looked: 40_000 };

export function endedCall({ store }: PageParts): JsonRoute {
  return {
    right: "read",
    method: "GET",
    path: "/api/ended",
    answer: ({ query }) =>
      queryOf(asked, query, async (question) => ({
        status: 200,
        body: await search(question, question.subject === undefined ? backwards(store) : about(store)),
      })),
  };
}

/** The newest entries before a number, of the alerts' ends at least, and the number below all that was looked at. */
type ReadBack = (
  before: number,
  question: Asked,
) => { readonly entries: readonly StoredEntry[]; readonly before: number };

type Kept = Pick<PageParts["store"], "log" | "aboutSubject">;

/** Reads the log itself, from its end. */
function backwards({ log }: Kept): ReadBack {
  return (before) => {
    const top = Math.min(before, log.head() + 1);
    const from = Math.max(log.oldest(), top - most.atOnce);
    const entries = log.read(from - 1, top - from).filter(({ seq }) => seq < top);
    return { entries: entries.reverse(), before: from <= log.oldest() ? 0 : from };
  };
}

/** Reads by the index of subjects. */
function about({ aboutSubject }: Kept): ReadBack {
  return (before, { subject = "" }) => {
    const found = aboutSubject({ subject, types: ["alert.resolved"], before, limit: most.atOnce });
    return { entries: found.reverse(), before: found.length < most.atOnce ? 0 : (found.at(-1)?.seq ?? 0) };
  };
}

/** In turns, since the log may be long. Answers what it has once it looked at many, and from where to go on. */
async function search(question: Asked, readBack: ReadBack): Promise<EndedAnswer> {
  const matches = matcherOf(question);
  const alerts: EndedAlert[] = [];
  let before = question.before ?? Number.MAX_SAFE_INTEGER;
  let searchedTo: string | undefined;
  for (let looked = 0; looked < most.looked && before > 0; looked += most.atOnce) {
    const part = readBack(before, question);
    before = part.before;
    for (const { seq, type, json } of part.entries) {
      searchedTo = ownText(json, "time");
      if (question.from !== undefined && searchedTo < isoAt(question.from, 0)) return { alerts, searchedTo };
      if (type !== "alert.resolved") continue;
      const event = JSON.parse(json) as Event;
      if (!matches(event)) continue;
      alerts.push(endedOf(seq, event));
      if (alerts.length === most.shown) return { alerts, next: seq, searchedTo };
    }
    await nextTurn();
  }
  return { alerts, searchedTo, ...(before > 0 && { next: before }) };
}

function matcherOf({ text, rule, severity, source, subject, to }: Asked): (event: Event) => boolean {
  const words = text === undefined ? [] : fold(text).split(/\s+/).filter(Boolean);
  const end = to === undefined ? undefined : isoAt(to, dayMs);
  return (event) => {
    const now = event.data.now as unknown as Alert;
    if (rule !== undefined && now.rule !== rule) return false;
    if (severity !== undefined && now.severity !== severity) return false;
    if (subject !== undefined && event.subject !== subject) return false;
    if (source !== undefined && now.cause.source !== `/sources/${source}`) return false;
    if (end !== undefined && event.time >= end) return false;
    if (words.length === 0) return true;
    const texts = Object.values(now.texts ?? {}).flatMap((one) => [one?.title, one?.body]);
    const told = fold([now.title, now.body, ...texts, now.rule, now.key, event.subject].join("\n"));
    return words.every((word) => told.includes(word));
  };
}

function isoAt(day: string, ms: number): string {
  return new Date(japanMoment(day, ms)).toISOString();
}

function endedOf(seq: number, { id, time, subject, data }: Event): EndedAlert {
  const { rule, key, severity, title, why, by } = data.now as unknown as Alert;
  return { seq, id, time, rule, key, severity, subject, title, why, by };
}
