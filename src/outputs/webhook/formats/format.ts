/**
 * The interface of the family: the request that a message becomes for one kind of service; and what formats have in
 * common of requests and answers.
 */
import * as z from "zod";
import { readStatus, type WebAnswer } from "../../delivery/web-posts.ts";
import type { AskedMessage, SettingFinding } from "../../member.ts";

/** A POST, its secrets left out: they are added when it is sent. */
export interface WebhookBody {
  readonly contentType: string;
  readonly body: string;
}

/** Where a body goes, and what proves who sends it; never kept or logged. */
export interface WebhookCall {
  readonly url: string;
  /** Names in lower case. The content type is that of the body. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What a service made of a request. `said` is what it told, untamed; secrets are taken out of it later. */
export type WebhookOutcome =
  | { readonly outcome: "sent"; readonly said: string }
  | {
      /** `refused`: the same request would be refused again, whatever a person changes; `failed`: it may be taken later. */
      readonly outcome: "refused" | "failed";
      readonly said: string;
      /** Time that the service asks for where it says so in its body; the header `retry-after` is read for all formats. */
      readonly retryAfterMs?: number | undefined;
    };

export interface WebhookFormat<Name extends string = string, Schema extends z.ZodObject = z.ZodObject> {
  /** Value of `format` in the settings. */
  readonly name: Name;
  /** The service, for editors and the table of formats. */
  readonly about: string;
  /** Settings of a target of this format beside those that every target has: a strict object. */
  readonly schema: Schema;
  /** Keys of them whose values are secret; of an address all behind its host counts. */
  readonly secrets: readonly (keyof z.output<Schema> & string)[];
  /** Remarks on the values of a target, each at a key of it. */
  warnings(target: z.output<Schema>): SettingFinding[];
  /** The body about a notification. Pure; within the size that the service takes. */
  body(asked: AskedMessage, target: z.output<Schema>): WebhookBody;
  /** The body that tells a person that requests arrive. @param at when it is sent, ms since 1970 */
  trial(target: z.output<Schema>, words: string, at: number): WebhookBody;
  /**
   * @param id of the message, the same at every attempt
   * @param sentAt ms since 1970
   */
  call(target: z.output<Schema>, body: WebhookBody, id: string, sentAt: number): WebhookCall;
  /** Reads an answer: some services say 200 and mean no. No redirect comes here. */
  read(answer: WebAnswer): WebhookOutcome;
}

/** A format, its types kept. */
export function format<const Name extends string, Schema extends z.ZodObject>(
  one: WebhookFormat<Name, Schema>,
): WebhookFormat<Name, Schema> {
  return one;
}

// What formats have in common: the address in the settings, bodies in JSON, what an answer means.

/** An http or https address without a login; the text may be secret, so no error repeats it. */
export const webAddress = z
  .string()
  .refine((text) => isWebAddress(text), {
    error: "this must be an address such as https://bots.example.com/yagura, without a login before its host",
  })
  .meta({ pattern: "^https?://.", examples: ["https://bots.example.com/yagura"] });

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  return ["http:", "https:"].includes(protocol) && hostname !== "" && username === "" && password === "";
}

export function jsonBody(value: unknown): WebhookBody {
  return jsonText(JSON.stringify(value));
}

/** A body that is JSON already. */
export function jsonText(body: string): WebhookBody {
  return { contentType: "application/json; charset=utf-8", body };
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields of an answer; none where it is no JSON object. */
export function fieldsOf(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Fields) : {};
  } catch {
    return {};
  }
}

/** Seconds that a service asks to wait, in ms; undefined where it names none. */
export function waitOf(seconds: unknown): number | undefined {
  return typeof seconds === "number" && seconds >= 0 ? Math.ceil(seconds * 1_000) : undefined;
}

/**
 * What the status says, but a success only where the answer is the service's own: a page of something between says 200
 * as well. An answer that broke off within its JSON is a success: sent again the message would be there twice.
 */
export function readOwn(answer: WebAnswer, isOwn: (fields: Fields) => boolean): WebhookOutcome {
  const read = readStatus(answer);
  if (read.outcome !== "sent" || isBrokenOff(answer.body) || isOwn(fieldsOf(answer.body))) return read;
  return { outcome: "failed", said: `not an answer of the service: ${read.said}` };
}

function isBrokenOff(body: string): boolean {
  return body.startsWith("{") && Object.keys(fieldsOf(body)).length === 0;
}
