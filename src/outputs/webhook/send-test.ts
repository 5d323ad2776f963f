/** Sends one request now, for a person who wants to know whether messages arrive. */
import { randomUUID } from "node:crypto";
import { japanTime, systemClock } from "../../lib/clock.ts";
import { messageOf } from "../delivery/outcomes.ts";
import type { TrialResult } from "../member.ts";
import { formatNamed } from "./formats/index.ts";
import type { KeptRequest } from "./message.ts";
import { type Target, urlOf } from "./settings.ts";
import { createWebhookTransport, type WebhookTransportOptions } from "./webhook.ts";

export interface TestRequestOptions extends Pick<WebhookTransportOptions, "targets" | "limits" | "resolve"> {
  /** Name of the target. */
  readonly address: string;
  readonly simulated: boolean;
  /** ms since 1970. */
  readonly now: number;
}

/** Longest time that a person waits. */
const LONGEST_MS = 30_000;

/** Never throws; no answer holds a secret. */
export async function sendTestRequest(options: TestRequestOptions): Promise<TrialResult> {
  const { address, targets, now } = options;
  const began = performance.now();
  const seconds = () => `${((performance.now() - began) / 1_000).toFixed(1)} s`;
  const target = targets[address];
  try {
    if (target === undefined) throw new Error(`there is no target ${address}`);
    const transport = createWebhookTransport({ ...options, clock: systemClock });
    const letter = {
      ...{ from: "", address, messageId: `msg_test-${randomUUID()}`, date: new Date(now).toISOString() },
      bytes: Buffer.from(JSON.stringify(testOf(target, options))),
    };
    const message = await transport.send(letter, AbortSignal.timeout(LONGEST_MS));
    return { address, ok: true, message, way: `${wayTo(target)}; ${seconds()}` };
  } catch (error) {
    return { address, ok: false, message: messageOf(error), way: `after ${seconds()}` };
  }
}

function testOf(target: Target, { simulated, now }: TestRequestOptions): KeptRequest {
  const format = formatNamed(target.format);
  if (format === undefined) throw new Error(`there is no format ${target.format}`);
  const mark = simulated ? "[SIMULATED] " : "";
  const words = `${mark}This is a test message of Yagura, sent ${japanTime(now)}. Alerts arrive the same way. 櫓からの試験メッセージです。`;
  return { format: format.name, ...format.trial(target, words, now) };
}

function wayTo(target: Target): string {
  const { host = "", protocol = "" } = urlOf(target) ?? {};
  return `${target.format} to ${host}, ${protocol === "https:" ? "encrypted" : "not encrypted"}`;
}
