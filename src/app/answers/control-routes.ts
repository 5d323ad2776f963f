/** Calls by which commands and the page answer alerts, on the monitor's port. */
import * as z from "zod";
import { type AnswerRefusal, signed } from "../../alerts/answers/episodes.ts";
import type { JsonCall, JsonRoute } from "../../lib/http/port.ts";
import { nextTurn } from "../../lib/turns.ts";
import { type ManyAnswered, mostAnswered } from "../../model/page/alerts.ts";
import { nameKey, type Person } from "../../model/people.ts";
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

/**
 * 200: done, or so already; 400: it cannot be meant; 403: it uses the name of a person without their token; 404: no such
 * thing; 409: it is over, or too many are; 503: unwritten.
 */
export function controlRoutes(answers: Answers, people: readonly Pick<Person, "name">[]): JsonRoute[] {
  const taken = takingSigned(people);
  return [
    { right: "act", method: "GET", path: controlPaths.silences, answer: () => silencesAnswer(answers) },
    {
      right: "act",
      method: "POST",
      path: controlPaths.silences,
      answer: (call) => taken(silenceBody, "author", call, (asked) => silenced(asked, answers)),
    },
    {
      right: "act",
      method: "POST",
      path: controlPaths.expire,
      answer: (call) =>
        taken(expireBody, "author", call, ({ id, author }) => told(answers.expire(id, author), toldSilence)),
    },
    ...(["acknowledge", "resolve"] as const).map(
      (action): JsonRoute => ({
        right: "act",
        method: "POST",
        path: controlPaths[action],
        answer: (call) =>
          taken(alertBody, "by", call, ({ alert, ...by }) =>
            told(answers[action](alert, by), (facts) => facts),
          ),
      }),
    ),
    {
      right: "act",
      method: "POST",
      path: controlPaths.rate,
      answer: (call) =>
        taken(rateBody, "by", call, ({ alert, worth, ...by }) =>
          told(answers.rate(alert, worth, by), (facts) => facts),
        ),
    },
    {
      right: "act",
      method: "POST",
      path: controlPaths.many,
      answer: (call) =>
        taken(manyBody, "by", call, async (asked) => ({
          status: 200,
          body: await answerMany(asked, answers),
        })),
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

/**
 * Takes bodies that say under a key who answers. A person's token says it for them, whatever the body says; without it
 * nobody answers by a name that is a person's.
 */
function takingSigned(people: readonly Pick<Person, "name">[]) {
  const names = new Set(people.map(({ name }) => nameKey(name)));
  return <Schema extends z.ZodType, Answer extends JsonAnswer | Promise<JsonAnswer>>(
    schema: Schema,
    key: "by" | "author",
    { body, person }: Pick<JsonCall, "body" | "person">,
    take: (asked: z.output<Schema>) => Answer,
  ): Answer | JsonAnswer => {
    const asked = schema.safeParse(person === undefined ? body : { ...Object(body), [key]: person });
    if (!asked.success) {
      const [issue] = asked.error.issues;
      const place = issue?.path.join(".") ?? "";
      return failed(400, `${place === "" ? "the body" : place}: ${issue?.message ?? "is wrong"}`);
    }
    const name = String(Reflect.get(Object(asked.data), key));
    if (person === undefined && names.has(nameKey(signed(name).by)))
      return failed(403, "this name is a person's: answer with their token");
    return take(asked.data);
  };
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
