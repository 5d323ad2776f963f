/** One answer to many alerts at once: each is committed by itself, in turns, and what is refused is said of each. */
import * as z from "zod";
import { nextTurn } from "../../lib/turns.ts";
import { type ManyAnswered, mostAnswered } from "../../model/page/many-answers.ts";
import type { Answers, Given } from "./answers.ts";

/** Most characters of a text of a call; what is kept of it is shorter. */
const longestText = 2_000;
export const text = z.string().max(longestText);

const about = {
  alerts: z.array(text.min(1)).min(1).max(mostAnswered),
  by: text.min(1),
};

export const manyBody = z.discriminatedUnion("do", [
  z.strictObject({ do: z.enum(["acknowledge", "resolve"]), ...about, because: text.optional() }),
  z.strictObject({ do: z.literal("silence"), ...about, because: text.min(1), for: text.min(1) }),
]);

type ManyAsked = z.output<typeof manyBody>;

export async function answerMany(asked: ManyAsked, answers: Answers): Promise<ManyAnswered> {
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
  if (asked.do !== "silence") return answers[asked.do](alert, { by, because });
  const match = answers.matchLike(alert);
  if (typeof match !== "string") return match;
  // Several alerts of one rule about one subject are quieted by one silence.
  return answers.silence({ match, for: asked.for, fate: "drop", author: by, because: asked.because }, "once");
}
