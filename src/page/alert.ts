/** `/api/alert`: one alert with its whole life, as far as the log keeps it. */
import * as z from "zod";
import { logEntryAt, namedAlert } from "../alerts/answers/episodes.ts";
import { possibleGrowth } from "../alerts/answers/growth-asked.ts";
import { openAlerts } from "../alerts/answers/open-alerts.ts";
import { episodeKey } from "../alerts/life/alert-facts.ts";
import { eventTypesOf } from "../files/event-types.ts";
import type { JsonRoute } from "../lib/http/port.ts";
import type { Episode } from "../model/alerts.ts";
import type { Rating } from "../model/answer-items.ts";
import { type Event, type LogEntry, seqOfId } from "../model/event.ts";
import { languages } from "../model/language.ts";
import { masked } from "../model/masked-addresses.ts";
import type { Alert } from "../model/news-items.ts";
import type { AlertAnswer } from "../model/page/alerts.ts";
import type { Papers } from "../model/page/stock.ts";
import { eventRows } from "../outputs/event-words.ts";
import { sourceMembers } from "../sources/index.ts";
import { createAskWhy } from "../why/ask-aside.ts";
import { type PageParts, queryOf, refusal } from "./page-call.ts";

const asked = z.object({ id: z.string().max(200), language: z.enum(["en", "ja"]) });

export function alertCall(parts: PageParts): JsonRoute {
  const { config, store, now } = parts;
  const types = eventTypesOf(config);
  return {
    right: "read",
    method: "GET",
    path: "/api/alert",
    answer: ({ query, mayAct = false }) =>
      queryOf(asked, query, ({ id, language }) => {
        const named = namedAlert(id, store);
        if ("kind" in named) return refusal(404, named.message);
        const { alert, entry } = named;
        const episode = store.alerts.state("episode", episodeKey(alert));
        const open = episode !== undefined && episode.seq <= entry.seq ? episode : undefined;
        const life = lifeOf(entry, alert, open, parts);
        const last = life.steps.findLast(({ event }) => isAlert(event)) ?? entry;
        const cause = logEntryAt(Number((last.event.data.now.cause as Alert["cause"]).seq), store.log);
        const event = cause && (mayAct ? cause.event : masked(cause.event));
        const body: AlertAnswer = {
          ...factsOf(entry, life.steps, open, parts),
          ...life,
          rated: ratedIn(life.steps),
          rows: event && eventRows(event, { language, types, at: now() }),
          papers: event && papersOf(event),
          growth: open && possibleGrowth(open.id, { memory: store.alerts, log: store.log, types }),
        };
        return { status: 200, body };
      }),
  };
}

function papersOf({ source, data }: Event): Papers | undefined {
  const member = sourceMembers.find(({ name }) => source === `/sources/${name}`);
  return member?.shown.papers?.(data.now);
}

const stepTypes = ["alert.fired", "alert.acknowledged", "alert.rated", "alert.resolved"];

/** Newest entries about its subject that are looked at, and the steps that are shown. */
const most = { read: 500, shown: 100 };

/** The entries of one episode: behind the end of the one before, up to its own end. */
function lifeOf(
  entry: LogEntry,
  { rule, key }: Alert,
  open: Episode | undefined,
  { store }: PageParts,
): Pick<AlertAnswer, "steps" | "hasEarlier"> {
  const { subject } = entry.event;
  // Of one that is open the newest; of another what came up to the named one, and behind it its end.
  const newest = store.aboutSubject({ subject, types: stepTypes, before: beyond, limit: most.read });
  const isAmong = open !== undefined || (newest[0]?.seq ?? beyond) <= entry.seq;
  const stored = isAmong
    ? newest
    : store.aboutSubject({ subject, types: stepTypes, before: entry.seq + 1, limit: most.read });
  const own = stored
    .map(({ seq, json }): LogEntry => ({ seq, event: JSON.parse(json) }))
    .filter(({ event: { data } }) => data.now.rule === rule && data.now.key === key);
  const isEnd = ({ event }: LogEntry) => event.type === "alert.resolved";
  const before = own.findLast((one) => isEnd(one) && one.seq < entry.seq)?.seq ?? 0;
  const end = own.find((one) => isEnd(one) && one.seq >= entry.seq)?.seq ?? beyond;
  const first = Math.max(before + 1, open?.seq ?? 0);
  // What an alert was worth is often said when it is over.
  const placeOf = ({ seq, event: { type, data } }: LogEntry) =>
    type === "alert.rated" ? seqOfId(String(data.now.alert)) : seq;
  const all = own.filter((one) => placeOf(one) >= first && placeOf(one) <= end);
  const steps = all.slice(-most.shown);
  const isCut = before === 0 && stored.length === most.read && open?.seq !== all[0]?.seq;
  return { steps, hasEarlier: steps.length < all.length || isCut };
}

/** Whether an entry is an alert or its end, and no answer to one. */
function isAlert({ type }: Event): boolean {
  return type === "alert.fired" || type === "alert.resolved";
}

/** The last answer about its worth; none where that was taken back. */
function ratedIn(steps: readonly LogEntry[]): AlertAnswer["rated"] {
  const last = steps.findLast(({ event }) => event.type === "alert.rated")?.event;
  if (last === undefined) return undefined;
  const { alert, worth, by } = last.data.now as unknown as Rating;
  return worth === "taken-back" ? undefined : { alert, worth, by, at: last.time };
}

const beyond = Number.MAX_SAFE_INTEGER;

/** The facts of an episode that is open, or of one that is over as its steps tell them. */
function factsOf(
  entry: LogEntry,
  steps: readonly LogEntry[],
  open: Episode | undefined,
  { store, quietedNow }: PageParts,
): Omit<AlertAnswer, "steps" | "hasEarlier" | "rows" | "rated" | "growth"> {
  if (open !== undefined) {
    const [alert] = openAlerts([{ body: open }], {
      log: store.log,
      memory: store.alerts,
      quieted: quietedNow(),
    });
    if (alert === undefined) throw new Error("an open episode has an open alert");
    const { id, rule, key, severity, subject, state, since, times, acknowledged, quieted } = alert;
    return { ...{ alert: id, rule, key, severity, subject, state, since, times }, acknowledged, quieted };
  }
  const { rule, key, severity } = entry.event.data.now as unknown as Alert;
  const fired = steps.filter(({ event }) => event.type === "alert.fired");
  const first = fired[0] ?? entry;
  return {
    ...{ alert: first.event.id, rule, key, severity, subject: entry.event.subject },
    ...{ state: "over", since: first.event.time, times: fired.length },
  };
}

// `/api/why`: what caused an alert and where it went, as `yagura why` says it.
const askedWhy = z.object({
  alert: z.string().min(1).max(200),
  language: z.enum(languages).optional(),
});

/** 404: the log does not keep it; 409: rules or database cannot be read now; 503: too many ask. */
export function whyCall({ config, rules, now }: PageParts): JsonRoute {
  const askWhy = createAskWhy(config);
  return {
    right: "read",
    method: "GET",
    path: "/api/why",
    answer: ({ query, mayAct = false }) =>
      queryOf(askedWhy, query, async ({ alert, language }) => {
        const said = await askWhy({
          ...{ alert, language, now: now(), mayAct },
          lintedHash: rules.current().hash,
        });
        if (said === "busy") return refusal(503, "many ask why just now: try again in a moment");
        if ("refused" in said) return refusal(409, said.refused);
        const { answer } = said;
        return answer.about === "nothing" ? refusal(404, answer.message) : { status: 200, body: answer };
      }),
  };
}
