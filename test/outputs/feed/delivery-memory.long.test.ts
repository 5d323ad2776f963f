/** What a reader costs that has stopped reading. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { alertDraft } from "../../support/memory-log.ts";
import { until } from "../../support/until.ts";
import { startFeed } from "./support/running-feed.ts";
import { subscriber } from "./support/subscriber.ts";

it("cuts a reader that stopped with 4409, and memory stays bounded", async () => {
  const { feed, log, url } = await startFeed();
  const stuck = subscriber(`${url}?types=*`);
  const reading = subscriber(`${url}?types=*`);
  await Promise.all([stuck.frame("subscribed"), reading.frame("subscribed")]);
  stuck.socket.pause();
  const before = heldBytes();
  await until("the cut", () => {
    for (let made = 0; made < 100; made += 1) log.append(alertDraft("7203", { padding: 10_000 }));
    feed.wake();
    return feed.connections() === 1;
  });
  // The reader shares this process, so what is on its way to it must be out of the count.
  await until("the other to have it all", () => reading.seqs().length === log.head());
  // Hundreds of megabytes were committed; the stuck one, in its grace, costs what is queued for it. What was
  // given back is counted until a thread of the engine has swept it.
  await until("no more to be held", () => heldBytes() - before < 16 * 1024 * 1024);
  stuck.socket.resume();
  expect(await stuck.closeCode()).toBeOneOf([4409, 1006]);
});

/** Buffers that are in use, garbage apart. */
function heldBytes(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().arrayBuffers;
}
