/** The interface of the family: the request that a message becomes for one kind of service. */
import type * as z from "zod";
import type { AskedMail, SettingFinding } from "../../member.ts";

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

/** An answer of a service. */
export interface WebhookAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** At most 64 KiB of it. Untrusted. */
  readonly body: string;
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
  body(asked: AskedMail, target: z.output<Schema>): WebhookBody;
  /** The body that tells a person that requests arrive. @param at when it is sent, ms since 1970 */
  trial(target: z.output<Schema>, words: string, at: number): WebhookBody;
  /**
   * @param id of the message, the same at every attempt
   * @param sentAt ms since 1970
   */
  call(target: z.output<Schema>, body: WebhookBody, id: string, sentAt: number): WebhookCall;
  /** Reads an answer: some services say 200 and mean no. No redirect comes here. */
  read(answer: WebhookAnswer): WebhookOutcome;
}

/** A format, its types kept. */
export function format<const Name extends string, Schema extends z.ZodObject>(
  one: WebhookFormat<Name, Schema>,
): WebhookFormat<Name, Schema> {
  return one;
}
