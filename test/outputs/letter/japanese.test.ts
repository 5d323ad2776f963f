/** Mails in Japanese: every kind, with nothing in English but what rules, services and people wrote. */
import { describe, expect, it } from "vitest";
import type { Alert } from "../../../src/model/news-items.ts";
import type { Notification, ToldAlert } from "../../../src/model/notification.ts";
import { englishPhrases } from "../../../src/outputs/letter/english.ts";
import { japanesePhrases } from "../../../src/outputs/letter/japanese.ts";
import type { AskedMessage } from "../../../src/outputs/member.ts";
import { alertOf, askedOf, causeOf, mailTo, notificationOf, now, position, toldOf } from "./scene.ts";

const texts = {
  ja: { title: "灯籠投資が架空電機（9901）を1.12%空売り", body: "計算日は18日。" },
};
const said: Partial<Alert> = {
  title: "In English about 架空電機 (9901)",
  body: "English, too.",
  severity: "warning",
  texts,
};
const item = { ...position, seller: "灯籠投資" };
const data = { now: item, was: { ...item, ratio: 0.93, shares: 3_020_000 }, changed: ["ratio", "shares"] };

const hour = 3_600_000;

function told(more: Partial<ToldAlert> = {}, alert: Partial<Alert> = {}, seq = 8): ToldAlert {
  const cause = causeOf({ data });
  return toldOf(alertOf({ rule: "空売り急増", ...said, ...alert }, cause, { seq }), cause, more);
}

function mailIn(
  language: "en" | "ja",
  all: readonly ToldAlert[],
  more: Partial<Notification> = {},
  facts: Partial<AskedMessage> = {},
) {
  return mailTo(
    askedOf(notificationOf(all, { language, ...more }), {
      watchlists: {
        主力: [{ code: "9901", shares: 300, price: 2_500, side: "long", note: "決算まで" }],
      } as never,
      publicUrl: "https://yagura.example.com",
      stockPage: "https://stocks.example.com/{code}",
      links: () => ({
        alert: "https://yagura.example.com/1",
        why: "https://yagura.example.com/2",
        acknowledge: "https://yagura.example.com/3",
        silence: "https://yagura.example.com/4",
        rate: "https://yagura.example.com/5",
      }),
      pastOf: () => ({
        field: "ratio",
        points: [
          ["2026-11-16", 0.81],
          ["2026-11-17", 0.93],
          ["2026-11-18", 1.12],
        ],
      }),
      isSimulated: () => true,
      ...facts,
    }),
  );
}

const before = told(
  {},
  { title: "Before, 架空電機 (9901)", severity: "info", texts: { ja: { title: "前の件名", body: "" } } },
  5,
).entry;
const over = { ...told({ reason: "resolved", times: 3, since: now - 5 * hour }, { why: "until" }) };
const ended = {
  ...over,
  entry: { ...over.entry, event: { ...over.entry.event, type: "alert.resolved" } },
} as ToldAlert;

const kinds: [string, readonly ToldAlert[], Partial<Notification>][] = [
  ["a first alert", [told()], {}],
  ["one with another about the same event", [told(), told({}, { rule: "大口空売り" })], {}],
  ["an update", [told({ reason: "changed", before, times: 4, since: now - 50 * hour })], {}],
  ["a repeat", [told({ reason: "repeated", before, times: 2, since: now - 30 * hour })], {}],
  ["an end", [ended], {}],
  ["one that flaps", [told({}, { flapping: "5 times within 6h" })], {}],
  ["one after messages were held", [told()], { held: { count: 12, since: now - hour } }],
  ["one of a route", [told({}, { recipients: [] })], { route: "緊急" }],
  ["a group", [told(), ended], { kind: "group", all: 9_902, about: "ルール 空売り急増", route: "緊急" }],
  [
    "a digest",
    [told(), told({ before, reason: "changed", times: 2 }), ended],
    { kind: "digest", digest: "after the close", all: 40, route: "緊急" },
  ],
  ["a brake", [told()], { kind: "brake", all: 300, route: "緊急" }],
];

/** Words that are the same in both: names, addresses and what the mail is made of. */
const neutral = /https?:\/\/[^\s"<>]+|Yagura|SIMULATED/g;

/** What a person reads of an HTML part. */
const readable = (html: string) =>
  html
    .replace(/<title>.*?<\/title>/s, "")
    .replaceAll(/<[^>]*alt="([^"]*)"[^>]*>/g, "$1")
    .replaceAll(/<[^>]*>/g, " ");

describe.each(kinds)("%s in Japanese", (_, all, more) => {
  const mail = mailIn("ja", all, more);

  it("has no English word in its subject, its text and its page", () => {
    for (const part of [mail.subject, mail.text, readable(mail.html)])
      expect(part.replaceAll(neutral, "").match(/[A-Za-z]{3,}.*/g) ?? []).toEqual([]);
  });

  it("says of itself that it is in Japanese", () => {
    expect(mail.html).toContain('<html lang="ja">');
  });

  it("says as much as in English: as many lines", () => {
    const lines = (text: string) => text.split("\n").filter((line) => line.trim() !== "").length;
    expect(lines(mail.text)).toBe(lines(mailIn("en", all, more).text));
  });
});

it("has the texts of the rule in the reader's language, and the rule's own where there are none", () => {
  expect(mailIn("ja", [told()]).subject).toContain("【注意】灯籠投資が架空電機（9901）を1.12%空売り");
  expect(mailIn("en", [told()]).subject).toContain("Warning: In English about");
  expect(mailIn("ja", [told({}, { texts: { en: { title: "x", body: "" } } })]).text).toContain("In English");
  expect(mailIn("en", [told({}, { texts: { en: { title: "Better", body: "" } } })]).subject).toContain(
    "Better",
  );
});

it("says times, amounts and what a watchlist holds as Japanese does", () => {
  const { text } = mailIn("ja", [told()]);
  expect(text).toContain("11月20日（金）17:31");
  expect(text).toContain("空売り残高数量: 3,020,000 -> 3,640,000株");
  expect(text).toContain("ウォッチリスト「主力」の銘柄：買い持ち、300株、取得単価2,500円。 決算まで");
  expect(mailIn("ja", [told({}, { flapping: "5 times within 6h" })]).text).toContain("6時間に5回");
});

it("has the same phrases in both languages, each in words of its own", () => {
  const words = (value: unknown): unknown =>
    typeof value === "object" && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, words(inner)]))
      : typeof value;
  expect(words(japanesePhrases)).toEqual(words(englishPhrases));
});
