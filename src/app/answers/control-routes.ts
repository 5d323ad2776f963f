/** Calls by which commands and the page answer alerts, on the monitor's port. */
import * as z from "zod";
import type { AnswerRefusal } from "../../alerts/answers/episodes.ts";
import type { JsonRoute } from "../../lib/http/port.ts";
import { nextTurn } from "../../lib/turns.ts";
import { type ManyAnswered, mostAnswered } from "../../model/page/alerts.ts";
import { type QuietFate, quietFates, type Silence } from "../../model/silence.ts";
import { type Worth, worths } from "../../model/worth.ts";
import type { Answers, Given } from "./answers.ts";

// One answer to many alerts at once: each is committed by itself, in turns, and what is refused is said of
// each.

/** Most characters of a text of a call; what is kept of it is shorter. */
const longestText = 2_000;
const text = z.string().max(longestText);

const about = {
  alerts: z.array(text.min(1)).min(1).max(mostAnswered),
  by: text.min(1),
};

const worthNames = Object.keys(worths) as [Worth, ...Worth[]];

const manyBody = z.discriminatedUnion("do", [
  z.strictObject({
    do: z.enum(["acknowledge", "resolve", ...worthNames]),
    ...about,
    because: text.optional(),
  }),
  z.strictObject({ do: z.literal("silence"), ...about, because: text.min(1), for: text.min(1) }),
]);

type ManyAsked = z.output<typeof manyBody>;

async function answerMany(asked: ManyAsked, answers: Answers): Promise<ManyAnswered> {
  const refused: { alert: string; error: string }[] = [];
  let done = 0;
  let already = 0;
  for (const alert of new Set(asked.alerts)) {
    const given = answerOne(alert, asked, answers);
    if (given.kind === "done") done += 1;
    else if (given.kind === "already") already += 1;
    else if ("message" in given) refused.push({ alert, error: given.message });
    await nextTurn();
  }
  return { done, already, refused };
}

function answerOne(alert: string, asked: ManyAsked, answers: Answers): Given<object> {
  const { by, because } = asked;
  if (asked.do === "acknowledge" || asked.do === "resolve") return answers[asked.do](alert, { by, because });
  if (asked.do !== "silence") return answers.rate(alert, asked.do, { by, because });
  const match = answers.matchLike(alert);
  if (typeof match !== "string") return match;
  // Several alerts of one rule about one subject are quieted by one silence.
  return answers.silence({ match, for: asked.for, fate: "drop", author: by, because: asked.because }, "once");
}

export const controlPaths = {
  silences: "/control/silences",
  expire: "/control/silences/expire",
  acknowledge: "/control/acknowledge",
  resolve: "/control/resolve",
  rate: "/control/rate",
  alerts: "/control/alerts",
  many: "/control/alerts/answer",
} as const;

const signature = { by: text.min(1), because: text.optional() };
const alertBody = z.strictObject({ alert: text.min(1), ...signature });
const rateBody = alertBody.extend({ worth: z.enum(worthNames) });
const fates = Object.keys(quietFates) as [QuietFate, ...QuietFate[]];
const silenceBody = z.strictObject({
  match: text.min(1).optional(),
  alert: text.min(1).optional(),
  for: text.optional(),
  until: text.optional(),
  untilGrows: text.optional(),
  fate: z.enum(fates).default("drop"),
  author: text.min(1),
  because: text,
});
const expireBody = z.strictObject({ id: text.min(1), author: text.min(1) });

/** A silence as calls answer it; times are ISO. */
export interface ToldSilence extends Omit<Silence, "from" | "until"> {
  readonly from: string;
  readonly until: string;
}

export const mostOpen = 1_000;

/** 200: done, or so already; 400: it cannot be meant; 404: no such thing; 409: it is over, or too many are; 503: unwritten. */
export function controlRoutes(answers: Answers): JsonRoute[] {
  return [
    { right: "act", method: "GET", path: controlPaths.silences, answer: () => silencesAnswer(answers) },
    {
      right: "act",
      method: "POST",
      path: controlPaths.silences,
      answer: ({ body }) => taken(silenceBody, body, (asked) => silenced(asked, answers)),
    },
    {
      right: "act",
      method: "POST",
      path: controlPaths.expire,
      answer: ({ body }) =>
        taken(expireBody, body, ({ id, author }) => told(answers.expire(id, author), toldSilence)),
    },
    ...(["acknowledge", "resolve"] as const).map(
      (action): JsonRoute => ({
        right: "act",
        method: "POST",
        path: controlPaths[action],
        answer: ({ body }) =>
          taken(alertBody, body, ({ alert, ...by }) => told(answers[action](alert, by), (facts) => facts)),
      }),
    ),
    {
      right: "act",
      method: "POST",
      path: controlPaths.rate,
      answer: ({ body }) =>
        taken(rateBody, body, ({ alert, worth, ...by }) =>
          told(answers.rate(alert, worth, by), (facts) => facts),
        ),
    },
    {
      right: "act",
      method: "POST",
      path: controlPaths.many,
      answer: ({ body }) =>
        taken(manyBody, body, async (asked) => ({ status: 200, body: await answerMany(asked, answers) })),
    },
    {
      right: "act",
      method: "GET",
      path: controlPaths.alerts,
      answer: async () => ({ status: 200, body: { alerts: await answers.open(mostOpen) } }),
    },
  ];
}

/** What a silence is to match: a matcher, or an alert's rule and subject. */
function silenced({ match, alert, ...asked }: z.output<typeof silenceBody>, answers: Answers): JsonAnswer {
  if ((match === undefined) === (alert === undefined))
    return failed(400, "say what it is about, by one of `match` and `alert`");
  const own = asked.untilGrows === undefined ? undefined : alert;
  const meant = match ?? own ?? answers.matchLike(alert ?? "");
  if (typeof meant !== "string") return told(meant, () => ({}));
  return told(answers.silence({ ...asked, match: meant }), toldSilence);
}

function silencesAnswer(answers: Answers) {
  return { status: 200, body: { silences: answers.silences().map(toldSilence) } };
}

export function toldSilence({ from, until, ...rest }: Silence): ToldSilence {
  return { ...rest, from: new Date(from).toISOString(), until: new Date(until).toISOString() };
}

interface JsonAnswer {
  readonly status: number;
  readonly body: unknown;
}

function taken<Schema extends z.ZodType, Answer extends JsonAnswer | Promise<JsonAnswer>>(
  schema: Schema,
  body: unknown,
  take: (asked: z.output<Schema>) => Answer,
): Answer | JsonAnswer {
  const asked = schema.safeParse(body);
  if (asked.success) return take(asked.data);
  const [issue] = asked.error.issues;
  const place = issue?.path.join(".") ?? "";
  return failed(400, `${place === "" ? "the body" : place}: ${issue?.message ?? "is wrong"}`);
}

const statuses = { wrong: 400, unknown: 404, over: 409, full: 409 } as const satisfies Record<
  AnswerRefusal["reason"],
  number
>;

function told<Facts>(given: Given<Facts>, show: (facts: Facts) => object): JsonAnswer {
  if (given.kind === "refused") return failed(statuses[given.reason], given.message);
  if (given.kind === "unwritten") return failed(503, given.message);
  return { status: 200, body: { ...show(given.facts), already: given.kind === "already" } };
}

function failed(status: number, error: string): JsonAnswer {
  return { status, body: { error } };
}
