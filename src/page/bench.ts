/** `/api/bench/...`: rules as their files have them, checked, tried and saved. */
import * as z from "zod";
import { createTries } from "../backtest/bench/bench.ts";
import { type CheckedRule, writeChecked } from "../backtest/bench/check-rule.ts";
import type { Config } from "../config/config.ts";
import { fileHash } from "../files/edited-rules.ts";
import { eventTypesOf } from "../files/event-types.ts";
import type { JsonRoute } from "../lib/http/port.ts";
import type { BenchCheckAnswer, BenchSaveAnswer, BenchWordsAnswer } from "../model/page/bench.ts";
import type { Watchlists } from "../model/watchlists.ts";
import { notifyTargets } from "../outputs/index.ts";
import { eventPatterns } from "../rules/about/heard-rules.ts";
import { vocabulary } from "../rules/cel/vocabulary.ts";
import { answering, type PageAnswer, type PageParts, refusal } from "./page-call.ts";

const longestText = 50_000;
const text = z.string().max(longestText);
const name = z.string().min(1).max(200);
const editBody = z.strictObject({
  text,
  rule: name.optional(),
  file: name.optional(),
  desk: name.optional(),
});
const saveBody = editBody.extend({ hash: name.optional() });
const tryBody = z.strictObject({
  text,
  rule: name.optional(),
  desk: name.optional(),
  over: z.enum(["log", "history"]),
  since: z.string().max(40),
  until: z.string().max(40).optional(),
});
const cancelBody = z.strictObject({ id: name });

export function benchCalls(parts: PageParts): JsonRoute[] {
  const { bench, config, rules, now } = parts;
  const tries = createTries(bench.try);
  return [
    { right: "read", method: "GET", path: "/api/bench/rules", answer: () => asking(() => bench.list()) },
    {
      right: "read",
      method: "GET",
      path: "/api/bench/rule",
      answer: ({ query }) => asking(async () => bench.open(query.get("name") ?? "")),
    },
    {
      right: "read",
      method: "GET",
      path: "/api/bench/words",
      answer: () => asking(async () => wordsOf(config, (await bench.list()).names, rules.watchlists())),
    },
    post("read", "/api/bench/check", editBody, (asked) =>
      asking(async () => shown(await bench.check(asked))),
    ),
    post("read", "/api/bench/try", tryBody, (asked, mayAct) => {
      const id = tries.start({ ...asked, mayAct }, now());
      return id === undefined
        ? refusal(503, "other tries are under way: wait for them")
        : { status: 200, body: { id } };
    }),
    {
      right: "read",
      method: "GET",
      path: "/api/bench/try",
      answer: ({ query }) => found(tries.get(query.get("id") ?? "")),
    },
    post("read", "/api/bench/cancel", cancelBody, ({ id }) => {
      tries.cancel(id);
      return { status: 200, body: {} };
    }),
    post("act", "/api/bench/save", saveBody, (asked) => saved(asked, parts)),
  ];
}

function post<Schema extends z.ZodType>(
  right: JsonRoute["right"],
  path: string,
  schema: Schema,
  take: (asked: z.output<Schema>, mayAct: boolean) => PageAnswer | Promise<PageAnswer>,
): JsonRoute {
  return {
    ...{ right, path, method: "POST" },
    answer({ body, mayAct = false }) {
      const asked = schema.safeParse(body);
      if (asked.success) return take(asked.data, mayAct);
      const [issue] = asked.error.issues;
      return refusal(400, `${issue?.path.join(".") || "the body"}: ${issue?.message ?? "is wrong"}`);
    },
  };
}

/** 503 where the bench is busy or gave up. */
const asking = (ask: () => Promise<unknown>) => answering(503, ask);

function found(body: unknown): PageAnswer {
  return body === undefined ? refusal(404, "there is none") : { status: 200, body };
}

/** A check without the files that it would write. */
function shown({ written: _, caused: __, ...answer }: CheckedRule): BenchCheckAnswer {
  return answer;
}

/** 400 where the rule has mistakes or makes some elsewhere, 409 where its file changed meanwhile or cannot be written. */
async function saved(
  { hash, ...asked }: z.output<typeof saveBody>,
  { bench, config }: PageParts,
): Promise<PageAnswer> {
  const checked = await bench.check(asked);
  const { written, caused, problems, name: called = "" } = checked;
  const mistakes = problems.filter(({ severity }) => severity === undefined);
  if (written === undefined || mistakes.length > 0)
    return { status: 400, body: { error: "the rule has mistakes", problems } };
  if (caused.length > 0)
    return { status: 400, body: { error: `${caused[0]?.file}: ${caused[0]?.message}`, problems: caused } };
  const { file, before, after } = written;
  if (asked.rule !== undefined && fileHash(before ?? "") !== hash) return changed(file);
  const replaced = await writeChecked(config, written);
  if (replaced.kind === "changed") return changed(file);
  if (replaced.kind === "refused") return refusal(409, `${file}: ${replaced.message}`);
  const answer: BenchSaveAnswer = { name: called, file, hash: fileHash(after) };
  return { status: 200, body: answer };
}

function changed(file: string): PageAnswer {
  return refusal(409, `${file} has changed meanwhile: read the rule again, and make the edit there`);
}

function wordsOf(config: Config, inFiles: readonly string[], watchlists: Watchlists): BenchWordsAnswer {
  const types = eventTypesOf(config);
  return {
    types: eventPatterns(types).map((type) => ({ type, about: types.known.get(type as never)?.about ?? "" })),
    functions: Object.keys(vocabulary),
    names: [...inFiles, ...Object.keys(watchlists).map((list) => `watchlists.${list}`)],
    receivers: notifyTargets(config.outputs),
  };
}
