/** Fields of the calls' records that the sources use, no more. A field that no source uses may change its type without stopping one. */
import { pickFields } from "../record.ts";
import { marketCalls } from "./calls.ts";

export const marginAlertFields = pickFields(marketCalls["markets/margin-alert"].fields, [
  "code",
  "publishedOn",
  "appliedOn",
  "shortOutstanding",
  "shortChange",
  "shortRatio",
  "longOutstanding",
  "longChange",
  "longRatio",
  "shortLongRatio",
  "regulation",
  "reasons",
  "dailyPublication",
]);

export const shortSaleFields = pickFields(marketCalls["markets/short-sale-report"].fields, [
  "code",
  "name",
  "seller",
  "fund",
  "ratio",
  "shares",
  "calculatedOn",
  "disclosedOn",
  "previousRatio",
  "previousOn",
  "notes",
]);

export const calendarFields = pickFields(marketCalls["markets/calendar"].fields, ["date", "holidayDivision"]);

export const issueNameFields = pickFields(marketCalls["equities/master"].fields, [
  "code",
  "companyName",
  "companyNameEnglish",
]);
