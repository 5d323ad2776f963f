/**
 * Connections to a service, of undici. Its two parts are imported by themselves: the package's index also loads
 * its fetch, its WebSocket and its caches, which is a seventh of the time to ready.
 */
import type { Dispatcher } from "undici";
import request from "undici/lib/api/api-request.js";
import Agent from "undici/lib/dispatcher/agent.js";

export interface Pool {
  /** One exchange; rejects with undici's or node's error. */
  request(options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData<unknown>>;
}

export function createPool(options: ConstructorParameters<typeof Agent>[0]): Pool {
  const agent = new Agent(options);
  return { request: (asked) => request.call(agent, asked) };
}
