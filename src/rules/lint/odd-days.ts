/** Days and moments that are written otherwise than those of events: they compare as texts, so never as days. */
import { inJapan, isDay, isMoment } from "../../model/dates.ts";
import type { FieldMark } from "../../model/fields.ts";

export interface OddDay {
  readonly message: string;
  readonly suggestion?: string | undefined;
  /** It never compares as what it is; else it may be as many hours off as zones are apart. */
  readonly isMistake: boolean;
}

const day = "\\d{4}(-\\d{2}(-\\d{2})?)?";
const moment = `${day}(?<=-\\d{2}-\\d{2})T\\d{2}(:\\d{2}(:\\d{2}(\\.\\d+)?)?)?(Z|[+-]\\d{2}:\\d{2})?`;

// The beginning of one is enough: texts compare letter by letter.
const forms = {
  day: new RegExp(`^(${day}|${moment})$`),
  moment: new RegExp(`^(${day}|${moment})$`),
  dated: new RegExp(`^(${day}|${moment})$`),
  period: /^\d{4}(-(H[12]?|Q[1-4]?|\d{2}(-\d{2})?))?$/,
} as const;

/** Finds the mistake in a text that is compared with the values of a field. */
export function oddDay(path: string, written: string, { form, zone }: FieldMark): OddDay | undefined {
  // Some ask so whether there is one.
  if (form === undefined || written === "") return undefined;
  if (!forms[form].test(written)) {
    const meant = form === "period" ? periodMeant(written) : dayMeant(written, zone);
    const isTime = /^\d{1,2}:\d{2}/.test(written);
    const hour = isTime ? `timestamp(${path}).getHours("Asia/Tokyo") is the hour in Japan` : undefined;
    const suggestion = meant === undefined ? hour : `write "${meant}"`;
    return { message: `${looks(form, zone)}: this never compares as one`, suggestion, isMistake: true };
  }
  const own = /(Z|[+-]\d{2}:\d{2})$/.exec(written.slice(10))?.[0];
  if (zone === undefined || own === undefined || own === zone) return undefined;
  const message = `\`${path}\` is in ${zone === "Z" ? "UTC" : "Japan's time"}, and times compare as texts`;
  const suggestion = isMoment(written) ? `write "${inZone(Date.parse(written), zone)}"` : undefined;
  return { message, suggestion, isMistake: false };
}

function looks(form: keyof typeof forms, zone: string | undefined): string {
  if (form === "period") return "periods are written as 2026, 2026-H1, 2026-Q1, 2026-01 or 2026-01-05";
  if (form !== "moment") return "days are written as 2026-01-05";
  return `moments are written as ${zone === "Z" ? "2026-01-05T00:00:00Z" : "2026-01-05T09:00:00+09:00"}`;
}

const parts =
  /^(\d{4})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})日?(?:[T ]*(\d{1,2}:\d{2}(?::\d{2})?)(Z|[+-]\d{2}:\d{2})?)?$/;

/** The day, or the moment where a time is written; a time without a zone is Japan's. */
export function dayMeant(text: string, zone = "+09:00"): string | undefined {
  const [, year, month = "", date = "", time, own] = parts.exec(text.normalize("NFKC").trim()) ?? [];
  const meant = `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`;
  if (year === undefined || !isDay(meant)) return undefined;
  if (time === undefined) return meant;
  const written = `${meant}T${time.padStart(5, "0")}`;
  const whole = own === undefined ? inJapan(written) : `${written}${own}`;
  return whole !== undefined && isMoment(whole) ? inZone(Date.parse(whole), zone) : undefined;
}

function inZone(at: number, zone: string): string {
  const ahead = zone === "Z" ? 0 : 9;
  const clock = new Date(at + ahead * 3_600_000).toISOString();
  return `${clock.slice(0, 19)}${zone}`;
}

function periodMeant(text: string): string | undefined {
  const [, year, month] = /^(\d{4})[/.年]?(\d{1,2})月?$/.exec(text.normalize("NFKC")) ?? [];
  if (year !== undefined && month !== undefined && Number(month) >= 1 && Number(month) <= 12)
    return `${year}-${month.padStart(2, "0")}`;
  const [, of, part, number] = /^(\d{4})[-/ ]?([HQ])([1-4])$/i.exec(text) ?? [];
  if (part !== undefined) return `${of}-${part.toUpperCase()}${number}`;
  return dayMeant(text);
}
