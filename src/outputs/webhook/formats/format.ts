/** The interface of a format: the request that a message becomes for one kind of service. */
import type * as z from "zod";
import type { AskedMail } from "../../member.ts";

/** A POST, its secrets left out: they are added when it is sent. */
export interface WebhookBody {
  readonly contentType: string;
  readonly body: string;
}

/** Where a body goes, and what proves who sends it; never kept or logged. */
export interface WebhookCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a service made of a request. */
export type WebhookOutcome =
  | { readonly outcome: "sent"; readonly answer: string }
  /** `refused`: the same request would be refused again. */
  | { readonly outcome: "refused" | "failed"; readonly answer: string; readonly retryAfterMs?: number };

export interface WebhookFormat<Name extends string = string, Schema extends z.ZodType = z.ZodType> {
  /** Value of `format` in the settings. */
  readonly name: Name;
  readonly about: string;
  /** Settings of a target of this format, beside `format`. */
  readonly schema: Schema;
  /** Keys of them whose values are secret. */
  readonly secrets: readonly string[];
  /** The body about a notification. Pure; within the size that the service takes. */
  body(asked: AskedMail, target: z.output<Schema>): WebhookBody;
  /** @param sentAt ms since 1970 */
  call(target: z.output<Schema>, body: WebhookBody, id: string, sentAt: number): WebhookCall;
  /** Reads an answer: some services say 200 and mean no. */
  read(status: number, headers: Readonly<Record<string, string>>, body: string): WebhookOutcome;
}
