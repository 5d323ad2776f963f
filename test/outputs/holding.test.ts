/** Money beside an alert: what a holding is worth at the last close that the log has. */
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { weekdaysOnly } from "../../src/calendar/trading-calendar.ts";
import { eventTypesOf } from "../../src/files/event-types.ts";
import { createCloseOf } from "../../src/outputs/item-past.ts";
import { openStore } from "../../src/store/store.ts";
import { batch, entry, noon } from "../store/batches.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { alertOf, askedOf, causeOf, mailTo, notificationOf, toldOf } from "./letter/scene.ts";

const types = eventTypesOf({ recordSources: [{ name: "bars", from: "market/equities/bars/daily" }] });
const dayMs = 86_400_000;

function closes(...rows: readonly (readonly [day: string, close: number | undefined, simulated?: true])[]) {
  const store = openStore(join(tmpFolder(), "yagura.db"), { now: () => noon, isPassing: true });
  onTestFinished(() => store.close());
  const entries = rows.map(([date, close, simulated], index) =>
    entry(index + 1, {
      ...{ type: "market.equities-bars-daily.added", source: "/sources/bars", subject: "9901" },
      data: { now: { code: "9901", date, adjustedClose: 1, ...(close !== undefined && { close }) } },
      ...(simulated && { simulated }),
    }),
  );
  store.commit(batch({ entries }));
  return createCloseOf(store.aboutSubject, types, () => weekdaysOnly);
}

test("the last close is that of the last day, not of the last event, of a made-up price, or of another stock", () => {
  const closeOf = closes(
    ["2026-11-18", 2_300],
    ["2026-11-19", 2_345],
    ["2026-11-17", 2_200],
    ["2026-11-20", 9, true],
  );
  expect(closeOf("9901", noon)).toEqual({ close: 2_345, day: "2026-11-19", isOld: false });
  expect([closeOf("9902", noon), closes(["2026-11-19", undefined])("9901", noon)]).toEqual([
    undefined,
    undefined,
  ]);
});

test("a close is old after more than five trading days", () => {
  const closeOf = closes(["2026-11-13", 2_345]);
  // Friday 13 November; Friday the 20th is five trading days later.
  expect(closeOf("9901", noon)?.isOld).toBe(false);
  expect(closeOf("9901", noon + 2 * dayMs)?.isOld).toBe(false);
  expect(closeOf("9901", noon + 3 * dayMs)?.isOld).toBe(true);
});

test.each([
  [
    "en",
    {},
    "On your list core: 100 shares at 2,000 yen. 100 shares × 2,345 yen = 234,500 yen (1 % is 2,345 yen).",
  ],
  [
    "ja",
    {},
    "ウォッチリスト「core」の銘柄：100株、取得単価2,000円。100株 × 2,345円 = 234,500円（1%で2,345円）。",
  ],
  ["en", { isOld: true }, "(1 % is 2,345 yen; close of 2026-11-19)."],
  ["ja", { isOld: true }, "（1%で2,345円、2026-11-19の終値）。"],
] as const)("a mail in %s says what a holding is worth: %j", (language, more, words) => {
  const stock = { code: "9901", shares: 100, price: 2_000 };
  const mailOf = (noted: object, close?: number) =>
    mailTo(
      askedOf(notificationOf([toldOf(alertOf(), causeOf())], { language }), {
        watchlists: { core: [{ code: "9901", ...noted }] },
        closeOf: () =>
          close === undefined ? undefined : { close, day: "2026-11-19", isOld: false, ...more },
      }),
    );
  const { text, html } = mailOf(stock, 2_345);
  expect(text).toContain(words);
  expect(html).toContain(words);
  for (const { text: without } of [
    mailOf({ shares: 100 }, 2_345),
    mailOf({ price: 2_000 }, 2_345),
    mailOf(stock),
  ])
    expect(without).not.toContain("×");
});

test("a group and a digest say of each watched stock once what it is worth, and add nothing up", () => {
  const told = ["9901", "9902", "9901", "9903", "9904"].map((code, index) => {
    const cause = causeOf({ subject: code, data: { now: { code, name: `Example ${code}` } } });
    return toldOf(alertOf({ key: String(index) }, cause, { seq: 8 + index }), cause);
  });
  // 9903 is on no list, of 9904 no price is noted.
  const watchlists = {
    core: [
      { code: "9901", shares: 100, price: 2_000 },
      { code: "9902", shares: 200, price: 1 },
      { code: "9904", shares: 1 },
    ],
    other: [{ code: "9901", shares: 300, price: 1_000 }],
  };
  const closeOf = () => ({ close: 2_345, day: "2026-11-19", isOld: false });
  for (const kind of ["group", "digest"] as const) {
    const mailIn = (language: "en" | "ja", facts: object) =>
      mailTo(askedOf(notificationOf(told, { kind, language }), { watchlists, ...facts }));
    const { text, html } = mailIn("en", { closeOf });
    expect(text).toContain(`Your holdings
  Example 9901 (9901): 100 shares × 2,345 yen = 234,500 yen (1 % is 2,345 yen)
  Example 9902 (9902): 200 shares × 2,345 yen = 469,000 yen (1 % is 4,690 yen)
`);
    expect([text, html].map((part) => part.split("×").length)).toEqual([3, 3]);
    expect(mailIn("ja", { closeOf }).text).toContain("保有分の評価額\n");
    expect(mailIn("en", {}).text).not.toContain("Your holdings");
  }
});
