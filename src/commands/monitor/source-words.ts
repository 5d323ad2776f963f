/** What `yagura sources` says of a source and of a poll, in the caller's language. */
import { counted } from "../../lib/text/counted.ts";
import type { Language } from "../../model/language.ts";
import { sourceReason } from "../../model/news-words.ts";
import type { NextWhy } from "../../model/page/sources.ts";
import type { SourceStatus } from "../../why/status.ts";

type States = Readonly<Record<SourceStatus["state"], string>>;

/** How a source is doing, in a word. */
export const stateWords: Readonly<Record<Language, States>> = {
  en: { ok: "ok", waiting: "waiting", failing: "failing", quarantined: "quarantined" },
  ja: { ok: "正常", waiting: "未取得", failing: "障害中", quarantined: "隔離中" },
};

const en = {
  listed: (parts: readonly string[]) => parts.join(", "),
  neverPolled: "never polled",
  lastSuccess: (when: string) => `last success ${when}`,
  nextPoll: (when: string) => `next poll ${when}`,
  paces: (paces: Paces) =>
    ` of ${paces.map(({ scope, perHour }) => `${scope} (${perHour} comments an hour)`).join(", ")}`,
  dueAt: (from: string) => `, since the publication is due at ${from}`,
  usual: (within: number, of: number, from: string, to: string) =>
    `, since ${within} of ${counted(of, "publication")} came between ${from} and ${to}`,
  late: (day: string, since: string) => `the publication of ${day} is late, due since ${since}`,
  spread: (p50: number, p95: number) => `after ${p50} s, 95 % within ${p95} s`,
  noticed(spread: string, changes: number, doubt: number | undefined, sent: string | undefined) {
    const range = doubt === undefined ? "" : `, ±${doubt} s`;
    return `noticed ${spread} (${counted(changes, "change")} in 30 days${range})${sent === undefined ? "" : `; sent ${sent}`}`;
  },
  code: (code: string, message: string) => `${code} (${message})`,
  unknown: (codes: readonly string[]) => `the service does not know ${codes.join(", ")}`,
  reason: (reason: string) => reason,
  failing: (since: string, reason: string, message?: string) =>
    `failing since ${since}: ${reason}${message === undefined ? "" : `, ${message}`}`,
  held: (items: number, since: string, message: string, source: string) =>
    `${counted(items, "item")} held since ${since}: ${message}; decide with \`yagura sources release ${source}\` or \`discard ${source}\``,
  decided: { release: "released", discard: "discarded" },
  wrote: (done: string, items: number, source: string, events: number) =>
    `${done}: ${counted(items, "item")} of ${source}, ${counted(events, "event")} written`,
  next: (when: string) => `; next poll ${when}`,
  underWay: (source: string) => `the poll of ${source} takes long and goes on`,
  unwritten: (source: string, message: string) =>
    `${source} answered, and what was found could not be written: ${message}`,
  failed: (source: string, reason: string, message: string) => `${source} failed: ${reason}, ${message}`,
  answered: (source: string, events: number) => `${source} answered: ${counted(events, "event")}`,
  quarantined: (items: number) => `, ${items} items went into quarantine`,
};

export type SourceLineWords = typeof en;

const ja: SourceLineWords = {
  listed: (parts) => parts.join("、"),
  neverPolled: "まだ取得していません",
  lastSuccess: (when) => `最終取得 ${when}`,
  nextPoll: (when) => `次回確認 ${when}`,
  paces: (paces) =>
    `（${paces.map(({ scope, perHour }) => `${scope}：1時間に${perHour}件のコメント`).join("、")}）`,
  dueAt: (from) => `（${from} に公表予定）`,
  usual: (within, of, from, to) => `（直近${of}件の公表のうち${within}件が ${from}〜${to}）`,
  late: (day, since) => `${day} の公表に遅れ（予定 ${since}）`,
  spread: (p50, p95) => `中央値 ${p50}秒、95%が${p95}秒以内`,
  noticed(spread, changes, doubt, sent) {
    const range = doubt === undefined ? "" : `、±${doubt}秒`;
    return `検知まで ${spread}（過去30日間の変化${changes}件${range}）${sent === undefined ? "" : `、配信まで ${sent}`}`;
  },
  code: (code, message) => `${code}（${message}）`,
  unknown: (codes) => `配信元にないコード ${codes.join("、")}`,
  reason: (reason) => sourceReason.values[reason]?.ja ?? reason,
  failing: (since, reason, message) =>
    `${since} から障害：${reason}${message === undefined ? "" : `、${message}`}`,
  held: (items, since, message, source) =>
    `${since} から${items}件を隔離：${message}。\`yagura sources release ${source}\`（解放）か \`discard ${source}\`（破棄）で判断してください`,
  decided: { release: "解放しました", discard: "破棄しました" },
  wrote: (done, items, source, events) =>
    `${done}：${source} の${items}件。${events}件のイベントを記録しました`,
  next: (when) => `。次回確認 ${when}`,
  underWay: (source) => `${source} の取得には時間がかかっています。このまま続けます`,
  unwritten: (source, message) => `${source} から取得した内容を書き込めませんでした：${message}`,
  failed: (source, reason, message) => `${source} から取得できませんでした：${reason}、${message}`,
  answered: (source, events) => `${source} から取得しました。イベント${events}件`,
  quarantined: (items) => `、${items}件を隔離しました`,
};

export const sourceLineWords: Readonly<Record<Language, SourceLineWords>> = { en, ja };

/** Stocks with the pace of their forums. */
type Paces = Extract<NextWhy, { readonly paces: unknown }>["paces"];
