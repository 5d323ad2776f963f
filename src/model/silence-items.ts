/** The items of the news about silences: who set one, of which alerts, and why it ended. */
import * as z from "zod";
import { field, moment, namesListed, text, wordsListed } from "./fields.ts";
import * as words from "./news-words.ts";
import { type QuietFate, quietFates, type SilenceEnd, silenceEnds } from "./silence.ts";

const said = (about: string) => z.string().describe(about);
const counted = (about: string) => z.number().describe(about);

/** Most open alerts that a silence names as those that it quiets. */
export const mostQuieted = 100;

const silenceId = text("id of the silence", { en: "Silence", ja: "通知停止" });
const silenceMatch = text("the alerts that it silences, such as `rule=short-* subject=7203`", {
  en: "Alerts",
  ja: "対象のアラート",
});

const inBoth = z.object({ en: said("in English"), ja: said("in Japanese") });

const growth = z.object({
  rule: said("the rule of the alert that it is about"),
  key: said("the key of that alert"),
  field: said("the field that has its number"),
  label: inBoth.describe("what people call that field"),
  unit: inBoth.describe("the unit of the number, as it stands behind it"),
  value: counted("the number when the silence was set"),
  percent: counted("how much of it the number may grow by, percent"),
  limit: counted("the number beyond which it ends: below `value` where the number falls"),
});

export const silenceAdded = z.object({
  id: silenceId,
  match: silenceMatch,
  from: moment("when it begins", "Z", { en: "From", ja: "開始" }),
  until: moment("when it ends", "Z", { en: "Until", ja: "終了" }),
  fate: field(
    z.enum(namesListed<QuietFate>(quietFates)),
    `what happens to an alert that it silences; ${wordsListed(quietFates)}`,
    words.fate,
  ),
  author: text("who set it", { en: "Set by", ja: "設定した人" }),
  because: text("the reason that they gave", words.reason),
  grows: field(growth, "set if it also ends when the number of its alert grows beyond a limit", {
    label: { en: "Until it grows", ja: "再開の条件" },
    hidden: true,
  }).optional(),
  link: text("id of the alert whose link in a mail set it", words.setByLink).optional(),
  alerts: field(
    z.array(z.string()),
    `ids of open alerts that it silences from now on, at most ${mostQuieted}`,
    {
      label: { en: "Open alerts", ja: "継続中のアラート" },
      hidden: true,
    },
  ),
});

export const silenceEnded = z.object({
  id: silenceId,
  match: silenceMatch,
  why: field(
    z.enum(namesListed<SilenceEnd>(silenceEnds)),
    `why it ended; ${wordsListed(silenceEnds)}`,
    words.silenceEnd,
  ),
  author: text("who ended it by hand", words.endedBy).optional(),
});

export type SilenceAdded = z.infer<typeof silenceAdded>;
export type SilenceEnded = z.infer<typeof silenceEnded>;
