/** The questions about when messages may come, and in which language. */
import * as z from "zod";
import type { Config } from "../../../config/config.ts";
import { parseYaml } from "../../../lib/yaml/parse-yaml.ts";
import type { Language } from "../../../model/language.ts";
import { outputFor } from "../../../outputs/index.ts";
import { type Draft, readDraft, withoutSetting, withSetting } from "../draft.ts";
import { isAsked, type Setup, type SetupQuestion, type SetupState } from "../question.ts";

interface HoursAnswer {
  /** `always`, `kept` for hours of one's own that stay, or from one time of the day to another, such as 07:30-22:00. */
  readonly between: string;
  readonly onTradingDays: boolean;
}

const always = "always";
const kept = "kept";
const usual = "07:30-22:00";
const form = /^\s*(\d{1,2}:\d{2})\s*[-~〜–]\s*(\d{1,2}:\d{2})\s*$/;

/** Asks for the hours of all who get messages. */
export function hoursQuestion(state: SetupState): SetupQuestion<HoursAnswer> {
  const { words, options, draft } = state;
  const { hours, tradingDays } = options;
  const present = presentHours(draft);
  const before = present === "own" ? undefined : present;
  const isGiven = hours !== undefined || tradingDays !== undefined;
  const { between = always, onTradingDays = false } = before ?? {};
  const given = { between: hours ?? between, onTradingDays: tradingDays ?? onTradingDays };
  const part = { option: "--hours", question: words.between };
  return {
    option: "--hours",
    given: isGiven ? given : undefined,
    ask: () => ask(state, present),
    async trial(answer) {
      const next = applied(answer, draft);
      if (next !== undefined && readDraft(next).ok) return { ok: true, draft: next };
      return { ok: false, problem: words.noHours, part };
    },
    effect: (answer) => applied(answer, draft),
  };
}

async function ask(
  { dialogue, words }: Setup,
  present: HoursAnswer | "own" | undefined,
): Promise<HoursAnswer> {
  const { between: shown = always, onTradingDays: isOn = false } =
    present === "own" || present === undefined ? {} : present;
  const initial = present === "own" ? kept : shown === always ? always : "some";
  const chosen = await dialogue.choose(
    words.hours,
    [
      ...(present === "own" ? [{ value: kept, label: words.hoursAsTheyAre }] : []),
      { value: always, label: words.always },
      { value: "some", label: words.someHours },
    ],
    initial,
  );
  if (chosen !== "some") return { between: chosen, onTradingDays: false };
  const times = shown === always ? usual : shown;
  const between = await dialogue.text({ message: words.between, initial: times, example: usual });
  const onTradingDays = await dialogue.confirm(words.tradingDays, isOn);
  return { between, onTradingDays };
}

/** Recipients of messages in a draft, as the section `alerts` names them. */
function receiversOf(draft: Draft): string[] {
  const read = readDraft(draft);
  if (!read.ok) return [];
  const { mail, chat } = outputFor;
  const isChat = Object.hasOwn(read.config.outputs[chat.name].targets, "chat");
  return [`${mail.name}:desk`, ...(isChat ? [`${chat.name}:chat`] : [])];
}

/** Undefined where the hours cannot be read. */
function applied({ between, onTradingDays }: HoursAnswer, draft: Draft): Draft | undefined {
  if (between === kept) return draft;
  const receivers = receiversOf(draft);
  const path = (receiver: string) => ["alerts", "receivers", receiver, "hours"];
  const isAlways = between === always && !onTradingDays;
  if (isAlways)
    return receivers.reduce(
      (next, one) => (hoursAt(next, one) ? withoutSetting(next, path(one)) : next),
      draft,
    );
  const times = between === always ? undefined : form.exec(between);
  if (times === null) return undefined;
  const [, from = "", to = ""] = times ?? [];
  const padded = [from, to].map((time) => time.padStart(5, "0"));
  const hours = { ...(times && { between: padded }), ...(onTradingDays && { on: "trading-days" }) };
  return receivers.reduce((next, one) => withSetting(next, path(one), hours), draft);
}

function hoursAt({ text, file }: Draft, receiver: string): unknown {
  const { alerts } = (parseYaml(text, file).value ?? {}) as {
    alerts?: { receivers?: Record<string, { hours?: unknown } | null> } | null;
  };
  return alerts?.receivers?.[receiver]?.hours;
}

const told = z.strictObject({
  between: z.tuple([z.string(), z.string()]).optional(),
  on: z.literal("trading-days").optional(),
});

/** The hours that are there; `own` where they say more than is asked here; undefined where there are none. */
function presentHours(draft: Draft): HoursAnswer | "own" | undefined {
  const hours = hoursAt(draft, `${outputFor.mail.name}:desk`);
  if (hours === undefined) return undefined;
  const read = told.safeParse(hours);
  if (!read.success) return "own";
  const { between, on } = read.data;
  return { between: between?.join("-") ?? always, onTradingDays: on !== undefined };
}

/** The language of the questions is that of mails, too, unless it was there and nobody said another. */
export function languageQuestion(state: SetupState): SetupQuestion<Language> {
  const { options, isNew, language, draft, present } = state;
  const isChosen = isNew || options.language !== undefined || isAsked(state);
  return {
    option: "--language",
    given: isChosen ? language : undefined,
    trial: async (answer) => ({ ok: true, draft: withLanguage(draft, present, answer) }),
  };
}

/** Messages, texts of rules and names of series in the language of the questions. */
function withLanguage(draft: Draft, present: Config, language: Language): Draft {
  const series = language === "ja" ? "jp" : "en";
  const { upstreams, outputs } = present;
  const { mail, chat } = outputFor;
  const ofSeries =
    upstreams.statistics.language === series
      ? draft
      : withSetting(draft, ["upstreams", "statistics", "language"], series);
  const ofMails =
    outputs[mail.name].language === language
      ? ofSeries
      : withSetting(ofSeries, [mail.name, "language"], language);
  const read = readDraft(ofMails);
  const hasChat = read.ok && Object.keys(read.config.outputs[chat.name].targets).length > 0;
  if (!hasChat || outputs[chat.name].language === language) return ofMails;
  return withSetting(ofMails, [chat.name, "language"], language);
}
