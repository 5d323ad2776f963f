/** Requests as the news of lost deliveries tells of them. */
import type { LosingOutput } from "../delivery/given-up.ts";
import { requestIdOf } from "./message.ts";

export const lostRequest: LosingOutput = {
  name: "webhook",
  failure: "webhook.failed",
  messageIdOf: requestIdOf,
};
