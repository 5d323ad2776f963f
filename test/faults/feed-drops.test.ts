/**
 * Clients that lose their connections while the monitor is killed: by epoch and seq each gets every entry once, and as
 * a consumer each entry once that it acked.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openStoreReader } from "../../src/store/reader.ts";
import { freePort } from "../support/free-port.ts";
import { type Monitor, startMonitor } from "../support/monitor.ts";
import { Random } from "../support/random.ts";
import { type CommentRow, forumService } from "../support/services/forum.ts";
import { serve } from "../support/services/serve.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";
import { droppingClient } from "./dropping-client.ts";
import { everyTrial, tell, trialsOf } from "./trials.ts";

const CLIENTS = trialsOf({ quick: 6, all: 200 });
const CONSUMERS = trialsOf({ quick: 10, all: 200 });
const DROPS = trialsOf({ quick: 3, all: 50 });
/** How long a connection lives, and how long the monitor does, ms at most. */
const longestMs = trialsOf({ quick: 400, all: 600 });
const longestLifeMs = trialsOf({ quick: 1_500, all: 6_000 });

/** A forum that is written in all the time. */
async function livelyForum(random: () => number): Promise<string> {
  const comments: CommentRow[] = [];
  const write = setInterval(() => {
    for (let count = Math.floor(random() * 6); count >= 0; count -= 1) {
      comments.push({
        part: comments.length + 1,
        title: "t",
        body: `body ${comments.length}`,
        yes: 0,
        no: 0,
      });
    }
  }, 100);
  const services = await serve({
    forum: forumService({ comments: { 7203: comments }, rankings: {} }, "documented"),
  });
  onTestFinished(() => {
    clearInterval(write);
    return services.close();
  });
  return services.url;
}

interface Kind {
  readonly kind: string;
  readonly count: number;
  /** Each as a consumer: its name, and where it comes from; undefined: it is none. */
  consumer(index: number): { readonly consumer: string; readonly localAddress: string } | undefined;
  readonly failsWith: string;
}

/** From four addresses, since the monitor keeps places for a hundred consumers of each. */
const botOf = (index: number) => ({ consumer: `bot-${index}`, localAddress: `127.0.0.${1 + (index % 4)}` });

const kinds: readonly Kind[] = [
  { kind: "clients", count: CLIENTS, consumer: () => undefined, failsWith: "a resume one entry later" },
  {
    ...{ kind: "consumers", count: CONSUMERS, consumer: botOf },
    failsWith: "acks that are answered before they are on disk",
  },
];

// In the build's run both lose theirs to one monitor.
for (const group of everyTrial ? kinds.map((kind) => [kind]) : [kinds]) {
  const names = group.map(({ kind, count }) => `${count} ${kind}`).join(" and ");
  test(`${names} lose ${DROPS} connections each while the monitor is killed, and no entry`, async (context) => {
    const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 32));
    const choices = new Random(seed);
    const random = () => choices.next();
    const folder = tmpFolder();
    const port = await freePort();
    mkdirSync(join(folder, "rules"));
    writeFileSync(
      join(folder, "monitor.yaml"),
      `
upstreams: { forum: { url: "${await livelyForum(random)}/forum" } }
sources: { forum-comments: { schedule: "* * * * * *", codes: ["7203"] } }
rules: rules
state: state.db
email: { smtp: "file:outbox", recipients: {} }
feed: { port: ${port}, heartbeatMs: 1000 }
log: { level: silent }
`,
    );
    let monitor: Monitor = await startMonitor(join(folder, "monitor.yaml"));
    const told = new Map<number, string>();
    const url = monitor.ready.feed;
    const ofKind = ({ count, consumer }: Kind) =>
      Array.from({ length: count }, (_, index) =>
        droppingClient({ url, drops: DROPS, longestMs, random, told, ...consumer(index) }),
      );
    const asked = group.map((kind) => ({ ...kind, own: ofKind(kind) }));
    const clients = asked.flatMap(({ own }) => own);
    onTestFinished(() => {
      for (const client of clients) client.end();
    });
    let kills = 0;
    const dropping = () => clients.some(({ account }) => account.drops < DROPS);
    while (dropping() || kills < 2) {
      const diesAt = Date.now() + random() * longestLifeMs;
      await until(
        "the time to die",
        () => Date.now() >= diesAt || !(dropping() || kills < 2),
        longestLifeMs * 2,
      );
      await monitor.stop("SIGKILL");
      kills += 1;
      monitor = await startMonitor(join(folder, "monitor.yaml"));
    }
    for (const client of clients) client.settle();
    await until("one poll more", () => told.size > 20);
    await monitor.stop("SIGTERM");
    const store = openStoreReader(join(folder, "state.db"));
    const logged = new Map(store.log.read(0, 1_000_000).map(({ seq, json }) => [seq, json]));
    const head = store.log.head();
    store.close();
    monitor = await startMonitor(join(folder, "monitor.yaml"));
    // All that was on the log when it stopped, whatever comes behind.
    await until(
      "everybody to be there",
      () => clients.every(({ account }) => account.taken + account.lost >= head),
      60_000,
    );
    await monitor.stop("SIGKILL");
    const invented = [...logged].filter(
      ([seq, json]) => told.get(seq) !== `{"type":"event","id":"all","seq":${seq},"event":${json}}`,
    );
    const why = `SEED=${seed}`;
    for (const { kind, count, own, failsWith } of asked) {
      const sum = (of: "lost" | "wrong" | "again" | "drops") =>
        own.reduce((all, { account }) => all + account[of], 0);
      tell(context, {
        fault: `connections of ${kind} dropped while the monitor is killed at random`,
        tried: sum("drops"),
        lost: sum("lost"),
        wrong: sum("wrong") + invented.length,
        shown: `${count} ${kind}, ${kills} kills, ${head} entries to each, ${sum("again")} again; ${why}`,
        failsWith,
      });
      expect([kind, sum("lost"), sum("wrong"), sum("drops")], why).toEqual([kind, 0, 0, count * DROPS]);
    }
    expect(invented, why).toEqual([]);
  });
}
