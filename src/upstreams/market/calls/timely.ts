/** Timely disclosure: what companies publish through TDnet, and the dates on which they will tell their results. */
import {
  codeField,
  dayField,
  digitsField,
  need,
  textField,
  textsField,
  timeField,
} from "../../field-types.ts";
import type { FieldTable } from "../../record.ts";
import { call, codeOrDay, issueName } from "../call.ts";

const paperWords: Readonly<Record<string, string>> = { g: "full", s: "summary", x: "xbrl" };

const disclosure = {
  number: need(digitsField("DiscNo", "number of the disclosure, 14 digits", 14)),
  code: need(codeField("Code")),
  name: issueName("Name"),
  disclosedOn: need(dayField("DiscDate", "day on which TDnet published it")),
  disclosedTime: timeField("DiscTime", "time of that day in Japan, to the minute"),
  title: need(textField("Title", "title, in Japanese; a corrected one is not carried over")),
  status: textField("DiscStatus", "revision or delete, as the document declares it; so far it is never sent"),
  revision: textField("RevNo", "number of the revision; so far it is always 1"),
  items: textsField("DiscItems", "codes of what it is about"),
  papers: textsField("Docs", "papers that it has: full, summary, xbrl", (word) => paperWords[word] ?? word),
} satisfies FieldTable;

const earningsDate = {
  publishedOn: need(dayField("PubDate", "day on which the date was announced or changed")),
  scheduledOn: dayField("SchDate", "day on which results will be told; absent while it is undecided"),
  period: need(textField("FQName", "period of the results: 1Q, 2Q, 3Q or FY")),
  fiscalYearEnd: need(digitsField("FYE", "end of the fiscal year, MMDD, without its year", 4, 3)),
  code: need(codeField("Code")),
  name: issueName("CoName"),
  companyNameEnglish: textField("CoNameEn", "company name in English"),
} satisfies FieldTable;

export const timely = {
  "td/list": call({
    about: "what companies disclose through TDnet, some minutes later",
    parameters: ["code", "date", "from", "to", "items", "cursor", "pagination_key"],
    rules: [
      ...codeOrDay,
      { bothOrNone: ["from", "to"] },
      { parameter: "cursor", onlyToday: "date" },
      { parameter: "cursor", notWith: ["pagination_key"] },
    ],
    plan: "light",
    addOn: "TDnet",
    limit: { name: "td", requestsPerMinute: 100, isApart: true },
    fields: disclosure,
    records: {
      key: ["number"],
      day: ["disclosedOn"],
      published: "disclosedOn",
      publishedTime: "disclosedTime",
      occurred: "disclosedOn",
    },
    files: { of: "all years", bytesADay: 25_000 },
  }),
  "fins/earnings-date": call({
    about: "dates of results to come, by the day on which they were announced or changed",
    parameters: ["code", "date", "scheduledDate", "pagination_key"],
    rules: [{ exactlyOne: ["code", "date", "scheduledDate"] }],
    plan: "free",
    fields: earningsDate,
    records: {
      key: ["code", "fiscalYearEnd", "period", "publishedOn"],
      day: ["publishedOn"],
      published: "publishedOn",
      occurred: "scheduledOn",
      out: ["10:05"],
    },
    files: { of: "each month", bytesADay: 3_000 },
  }),
};
