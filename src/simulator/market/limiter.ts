/** Requests in any sixty seconds, counted for each account. */
import type { Clock } from "../../lib/clock.ts";

const windowMs = 60_000;
const blockMs = 300_000;

export interface Limiter {
  /** Asks for a place: undefined if the request may pass, else the milliseconds until one may. */
  refuse(account: string): number | undefined;
}

interface Account {
  /** Times of requests that passed, oldest first. */
  readonly passed: number[];
  /** Times of requests that were refused. */
  readonly refused: number[];
  blockedUntil: number;
}

/** Makes a limiter. With `blocks` an account that goes on after as many refusals as it has requests is shut out for five minutes. */
export function createLimiter(clock: Clock, perMinute: number, { blocks }: { blocks: boolean }): Limiter {
  const accounts = new Map<string, Account>();
  const forget = (times: number[], now: number) => {
    while (times[0] !== undefined && times[0] <= now - windowMs) times.shift();
  };
  return {
    refuse(name) {
      const now = clock.now();
      const account = accounts.get(name) ?? { passed: [], refused: [], blockedUntil: 0 };
      accounts.set(name, account);
      if (now < account.blockedUntil) return account.blockedUntil - now;
      forget(account.passed, now);
      forget(account.refused, now);
      if (account.passed.length < perMinute) {
        account.passed.push(now);
        return undefined;
      }
      account.refused.push(now);
      if (blocks && account.refused.length > perMinute) {
        account.blockedUntil = now + blockMs;
        return blockMs;
      }
      return (account.passed[0] ?? now) + windowMs - now;
    },
  };
}
