/** Conditions of subscribers: large ones in great number, and costly patterns over long texts. */
import { join } from "node:path";
import { openStore } from "../../../../src/store/store.ts";
import { batch, entry } from "../../../store/batches.ts";
import { until } from "../../../support/until.ts";
import { type Subscriber, subscribe } from "../loads.ts";
import type { Measure } from "../loop.bench.ts";
import { each, makeHouse } from "../stalls.ts";

const [connections, perConnection, characters] = [60, 100, 3_800];
const patienceMs = 300_000;

/** A condition of its own for each subscription, all of it to be kept. */
function condition(number: number): string {
  const parts = [`now.code == "${number}"`];
  for (let at = 0; parts.join(" || ").length < characters - 80; at += 1)
    parts.push(`now.seller == "Example Capital, the ${number}th of its name, number ${at}"`);
  return parts.join(" || ");
}

export async function conditions(measure: Measure): Promise<void> {
  const house = makeHouse();
  const monitor = await house.start();
  const readers: Subscriber[] = [];
  for (let at = 0; at < connections; at += 1) readers.push(await subscribe(monitor.feed));
  const what = `${connections} subscribers with ${perConnection} conditions of ${characters.toLocaleString("en")} characters`;
  await measure(what, monitor, async () => {
    const start = performance.now();
    for (const [place, reader] of readers.entries())
      for (let at = 0; at < perConnection; at += 1) {
        const where = condition(place * perConnection + at);
        reader.send({ type: "subscribe", id: String(at), types: ["short.report.*"], where });
      }
    const answered = (one: Subscriber) => one.count("subscribed") + one.count("error");
    const isDone = (one: Subscriber) => answered(one) === perConnection || one.socket.readyState > 1;
    await until("the answers", () => readers.every(isDone), patienceMs).catch(() => {});
    const seconds = (performance.now() - start) / 1000;
    const sum = (type: string) => readers.reduce((all, one) => all + one.count(type), 0);
    const closed = readers.filter(({ socket }) => socket.readyState > 1).length;
    return `${sum("subscribed")} taken, ${sum("error")} refused, ${closed} closed in ${seconds.toFixed(1)} s`;
  });
  for (const one of readers) one.close();
  await monitor.stop();
  house.remove();
}

/** Each costs more than most, by what it repeats, folds or cannot decide before the end. */
const costly = [
  `(?i)[${"B-\u{1e900}".repeat(115)}]z`,
  `(?i)${"[\\\\x{41}-\\\\x{1E940}]?".repeat(18)}z$`,
  "(?s:(?s:[ab]{20}[ab]*a[あ-ん])?){1,}\\\\w\\\\b",
  "([\\\\x{0}-\\\\x{10FFFF}]{1,9}){9}x$",
];

export async function patterns(measure: Measure): Promise<void> {
  const house = makeHouse();
  const store = openStore(join(house.folder, "yagura.db"), { now: Date.now });
  const letters = ["a", "b", "あ", "い", "z", "😀", "漢"];
  const texts = Array.from({ length: 300 }, (_, number) =>
    Array.from({ length: 30_000 }, (_, at) => letters[(at * (number + 3) + (at >> 3)) % letters.length]).join(
      "",
    ),
  );
  const now = {
    code: "9901",
    part: 1,
    author: "x",
    name: "Example",
    title: "",
    postedAt: "2026-11-20T09:00:00+09:00",
    yes: 0,
    no: 0,
  };
  const { epoch } = store.log;
  const entries = texts.map((body, at) => {
    const draft = {
      type: "forum.comment.posted",
      source: "/sources/forum-comments",
      data: { now: { ...now, body } },
    } as const;
    const made = entry(at + 1, draft);
    return { ...made, event: { ...made.event, id: `${epoch}-${at}` } };
  });
  store.commit(batch({ entries }));
  store.close();
  const monitor = await house.start();
  for (const pattern of costly) {
    const reader = await subscribe(monitor.feed);
    await measure(
      `the pattern \`${pattern.slice(0, 40).replaceAll("|", "\\|")}\` on bodies of 30 kB`,
      monitor,
      async () => {
        const parts = Array.from(
          { length: 20 },
          (_, at) => `now.body.matches("${pattern}${"y".repeat(at)}")`,
        );
        for (let at = 0; at < 20; at += 1) {
          const where = at === 0 ? parts[0] : parts.slice(0, 8).join(" || ");
          reader.send({
            type: "subscribe",
            id: String(at),
            types: ["forum.comment.*"],
            where,
            since: "start",
          });
        }
        await each(8_000);
        const state = reader.socket.readyState > 1 ? "closed" : "open";
        return `${reader.count("subscribed")} taken, ${reader.count("error")} refused, ${state}`;
      },
    );
    reader.close();
  }
  await monitor.stop();
  house.remove();
}
