/** The webhook output on the real outbox, against services on loopback, over restarts. */
import { expect, test } from "vitest";
import { noon } from "../../store/batches.ts";
import { until } from "../../support/until.ts";
import { house, request, target, webService } from "./house.ts";

const MINUTE = 60_000;

test("a message is one POST with its body, its id and what kind it is of", async () => {
  const { url, posted } = await webService();
  const { queue, tries } = await house({ targets: { bot: target(`${url}/hooks/yagura?room=1`) } });
  queue(request("bot", '{"type":"notification.alert"}'));
  await until("the record", () => tries().length === 1);
  expect(posted).toMatchObject([
    {
      ...{ method: "POST", path: "/hooks/yagura?room=1", body: '{"type":"notification.alert"}' },
      headers: {
        "content-type": "application/json",
        "user-agent": "Yagura",
        "webhook-id": expect.stringMatching(/^msg_bot-\w+$/),
        "webhook-timestamp": String(noon / 1_000),
      },
    },
  ]);
  expect(tries()).toEqual([{ at: noon, outcome: "sent", answer: "200 ok" }]);
});

test("a failed attempt comes again after a minute, over a restart, with the same id and body and a new time", async () => {
  const { url, posted } = await webService((_, count) => (count === 1 ? { status: 503, body: "later" } : {}));
  const targets = { bot: target(url) };
  const first = await house({ targets });
  first.queue(request("bot", "{}"));
  await until("the postponement", () => first.tries().length === 1);
  await first.stop();

  const early = await house({ targets }, first.path, noon + MINUTE - 1);
  expect(early.store.outbox.of("webhook").due(noon + MINUTE - 1, 9, [])).toEqual([]);
  await early.stop();

  const late = await house({ targets }, first.path, noon + MINUTE);
  await until("the message", () => late.store.deliveries.counts().sent === 1);
  const [one, two] = posted;
  expect(posted).toHaveLength(2);
  expect(two?.body).toBe(one?.body);
  expect(two?.headers["webhook-id"]).toBe(one?.headers["webhook-id"]);
  expect(Number(two?.headers["webhook-timestamp"])).toBe(Number(one?.headers["webhook-timestamp"]) + 60);
  expect(late.tries().map(({ outcome, answer }) => [outcome, answer])).toEqual([
    ["postponed", "503 later"],
    ["sent", "200 ok"],
  ]);
});

test("a crash between the service's yes and the record of it sends the same again", async () => {
  const { url, posted } = await webService();
  const targets = { bot: target(url) };
  const record = () => {
    throw new Error("power cut");
  };
  const first = await house({ targets, broken: { record } });
  first.queue(request("bot", "{}"));
  await until("the first copy", () => first.logged.some((line) => line.startsWith("message sent")));
  await first.stop();
  const second = await house({ targets }, first.path);
  await until("the second copy", () => second.store.deliveries.counts().sent === 1);
  const [one, two] = posted.map(({ headers, body }) => [headers["webhook-id"], body]);
  expect(posted).toHaveLength(2);
  expect(two).toEqual(one);
});

test("a service that asks for quiet has it: nothing of its turn comes before that time is over", async () => {
  const { url, posted } = await webService((_, count) =>
    count === 1 ? { status: 429, headers: { "retry-after": "600" }, body: "slow down" } : {},
  );
  const { clock, queue, tries, store } = await house({ targets: { bot: target(url) } });
  queue(request("bot", "1"), request("bot", "2"), request("bot", "3"));
  await until("the postponements", () => tries().length === 3);
  expect(posted).toHaveLength(1);
  expect(store.outbox.of("webhook").nextDue(noon)).toBe(noon + 600_000);
  clock.moveTo(noon + 599_999);
  clock.moveTo(noon + 600_000);
  await until("all of them", () => store.deliveries.counts().sent === 3);
  expect(posted.map(({ body }) => body)).toEqual(["1", "1", "2", "3"]);
});

test("a wish for less than the schedule's time, or for a month, changes little", async () => {
  for (const [wish, dueAt] of [
    ["1", noon + MINUTE],
    ["2592000", noon + 6 * 60 * MINUTE],
  ] as const) {
    const { url } = await webService(() => ({ status: 503, headers: { "retry-after": wish } }));
    const { queue, tries, store } = await house({ targets: { bot: target(url) } });
    queue(request("bot", "{}"));
    await until("the postponement", () => tries().length === 1);
    expect(store.outbox.of("webhook").nextDue(noon)).toBe(dueAt);
  }
});

test("a refused message is given up at once, is told as webhook.failed, and the next one goes out", async () => {
  const { url } = await webService(({ body }) => (body === "bad" ? { status: 400, body: "no JSON" } : {}));
  const { queue, store } = await house({ targets: { bot: target(url) } });
  queue(request("bot", "bad"), request("bot", "good"));
  await until("both outcomes", () => store.deliveries.counts().waiting === 0);
  expect(store.deliveries.counts()).toEqual({ waiting: 0, sent: 1, failed: 1 });
  const [news] = store.log.read(1, 9);
  expect(news?.type).toBe("webhook.failed");
  expect(JSON.parse(news?.json ?? "")).toMatchObject({
    source: "/outputs/webhook",
    data: { now: { address: "bot", reason: "refused", message: "400 no JSON", attempts: 1 } },
  });
});

test("what a service never takes is given up after a day", async () => {
  const { url, posted } = await webService(() => ({ status: 500, body: "" }));
  const { clock, queue, store } = await house({ targets: { bot: target(url) } });
  queue(request("bot", "{}"));
  for (let attempts = 1; store.deliveries.counts().waiting === 1; attempts++) {
    await until(`attempt ${attempts}`, () => {
      const [mail] = store.deliveries.ofAlert(1);
      return mail?.attempts === attempts || mail?.state === "failed";
    });
    const next = store.outbox.of("webhook").nextDue(clock.now());
    if (next !== undefined) clock.moveTo(next);
  }
  expect(posted.length).toBe(1 + 6 + 22);
  expect(store.deliveries.deadLetters(9)).toMatchObject([{ reason: "expired", error: "500" }]);
  expect(clock.now() - noon).toBeLessThanOrEqual(24 * 60 * MINUTE);
});

test("a target that hangs holds up no other", async () => {
  const slow = await webService(() => "hang");
  const quick = await webService();
  const targets = { slow: target(slow.url), quick: target(quick.url) };
  const { clock, queue } = await house({ targets, slots: 1, shareMs: 1_000 });
  queue(request("slow", "1"), request("slow", "2"), request("quick", "1"));
  await until("the hanging request", () => slow.posted.length === 1);
  expect(quick.posted).toEqual([]);
  clock.move(1_000);
  await until("the other one", () => quick.posted.length === 1);
  expect(slow.posted).toHaveLength(1);
});

test("a redirect is not followed", async () => {
  const other = await webService();
  const { url } = await webService(() => ({ status: 307, headers: { location: other.url } }));
  const { queue, tries } = await house({ targets: { bot: target(url) } });
  queue(request("bot", "{}"));
  await until("the postponement", () => tries().length === 1);
  expect(tries()).toMatchObject([{ outcome: "postponed", answer: expect.stringContaining("answers 307") }]);
  expect(other.posted).toEqual([]);
});

test("what the settings have no more is given up, and so is what another format made", async () => {
  const { url, posted } = await webService();
  const { queue, store } = await house({ targets: { bot: target(url) } });
  const other = { extras: { headers: { "content-type": "text/plain", "yagura-format": "gone" } } };
  queue(request("left", "{}"), request("bot", "{}", other));
  await until("both", () => store.deliveries.counts().failed === 2);
  expect(posted).toEqual([]);
  const errors = store.deliveries.deadLetters(9).map(({ error }) => error);
  expect(errors.sort()).toEqual([
    "it was made as gone, and the target has another format now",
    "the settings have no target left any more",
  ]);
});

test("an answer without end counts by its status, and is not asked for again", async () => {
  const { url, posted } = await webService(() => ({ body: "x".repeat(3 * 1024 * 1024) }));
  const { queue, tries } = await house({ targets: { bot: target(url) } });
  queue(request("bot", "{}"));
  await until("the record", () => tries().length === 1);
  expect(tries()[0]).toMatchObject({ outcome: "sent" });
  expect(tries()[0]?.answer.length).toBeLessThanOrEqual(500);
  expect(posted).toHaveLength(1);
});

test("no secret is kept of an answer or an error that repeats it, nor logged", async () => {
  const path = "/services/T0001/B0002/aVeryLongSecret123";
  const { url } = await webService(({ headers }, count) => {
    const body = `no ${path} nor aVeryLongSecret123 ${headers["webhook-signature"]}`;
    return count === 1 ? { status: 500, body } : { body };
  });
  const targets = {
    bot: target(`${url}${path}?key=hunter2hunter2`),
    gone: target(`http://127.0.0.1:1${path}`),
  };
  const { clock, queue, tries, logged, store } = await house({ targets });
  queue(request("bot", "{}"), request("gone", "{}"));
  await until("the postponements", () => tries().length === 2);
  clock.move(MINUTE);
  await until("the message", () => store.deliveries.counts().sent === 1);
  const all = JSON.stringify([tries(), logged, store.deliveries.ofAlert(1)]);
  expect(all).toContain("***");
  expect(all).toContain("127.0.0.1:1: nobody listens");
  for (const part of ["aVeryLongSecret123", "hunter2", "v1,", "B0002"]) expect(all).not.toContain(part);
});
