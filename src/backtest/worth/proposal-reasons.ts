/** Reasons of proposals, one sentence each, in both languages. */
import type { Worded } from "../../model/language.ts";

const spans = { "1h": { en: "an hour", ja: "1時間" }, "1d": { en: "a day", ja: "1日" } } as const;

export const proposalReasons = {
  few: (answers: number): Worded => ({
    en: `There are too few answers to judge it: ${answers}.`,
    ja: `回答が${answers}件しかないため、まだ判断できません。`,
  }),
  good: (answers: number, useful: number): Worded => ({
    en: `Of ${answers} answers ${useful} say that it was useful.`,
    ja: `回答${answers}件のうち${useful}件が「役に立った」です。`,
  }),
  nothingSaves: (notUseful: number): Worded => ({
    en: `${notUseful} alerts were not useful, but no edit that was tried saves a quarter of its messages without losing a useful one.`,
    ja: `${notUseful}件が役に立ちませんでしたが、役に立つアラートを失わずに通知を4分の1以上減らせる変更は見つかりませんでした。`,
  }),
  retire: (alerts: number, notUseful: number, repeats: string | undefined): Worded => ({
    en: `None of its ${alerts} alerts was useful to anybody, ${notUseful} were not${repeats === undefined ? "" : `, and in most cases ${repeats} told of the same subject within a day`}.`,
    ja: `${alerts}件のアラートのうち、役に立ったものはなく、${notUseful}件が「役に立たなかった」でした${repeats === undefined ? "" : `。多くは、同じ対象を1日以内に${repeats}も知らせていました`}。`,
  }),
  raise: (notUseful: number, out: number, field: string, isLeast: boolean, bound: number): Worded => ({
    en: `Of ${notUseful} alerts that were not useful ${out} had ${field} ${isLeast ? "below" : "above"} ${bound}, and no useful one had.`,
    ja: `役に立たなかった${notUseful}件のうち${out}件は${field}が${bound}${isLeast ? "未満" : "を超え"}${isLeast ? "で" : "ており"}、役に立ったものにはありません。`,
  }),
  gather: (alerts: number, close: number, span: keyof typeof spans): Worded => ({
    en: `Of ${alerts} alerts ${close} came within ${spans[span].en} of another one about the same subject.`,
    ja: `${alerts}件のうち${close}件は、同じ対象についての前のアラートから${spans[span].ja}以内でした。`,
  }),
  digest: (answers: number, notUseful: number): Worded => ({
    en: `Of ${answers} answers ${notUseful} say that it was not useful, so one message a day is soon enough.`,
    ja: `回答${answers}件のうち${notUseful}件が「役に立たなかった」のため、1日1通で足ります。`,
  }),
} as const;
