/** The small values that settings are made of, each with words for what is wrong with it. */
import * as z from "zod";
import { isCronExpression } from "../lib/cron.ts";
import { shortCode } from "../model/code.ts";
import { parseDuration } from "../model/duration.ts";

export const stockCode = z
  .string()
  .refine((code) => /^[0-9A-Z]{4,5}$/.test(code), {
    error: 'a stock code has 4 or 5 digits or capital letters, such as "7203" or "130A"',
  })
  .transform(shortCode)
  .describe('stock code in quotes, such as "7203"');

export const schedule = z
  .string()
  .refine(isCronExpression, {
    error:
      "this is no schedule: it takes six fields (second minute hour day month weekday), such as 0 */5 * * * *",
  })
  .describe("cron expression with seconds");

export const timezone = z
  .string()
  .refine(isTimezone, { error: "no such time zone; one is named like Asia/Tokyo" })
  .describe("IANA time zone, Asia/Tokyo by default");

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Where a service is: `simulated`, or an address without a slash at its end. */
export const upstreamUrl = z
  .string()
  .refine((url) => url === "simulated" || isHttpUrl(url), {
    error: "this must be an http or https address, or the word simulated",
  })
  .transform((url) => url.replace(/\/+$/, ""));

function isHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return (protocol === "http:" || protocol === "https:") && hostname !== "";
}

export const smtpUrl = z.string().refine(isSmtpUrl, {
  // The text may hold a password, so it is not repeated.
  error: "this must be smtp://user:password@host:port, smtps://... or file:FOLDER",
});

function isSmtpUrl(text: string): boolean {
  if (/^file:./.test(text)) return true;
  if (!/^smtps?:\/\//.test(text) || !URL.canParse(text)) return false;
  return new URL(text).hostname !== "";
}

const addressForm = /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+$/;

export const address = z.string().refine((text) => addressForm.test(text), {
  error: "this is no mail address; one looks like trader@example.com",
});

/** An address, or `Name <address>`. */
export const sender = z.string().refine(
  (text) => {
    const named = /^[^<>\r\n]*<([^<>\s]+)>$/.exec(text.trim());
    return addressForm.test(named?.[1] ?? text.trim());
  },
  { error: "this is no sender; one looks like Yagura <yagura@example.com>" },
);

const minuteMs = 60_000;

/** A time of the day such as "17:30", in ms since midnight. */
export const timeOfDay = z
  .string()
  .refine((text) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text), {
    error: 'this is no time of the day; one looks like "17:30"',
  })
  .transform((text) => {
    const [hours = 0, minutes = 0] = text.split(":").map(Number);
    return (hours * 60 + minutes) * minuteMs;
  });

/** A time such as 400d, or 3bd for trading days. */
export const duration = z.string().transform((text, context) => {
  const parsed = parseDuration(text);
  if (parsed !== undefined) return parsed;
  const message = "this is no duration; one looks like 30s, 15m, 1h, 400d or 3bd";
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

/** Milliseconds, where trading days make no sense. */
export const clockDuration = duration.transform((length, context) => {
  if ("ms" in length) return length.ms;
  context.addIssue("this cannot be trading days; write it as 30s, 15m, 1h or 2d");
  return z.NEVER;
});
