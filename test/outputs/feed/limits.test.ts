/** The numbers that docs/feed.md promises are those that the feed and its port have. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { limits } from "../../../src/outputs/feed/limits.ts";
import { mostBodyBytes } from "../../../src/server/answer.ts";
import { guessLimits } from "../../../src/server/guesses.ts";
import { mostEndedSessions } from "../../../src/server/sessions.ts";

const page = readFileSync(join(import.meta.dirname, "../../../docs/feed.md"), "utf8");
const kib = 1_024;

test.each([
  ["at most 64 KiB", limits.frameBytes, 64 * kib],
  ["at most 64 KiB", mostBodyBytes, 64 * kib],
  ["a message in more than 1,024 fragments", limits.messagePieces, 1_024],
  ["is the 101st subscription", limits.subscriptions, 100],
  ["There may be 1,000", limits.consumers, 1_000],
  ["at most 100 of one token", limits.consumersPerOwner, 100],
  ["about 0.1 s later", limits.gatherMs, 100],
  ["about 64 KiB are queued", limits.highWaterBytes, 64 * kib],
  ["more than 1 MiB is queued for it or was committed", limits.queueBytes, 1_024 * kib],
  ["takes nothing for 10 s", limits.stallMs, 10_000],
  ["is checked once a second", limits.sweepMs, 1_000],
  ["does not finish the closing handshake within 5 s", limits.closeGraceMs, 5_000],
  ["one second at once", limits.conditionBurstMs, 1_000],
  ["from then on a tenth of the time", limits.conditionShare, 0.1],
  ["more than 5 ms an entry on average", limits.conditionMsPerEntry, 5],
  ["frames of more than 1,024 characters", limits.quickFrameChars, 1_024],
  ["more than 1 MiB of such frames waiting", limits.waitingChars, 1_024 * kib],
  ["The first five wrong tokens", guessLimits.freeGuesses, 5],
  ["within a quarter of an hour", guessLimits.guessMemoryMs, 15 * 60_000],
  ["250 ms after the fifth", guessLimits.firstGuessWaitMs, 250],
  ["up to 8 s", guessLimits.longestGuessWaitMs, 8_000],
  ["Four requests of one address can wait", guessLimits.waitingPerAddress, 4],
  ["with more than 1,000 of them within 12 hours", mostEndedSessions, 1_000],
])("docs/feed.md says `%s`, and so it is", (words, limit, documented) => {
  expect(page).toContain(words);
  expect(limit).toBe(documented);
});
