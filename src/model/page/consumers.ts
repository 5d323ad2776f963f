/** Calls about the consumers of the feed on a monitor's port, and what they answer. */
import type { SeenPlace } from "../event.ts";

export const consumerPaths = { list: "/control/consumers", forget: "/control/consumers/forget" } as const;

/** A consumer as calls and commands show it; times are ISO. */
export interface ToldConsumer {
  readonly name: string;
  /** `token:` and the name of a token, or `address:` and an address; absent: an earlier version kept it. */
  readonly owner?: string;
  /** Up to where it has handled the log; absent: that is lost. */
  readonly seq?: number;
  /** Number of entries that were committed since. */
  readonly behind?: number;
  readonly seenAt: string;
  /** Undefined where no monitor runs. */
  readonly isConnected?: boolean;
}

/** @param log the log that is kept now */
export function toldConsumer(
  { name, owner, epoch, seq, seenAt }: SeenPlace,
  log: { readonly epoch: string; head(): number },
): ToldConsumer {
  return {
    name,
    ...(owner !== undefined && { owner }),
    ...(epoch === log.epoch && { seq, behind: Math.max(0, log.head() - seq) }),
    seenAt: new Date(seenAt).toISOString(),
  };
}
