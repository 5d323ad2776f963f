/** What the feed needs from the program. */
import type { Clock } from "../../lib/clock.ts";
import type { LogReader } from "../../model/log.ts";
import type { JsonRoute } from "../output.ts";
import type { ClosingReason } from "./closing.ts";
import type { Types } from "./subscription.ts";

export interface FeedOptions extends Types {
  readonly log: LogReader;
  readonly clock: Clock;
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Empty: nobody needs one. */
  readonly tokens: readonly string[];
  /** Origins of other sites whose pages may connect. */
  readonly origins?: readonly string[];
  readonly maxConnections?: number;
  readonly maxConnectionsPerAddress?: number;
  readonly heartbeatMs?: number;
  /** Names of the upstreams whose data is made up. */
  readonly simulated: readonly string[];
  /** How each source is doing, by name, for the heartbeat. Must not throw. */
  sources(): Record<string, unknown>;
  /** Answers /readyz: 200 or 503, with the whole object as JSON. A stranger shows no token where one is needed. */
  ready(asks: "stranger" | "friend"): { ready: boolean } & Record<string, unknown>;
  /** Answers /metrics in the text format of Prometheus. */
  metrics(): Promise<string> | string;
  /** Answers /schema/rules.json. */
  rulesSchema(): unknown;
  /** Answers /schema/config.json. */
  configSchema(): unknown;
  /** Holds index.html, page.js and page.css; absent: no page. */
  readonly webFolder?: string;
  /** Further calls on the port, behind the tokens. */
  readonly routes?: readonly JsonRoute[];
  /** A connection ended; for metrics. Must not throw. */
  ended?(reason: ClosingReason | "left"): void;
  /** A wrong token came from this address. Must not throw. */
  wrongToken?(address: string): void;
  /** Something went wrong that nobody can be told: a route or the server threw. Must not throw. */
  failed?(what: string, error: unknown): void;
}

export const defaults = {
  maxConnections: 10_000,
  maxConnectionsPerAddress: 1_000,
  heartbeatMs: 15_000,
} as const;
