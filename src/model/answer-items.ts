/** The items of what people answer to one alert: that they know of it, and what it was worth. */
import * as z from "zod";
import { field, namesListed, text, wordsListed } from "./fields.ts";
import { severities } from "./news-items.ts";
import * as words from "./news-words.ts";
import { type Worth, worths } from "./worth.ts";

const ofAlert = {
  rule: text("name of the rule", words.rule),
  key: text("the alert's key", words.alertKey),
  severity: field(z.enum(severities), "the alert's severity", words.severity),
  title: text("the alert's title", words.title),
  labels: field(z.record(z.string(), z.string()), "the rule's labels", words.labels),
};
const because = text("the reason that they gave", words.reason).optional();

export const acknowledgement = z.object({
  alert: text("id of the first alert of the episode", words.alert),
  ...ofAlert,
  by: text("who acknowledged it", { en: "Acknowledged by", ja: "確認した人" }),
  because,
});

export const ratingItem = z.object({
  alert: text("id of the alert", words.alert),
  ...ofAlert,
  worth: field(
    z.enum(namesListed<Worth>(worths)),
    `what it was worth to them; the last answer counts; ${wordsListed(worths)}`,
    words.worth,
  ),
  by: text("who says so", { en: "Answered by", ja: "回答した人" }),
  because,
});

export type Acknowledgement = z.infer<typeof acknowledgement>;
export type Rating = z.infer<typeof ratingItem>;
