/** A store, a webhook output on it, and services on loopback that answer as a test tells them. */
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Outbox, QueuedMail } from "../../../src/model/mail.ts";
import { givenUpNews } from "../../../src/outputs/delivery/given-up.ts";
import { losingWebhook } from "../../../src/outputs/webhook/member.ts";
import type { Target } from "../../../src/outputs/webhook/settings.ts";
import { createWebhook, type WebhookOptions } from "../../../src/outputs/webhook/webhook.ts";
import { openStore } from "../../../src/store/store.ts";
import { serve } from "../../lib/http/loopback.ts";
import { batch, entry, mail, noon } from "../../store/batches.ts";
import { createHandClock } from "../../support/hand-clock.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";

export const secret = `whsec_${Buffer.from("thirty-two bytes of a test's own").toString("base64")}`;

export interface Posted {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** A service that notes what is posted. `answer` gets the number of the request, from 1; "hang" never answers. */
export async function webService(
  answer: (posted: Posted, count: number) => Answer | "hang" | Promise<Answer> = () => ({}),
): Promise<{ readonly url: string; readonly posted: Posted[] }> {
  const posted: Posted[] = [];
  const { url } = await serve((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const headers = request.headers as Record<string, string>;
      const body = Buffer.concat(chunks).toString();
      const one = { method: request.method ?? "", path: request.url ?? "", headers, body };
      posted.push(one);
      const made = await answer(one, posted.length);
      if (made === "hang") return;
      response.writeHead(made.status ?? 200, made.headers ?? {});
      response.end(made.body ?? "ok");
    });
  });
  return { url, posted };
}

export function target(url: string, more: Partial<Target> = {}): Target {
  return { format: "json", url, secret, allowPrivate: false, ...more };
}

/** A request in the outbox, as the output makes it. */
export function request(called: string, body: string, more: Partial<QueuedMail> = {}): QueuedMail {
  return mail(1, called, {
    ...{ output: "webhook", receiver: `webhook:${called}`, from: "", html: "" },
    messageId: `msg_${called}-${Buffer.from(body).toString("base64url").slice(0, 24)}`,
    text: body,
    extras: { headers: { "content-type": "application/json", "yagura-format": "json" } },
    ...more,
  });
}

type Options = Pick<WebhookOptions, "targets"> &
  Partial<WebhookOptions> & {
    /** Replacements for parts of the outbox. */
    readonly broken?: Partial<Outbox>;
  };

/** A monitor's store and webhooks, started at the given time. */
export async function house(
  { broken, ...options }: Options,
  path = join(tmpFolder(), "yagura.db"),
  now = noon,
) {
  const clock = createHandClock(now);
  const store = openStore(path, { now: clock.now, isPassing: true });
  const logged: string[] = [];
  const note = (fields: object, message: string) => void logged.push(`${message} ${JSON.stringify(fields)}`);
  const output = createWebhook({
    outbox: { ...store.outbox.of("webhook"), ...broken },
    clock,
    log: { info: note, warn: note, error: note },
    onFailed(lost, reason, error) {
      const news = givenUpNews(losingWebhook, { mail: lost, reason, error, at: clock.now() }, store.log);
      const entries = news.drafts.map((draft, index) => entry(store.log.head() + 1 + index, draft));
      store.commit(batch({ entries, ...news.batch }));
    },
    ...options,
  });
  let open = true;
  const stop = async () => {
    if (!open) return;
    open = false;
    const stopped = output.stop(0);
    clock.move(1);
    await stopped;
    store.close();
  };
  onTestFinished(stop);
  await output.start();
  const queue = (...mails: QueuedMail[]) => {
    store.commit(batch({ entries: [entry(store.log.head() + 1)], mails }));
    output.wake();
  };
  const tries = () => store.deliveries.ofAlert(1).flatMap((delivery) => delivery.tries);
  return { clock, store, output, queue, tries, logged, path, stop };
}
