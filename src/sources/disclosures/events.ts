/** Fields of a disclosure, and the events about disclosures. */
import * as z from "zod";
import type { EventTypeFacts } from "../../model/event-types.ts";
import { code, day, field, name, text } from "../../model/fields.ts";
import type { MarketRecord } from "../../upstreams/market/calls.ts";
import { sharedFields } from "../dated.ts";

const papers = {
  full: { en: "full text (PDF)", ja: "全文情報（PDF）" },
  summary: { en: "summary (PDF)", ja: "サマリー情報（PDF）" },
  xbrl: { en: "figures (XBRL)", ja: "財務データ（XBRL）" },
};

export const disclosure = z.object({
  number: text("number of the disclosure, 14 digits", { en: "Number", ja: "開示番号" }),
  code,
  name,
  title: text("title, in Japanese", { en: "Title", ja: "表題" }),
  disclosedOn: day("day on which TDnet published it", { en: "Day of disclosure", ja: "開示日" }),
  disclosedTime: text("time of that day in Japan, HH:MM", {
    en: "Time of disclosure",
    ja: "開示時刻",
  }).optional(),
  items: field(z.array(z.string()), "codes of what it is about, as the service has them", {
    en: "Item codes",
    ja: "公開項目コード",
  }).optional(),
  papers: field(z.array(z.string()), "papers that it has: full, summary, xbrl", {
    label: { en: "Papers", ja: "開示資料" },
    values: papers,
  }).optional(),
  corrects: text("number of the disclosure that this one corrects, where that is known", {
    en: "Corrects",
    ja: "訂正前の開示番号",
  }).optional(),
});

export type TimelyDisclosure = z.infer<typeof disclosure>;

/** The call whose records are disclosures. */
export const disclosureCall = "td/list";

/** The fields of a record that are read: those of a disclosure, and whether it was withdrawn. */
export const disclosureFields = [...sharedFields(disclosureCall, disclosure), "status"] as const;

export type DisclosureRecord = Pick<MarketRecord<typeof disclosureCall>, (typeof disclosureFields)[number]>;

export const disclosureEvents = {
  "disclosure.published": { item: disclosure, about: "a company disclosed something", hasNoWas: true },
  "disclosure.withdrawn": {
    item: disclosure,
    about: "the service says that a disclosure was deleted",
    hasNoWas: true,
  },
} as const satisfies Record<string, EventTypeFacts>;

/** When TDnet published it, as events say it: a time in Japan, or the day where no time is known. */
export function disclosedAt({
  disclosedOn,
  disclosedTime,
}: Pick<TimelyDisclosure, "disclosedOn" | "disclosedTime">): string {
  if (disclosedTime === undefined) return disclosedOn;
  return `${disclosedOn}T${disclosedTime.length === 5 ? `${disclosedTime}:00` : disclosedTime}+09:00`;
}
