/** The small values that settings are made of, each with words for what is wrong with it. */
import * as z from "zod";
import { isCronExpression } from "../lib/cron.ts";
import { shortCode } from "../model/code.ts";
import { durationForm, parseDuration, timeForm } from "../model/duration.ts";
import { durationMeant } from "../model/duration-meant.ts";

export const stockCode = z
  .string()
  .regex(/^[0-9A-Z]{4,5}$/, {
    error: 'a stock code has 4 or 5 digits or capital letters, such as "7203" or "130A"',
  })
  .transform(shortCode)
  .describe('stock code in quotes, such as "7203"')
  .meta({ examples: ["7203", "130A"] });

export const schedule = z
  .string()
  .refine(isCronExpression, {
    error:
      "this is no schedule: it takes six fields (second minute hour day month weekday), such as 0 */5 * * * *",
  })
  .describe("cron expression of six fields: second minute hour day month weekday")
  .meta({ pattern: "^\\s*(\\S+\\s+){5}\\S+\\s*$", examples: ["0 */5 * * * *", "0 */10 16-20 * * *"] });

export const timezone = z
  .string()
  .refine(isTimezone, { error: "no such time zone; one is named like Asia/Tokyo" })
  .describe("IANA time zone of the schedule")
  .meta({ examples: ["Asia/Tokyo"] });

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Address of a service: `simulated`, or an address without a slash at its end. */
export const upstreamUrl = z
  .string()
  .refine((url) => url === "simulated" || isHttpUrl(url), {
    error: "this must be an http or https address, or the word simulated",
  })
  .transform((url) => url.replace(/\/+$/, ""))
  .meta({
    pattern: "^(simulated|\\s*[hH][tT][tT][pP][sS]?:.+)$",
    examples: ["simulated", "https://service.example.com/v2"],
  });

function isHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return (protocol === "http:" || protocol === "https:") && hostname !== "";
}

/** Empty, as an environment that sets none leaves it, it is absent. */
export const smtpUrl = z
  .string()
  .refine((text) => text === "" || isSmtpUrl(text), {
    // The text may hold a password, so it is not repeated.
    error: "this must be smtp://user:password@host:port, smtps://... or file:FOLDER",
  })
  .transform((text) => (text === "" ? undefined : text))
  .meta({
    pattern: "^($|file:.|smtps?://.)",
    examples: ["smtp://user:password@mail.example.com:587", "file:../data/outbox"],
  });

function isSmtpUrl(text: string): boolean {
  if (/^file:./.test(text)) return true;
  if (!/^smtps?:\/\//.test(text) || !URL.canParse(text)) return false;
  return new URL(text).hostname !== "";
}

const addressForm = /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+$/;

export const address = z
  .string()
  .regex(addressForm, { error: "this is no mail address; one looks like trader@example.com" })
  .describe("mail address")
  .meta({ examples: ["trader@example.com"] });

const bareAddress = addressForm.source.slice(1, -1);
const senderForm = new RegExp(`^\\s*(${bareAddress}|[^<>\\r\\n]*<${bareAddress}>)\\s*$`);

/** An address, or `Name <address>`. */
export const sender = z
  .string()
  .regex(senderForm, { error: "this is no sender; one looks like Yagura <yagura@example.com>" })
  .meta({ examples: ["Yagura <yagura@example.com>"] });

const minuteMs = 60_000;

/** A time of the day such as "17:30", in ms since midnight. */
export const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'this is no time of the day; one looks like "17:30"' })
  .transform((text) => {
    const [hours = 0, minutes = 0] = text.split(":").map(Number);
    return (hours * 60 + minutes) * minuteMs;
  })
  .meta({ examples: ["17:30"] });

/** A time such as 400d, or 3bd for trading days. */
export const duration = z
  .string()
  .transform((text, context) => {
    const parsed = parseDuration(text);
    if (parsed !== undefined) return parsed;
    const message = "this is no duration; one looks like 30s, 15m, 1h, 400d or 3bd";
    const meant = durationMeant(text);
    context.addIssue({ code: "custom", message, ...(meant && { params: { suggestion: `write ${meant}` } }) });
    return z.NEVER;
  })
  .meta({ pattern: durationForm.source, examples: ["30m", "1d"] });

/** Milliseconds, where trading days make no sense. */
export const clockDuration = duration
  .transform((length, context) => {
    if ("ms" in length) return length.ms;
    context.addIssue("this cannot be trading days; write it as 30s, 15m, 1h or 2d");
    return z.NEVER;
  })
  .meta({ pattern: timeForm.source, examples: ["1s", "2m"] });
