/** What is not well with a monitor, in words: for `yagura healthcheck` and for the sign of life. */
import { counted, timeWords } from "../lib/text/counted.ts";
import { tameLine } from "../lib/text/tame.ts";
import type { Language } from "../model/language.ts";
import { answerInJapanese } from "../model/messages/in-japanese.ts";
import { sourceReason } from "../model/news-words.ts";
import type { SourceStatus } from "./status.ts";

const longestMessage = 300;

/** A message of the monitor or of a service as one line. */
export const reasonLine = (message: string): string => tameLine(message, longestMessage);

const en = {
  failing: (name: string, since: string, reason: string, detail: string) =>
    `${name} is failing since ${since}: ${reason}${detail}`,
  detail: (message: string) => `, ${message}`,
  held: (name: string, items: number, since: string) =>
    `${name} holds back ${counted(items, "item")} since ${since}: decide with \`yagura sources release ${name}\` or \`discard ${name}\``,
  late: (name: string, day: string, since: string) =>
    `${name}: the publication of ${day} is late, due since ${since}`,
};

const ja: typeof en = {
  failing: (name, since, reason, detail) =>
    `${name}：${since} から障害（${sourceReason.values[reason]?.ja ?? reason}）${detail}`,
  detail: (message) => `。${answerInJapanese(message)}`,
  held: (name, items, since) =>
    `${name}：${since} から${items}件を隔離中です。\`yagura sources release ${name}\`（解放）か \`discard ${name}\`（破棄）で判断してください`,
  late: (name, day, since) => `${name}：${day} の公表に遅れ（予定 ${since}）`,
};

const words: Readonly<Record<Language, typeof en>> = { en, ja };

/** Reasons why a source needs a look, a sentence each; none where it is well. */
export function sourceTroubles(name: string, source: SourceStatus, language: Language = "en"): string[] {
  const { state, since = "", reason = "", message = "", items = 0, late } = source;
  const own = words[language];
  // Without a token the monitor keeps its messages to itself.
  const detail = message === "" ? "" : own.detail(reasonLine(message));
  return [
    ...(state === "failing" ? [own.failing(name, timeWords(since), reason, detail)] : []),
    ...(state === "quarantined" ? [own.held(name, items, timeWords(since))] : []),
    ...(late === undefined ? [] : [own.late(name, late.day, timeWords(late.since))]),
  ];
}
