/** Calls of operators about the feed's consumers: which there are, and to forget one. */
import * as z from "zod";
import type { JsonRoute } from "../../../lib/http/port.ts";
import type { LogReader } from "../../../model/event.ts";
import { consumerPaths, toldConsumer } from "../../../model/page/sources.ts";
import { StoreError } from "../../../model/store-faults.ts";
import type { Consumers } from "./consumers.ts";

const forgetBody = z.strictObject({ name: z.string().min(1).max(64) });

/** 200: done; 400: it cannot be meant; 404: there is none of that name; 503: unwritten. */
export function consumerRoutes(consumers: Consumers, log: LogReader): JsonRoute[] {
  return [
    {
      right: "act",
      method: "GET",
      path: consumerPaths.list,
      answer() {
        const told = consumers
          .list()
          .map(({ isConnected, ...place }) => ({ ...toldConsumer(place, log), isConnected }));
        return { status: 200, body: { consumers: told } };
      },
    },
    {
      right: "act",
      method: "POST",
      path: consumerPaths.forget,
      answer({ body }) {
        const asked = forgetBody.safeParse(body);
        if (!asked.success) return { status: 400, body: { error: "name a consumer: `name`" } };
        return forgotten(asked.data.name, consumers);
      },
    },
  ];
}

function forgotten(name: string, consumers: Consumers): { status: number; body: object } {
  try {
    if (consumers.forget(name)) return { status: 200, body: { name } };
    return {
      status: 404,
      body: { error: "there is no such consumer: `yagura consumers list` shows those that are" },
    };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return { status: 503, body: { error: error.message } };
  }
}
