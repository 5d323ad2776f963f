/** Whose a consumer is where the settings name people: over real sockets, and over settings that change. */
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { limits } from "../../../src/outputs/feed/limits.ts";
import { fc } from "../../support/fast-check.ts";
import { createHandClock } from "../../support/hand-clock.ts";
import { MemoryConsumers } from "../../support/memory-consumers.ts";
import { MemoryLog } from "../../support/memory-log.ts";
import { runsOf } from "../../support/runs.ts";
import { createServedFeed, feedOptions } from "./support/feed-options.ts";

const tokens = ["zero", "one", "two", "three", "four"];
/** Whose each token is: a person's, everybody's of the settings, or no longer there. */
const whose = fc.constantFrom("aoi", "jun", "shared", "gone");
type Whose = "aoi" | "jun" | "shared" | "gone";

const come = fc.record({ token: fc.nat(tokens.length - 1), consumer: fc.constantFrom("a", "a", "b") });
/** A start with settings, and who comes then. */
const phase = fc.record({
  held: fc.tuple(fc.constant("shared" as const), whose, whose, whose, whose),
  comes: fc.array(come, { minLength: 3, maxLength: 5 }),
});

async function started(held: readonly Whose[], places: MemoryConsumers, log: MemoryLog) {
  const of = (who: Whose) => tokens.filter((_, place) => held[place] === who);
  const clock = createHandClock();
  const feed = createServedFeed(
    feedOptions(log, {
      ...{ clock, places, heartbeatMs: 3_600_000, tokens: of("shared") },
      people: [
        { name: "aoi", tokens: of("aoi").slice(1), operators: of("aoi").slice(0, 1) },
        { name: "jun", tokens: of("jun"), operators: [] },
      ].filter((one) => one.tokens.length + one.operators.length > 0),
    }),
  );
  await feed.start();
  /** Its answer; undefined: it was not let in. */
  const come = async (shown: string, consumer: string): Promise<string | undefined> => {
    const headers = { authorization: `Bearer ${shown}` };
    const socket = new WebSocket(`ws://127.0.0.1:${feed.port}/feed?consumer=${consumer}`, { headers });
    let answer: string | undefined;
    let isOver = false;
    socket.on("error", () => {
      isOver = true;
    });
    socket.on("message", (data) => {
      const { type, code } = JSON.parse(String(data));
      if (type !== "welcome") answer = code ?? type;
    });
    while (answer === undefined && !isOver) {
      await setImmediate();
      clock.move(limits.gatherMs);
    }
    socket.terminate();
    return answer;
  };
  return { come, stop: () => feed.stop(100) };
}

/** Who has what an owner left, by the settings; undefined: nobody any more. */
function holder(owner: string | undefined, held: readonly Whose[]): string | undefined {
  const place = tokens.indexOf(owner ?? "");
  if (place < 0) return owner !== "gone" && held.includes(owner as Whose) ? owner : undefined;
  return held[place] === "shared" ? owner : holder(held[place], held);
}

test("no token of another reaches a person's consumer, and each of the person's own does", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(phase, { minLength: 2, maxLength: 4 }), async (phases) => {
      const places = new MemoryConsumers();
      const log = new MemoryLog();
      const owners = new Map<string, string>();
      for (const { held, comes } of phases) {
        const feed = await started(held, places, log);
        try {
          for (const { token, consumer } of comes) {
            const caller = holder(tokens[token], held);
            const has = holder(owners.get(consumer), held);
            const isAllowed = has === undefined || has === caller;
            const expected = isAllowed ? "subscribed" : "foreign-consumer";
            const answer = await feed.come(tokens[token] ?? "", consumer);
            expect(answer).toBe(caller === undefined ? undefined : expected);
            if (caller !== undefined && isAllowed) owners.set(consumer, caller);
          }
        } finally {
          await feed.stop();
        }
      }
    }),
    { numRuns: runsOf({ quick: 12, long: 400 }) },
  );
});
