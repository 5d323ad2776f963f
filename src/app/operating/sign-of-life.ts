/**
 * The sign of life: an address outside that is called every five minutes while all is well, and not otherwise. A service
 * that waits for the call notices what a monitor cannot report itself: a dead process, a held-up loop, a lost network.
 */

import type { ActiveRules } from "../../files/active-rules.ts";
import { type Clock, minuteMs, systemClock } from "../../lib/clock.ts";
import { createHttp, type Http } from "../../lib/http/http.ts";
import { statusFailure } from "../../lib/http/response.ts";
import { createRepeats, type RepeatsLog } from "../../lib/log.ts";
import { StoreError } from "../../model/store-faults.ts";
import type { Store } from "../../store/store.ts";
import { reasonLine, sourceTroubles } from "../../why/health.ts";
import type { Status } from "../../why/status.ts";

export const signOfLifeMs = 5 * minuteMs;
/** A poll that is so late was not made, whatever the source says of the one before; a message that waits so long hangs. */
const overdueMs = 10 * minuteMs;

/** A clock that is kept right is set by less between two looks. */
const mostSetMs = minuteMs;
/** So long a clock that was set counts as trouble: longer than a service outside waits for the call. */
const setTroubleMs = 4 * signOfLifeMs;

export interface WellnessParts {
  readonly store: Pick<Store, "failure" | "deliveries" | "sources">;
  readonly status: Pick<Status, "sources">;
  readonly rules: Pick<ActiveRules, "isRefused">;
  /** When a source is polled next, ms since 1970; undefined: no poll is in sight. */
  nextAt(source: string): number | undefined;
  readonly clock: Pick<Clock, "now" | "elapsed">;
}

/**
 * A look at what is not well: a database that cannot be written, a source that fails, waits for a decision, has a late
 * publication or was not polled by its schedule, a mail or message that does not get through, rules that were refused, and a
 * clock of the machine that stands or was set.
 *
 * @returns sentences, none where all is well; polls that were missed are found from the second call on
 */
export function createWellness({ store, status, rules, nextAt, clock }: WellnessParts): () => string[] {
  /** The last attempt of each source, and when by time that passes the next one is expected. */
  const expected = new Map<string, { readonly attemptAt: number | undefined; readonly by: number }>();
  const missedPolls = (): string[] => {
    const attempts = new Map(store.sources().map(({ name, attemptAt }) => [name, attemptAt]));
    return Object.keys(status.sources()).flatMap((name) => {
      const attemptAt = attempts.get(name);
      const before = expected.get(name);
      if (before !== undefined && before.attemptAt === attemptAt)
        return clock.elapsed() > before.by + overdueMs ? [`${name} is not polled by its schedule`] : [];
      const next = nextAt(name);
      expected.delete(name);
      if (next !== undefined)
        expected.set(name, { attemptAt, by: clock.elapsed() + Math.max(0, next - clock.now()) });
      return [];
    });
  };
  let looked: { readonly now: number; readonly elapsed: number } | undefined;
  let setAt = Number.NEGATIVE_INFINITY;
  const isClockSet = (): boolean => {
    const seen = { now: clock.now(), elapsed: clock.elapsed() };
    const { now, elapsed } = looked ?? seen;
    if (Math.abs(seen.now - now - (seen.elapsed - elapsed)) > mostSetMs) setAt = seen.elapsed;
    looked = seen;
    return seen.elapsed - setAt < setTroubleMs;
  };
  return () => {
    const isSet = isClockSet();
    const failure = store.failure();
    if (failure !== undefined) return [reasonLine(failure.message)];
    const undelivered = store.deliveries.trouble(clock.now() - overdueMs);
    return [
      ...Object.entries(status.sources()).flatMap(([name, source]) => sourceTroubles(name, source)),
      ...missedPolls(),
      ...(undelivered === undefined ? [] : [deliveryWords[undelivered]]),
      ...(isSet ? ["the machine's clock stands or was set"] : []),
      ...(rules.isRefused() ? ["the rules are not those of the files, which have mistakes"] : []),
    ];
  };
}

const deliveryWords = {
  postponed: "a message waits: for ten minutes, or after two attempts in vain",
  "given-up": "the last message was given up",
} as const;

export interface SignOfLifeParts {
  /** The address, a secret. */
  readonly url: string;
  /** What is not well, a sentence each. */
  troubles(): readonly string[];
  /** By time that passes, whatever the clock of the events says. */
  readonly clock: Clock;
  readonly log: RepeatsLog;
  readonly http?: Pick<Http, "get">;
}

/**
 * The address is called with GET at once and then every five minutes. The log has when it is withheld and why, and when the
 * address does not answer with 2xx, once each until that ends.
 *
 * @returns what ends it; a call under way is dropped
 */
export function startSignOfLife({ url, troubles, clock, log, ...parts }: SignOfLifeParts): () => void {
  const http = parts.http ?? createHttp({ clock });
  const withheld = createRepeats(
    log,
    { level: "warn", begins: "the sign of life is withheld", ends: "the sign of life is given again" },
    clock,
  );
  const unanswered = createRepeats(
    log,
    {
      level: "warn",
      begins: "the address of the sign of life does not answer",
      ends: "the address of the sign of life answers again",
    },
    clock,
  );
  const stopping = new AbortController();
  const give = async (): Promise<void> => {
    const response = await http.get(url, { etag: false, signal: stopping.signal });
    if (response.status < 200 || response.status > 299) throw statusFailure(response, [url]);
  };
  const found = (): readonly string[] => {
    try {
      return troubles();
    } catch (error) {
      if (error instanceof StoreError) return [reasonLine(error.message)];
      throw error;
    }
  };
  let cancel = (): void => undefined;
  const look = (): void => {
    cancel = clock.after(signOfLifeMs, look);
    const reasons = found();
    if (reasons.length > 0) {
      withheld.failed("", reasons.join("; "), { reasons });
      return;
    }
    withheld.ended("", {});
    give().then(
      () => unanswered.ended("", {}),
      (error) => {
        if (stopping.signal.aborted) return;
        unanswered.failed("", String(error.reason), { reason: error.reason });
      },
    );
  };
  look();
  return () => {
    cancel();
    stopping.abort();
  };
}

/** Gives it by time that passes, whatever the clock of the events says; nothing where the settings name no address. */
export function keepSignOfLife(
  alive: Pick<SignOfLifeParts, "url"> | undefined,
  parts: WellnessParts,
  log: RepeatsLog,
): () => void {
  if (alive === undefined) return () => undefined;
  return startSignOfLife({ ...alive, troubles: createWellness(parts), clock: systemClock, log });
}
