/** Deliveries on the page: found by state, receiver and alert; sent again to a real mail server. */
import { expect, onTestFinished, test } from "vitest";
import type { Config } from "../../src/config/config.ts";
import type { AttemptOutcome } from "../../src/model/mail.ts";
import type { DeliveriesAnswer, DeliveryPlacesAnswer } from "../../src/model/page/alerts.ts";
import { createEmail } from "../../src/outputs/email/email.ts";
import { batch, entry, mail } from "../store/batches.ts";
import { createHandClock } from "../support/hand-clock.ts";
import { startMailServer } from "../support/mail-server.ts";
import { outputSettings } from "../support/output-settings.ts";
import { until } from "../support/until.ts";
import { type PageHouse, pageHouse, pageNow } from "./page-house.ts";

const recipients = { desk: ["a@example.com", "b@example.com"], boss: ["b@example.com"] };
const upstreams = {
  market: { url: "simulated" },
  forum: { url: "simulated" },
  statistics: { url: "simulated" },
};

function house(smtp = "file:/tmp/nowhere", onCommit?: () => void): PageHouse {
  const config = {
    outputs: outputSettings(recipients, { smtp }),
    upstreams,
    sources: {},
    recordSources: [],
    history: { file: "none.db" },
  } as unknown as Config;
  return pageHouse({ config }, onCommit);
}

const now = {
  rule: "large-new-short",
  key: "9901",
  severity: "warning",
  title: "<b>9901</b> is short",
  body: "",
};
const alert = (seq: number) =>
  entry(seq, { type: "alert.fired", source: "/rules/large-new-short", data: { now } }, pageNow);

function queue({ store }: PageHouse, ...addresses: string[]): void {
  const entries = addresses.map((_, index) => alert(index + 1));
  store.commit(batch({ entries, mails: addresses.map((address, index) => mail(index + 1, address)) }));
}

function end({ store }: PageHouse, id: number, outcome: AttemptOutcome, at = pageNow): void {
  const answer = `${outcome} by the server`;
  if (outcome === "refused" || outcome === "expired")
    store.commit(batch({ failedMails: [{ id, reason: outcome, error: answer, at }] }));
  else if (outcome === "sent") store.outbox.of("email").record([{ id, at, outcome, answer }]);
  else store.outbox.of("email").record([{ id, at, outcome, answer, retryAt: at + 60_000 }]);
}

async function listed(page: PageHouse, query: string): Promise<DeliveriesAnswer> {
  const { status, body } = await page.get(`/api/deliveries${query}`);
  expect(status).toBe(200);
  return body as DeliveriesAnswer;
}

const idsOf = ({ deliveries }: DeliveriesAnswer) => deliveries.map(({ id }) => id);

test("each state is found by itself, the latest first, with its attempts and its alert", async () => {
  const page = house();
  queue(page, "a@example.com", "b@example.com", "a@example.com", "b@example.com");
  end(page, 1, "postponed");
  end(page, 2, "sent");
  end(page, 3, "refused");
  expect(idsOf(await listed(page, ""))).toEqual([4, 3, 2, 1]);
  expect(idsOf(await listed(page, "?state=waiting"))).toEqual([4, 1]);
  expect(idsOf(await listed(page, "?state=postponed"))).toEqual([1]);
  expect(idsOf(await listed(page, "?state=sent"))).toEqual([2]);
  const [dead] = (await listed(page, "?state=failed")).deliveries;
  expect(dead).toMatchObject({
    ...{ id: 3, address: "a@example.com", receivers: ["email:desk"], state: "failed", reason: "refused" },
    tries: [{ at: pageNow, outcome: "refused", answer: "refused by the server" }],
    alerts: [{ seq: 3, rule: "large-new-short", title: "<b>9901</b> is short", subject: "9901" }],
  });
  const [postponed] = (await listed(page, "?id=1")).deliveries;
  expect(postponed).toMatchObject({ state: "postponed", nextAt: pageNow + 60_000 });
});

test("filters join: a receiver has all its addresses, an address may have several receivers", async () => {
  const page = house();
  queue(page, "a@example.com", "b@example.com", "gone@example.com");
  end(page, 1, "sent");
  expect(idsOf(await listed(page, "?receiver=email:desk"))).toEqual([2, 1]);
  expect(idsOf(await listed(page, "?receiver=email:boss"))).toEqual([2]);
  expect(idsOf(await listed(page, "?receiver=email:desk&state=sent"))).toEqual([1]);
  expect(idsOf(await listed(page, "?output=email&address=gone@example.com"))).toEqual([3]);
  expect(idsOf(await listed(page, "?output=webhook"))).toEqual([]);
  expect((await listed(page, "?address=b@example.com")).deliveries[0]?.receivers).toEqual([
    "email:desk",
    "email:boss",
  ]);
});

test("a long list comes in pages that join", async () => {
  const page = house();
  queue(page, ...Array.from({ length: 120 }, () => "a@example.com"));
  const pages: number[][] = [];
  for (let before: number | undefined = 0; before !== undefined; ) {
    const answer: DeliveriesAnswer = await listed(page, before === 0 ? "" : `?before=${before}`);
    pages.push(idsOf(answer));
    before = answer.next;
  }
  expect(pages.map(({ length }) => length)).toEqual([50, 50, 20]);
  expect(pages.flat()).toEqual(Array.from({ length: 120 }, (_, index) => 120 - index));
});

test("a question that cannot be meant is refused in words", async () => {
  const page = house();
  expect(await page.get("/api/deliveries?state=lost")).toMatchObject({ status: 400 });
  expect(await page.get("/api/deliveries?before=soon")).toMatchObject({ status: 400 });
});

test("each receiver has its counts at each address", async () => {
  const page = house();
  queue(page, "a@example.com", "a@example.com", "b@example.com");
  end(page, 1, "postponed");
  end(page, 3, "expired");
  const { places } = (await page.get("/api/deliveries/places")).body as DeliveryPlacesAnswer;
  const counts = { waiting: 0, postponed: 0, sent: 0, failed: 0 };
  expect(places).toEqual([
    {
      output: "email",
      receiver: "email:desk",
      address: "a@example.com",
      counts: { ...counts, waiting: 1, postponed: 1 },
    },
    { output: "email", receiver: "email:desk", address: "b@example.com", counts: { ...counts, failed: 1 } },
    { output: "email", receiver: "email:boss", address: "b@example.com", counts: { ...counts, failed: 1 } },
  ]);
});

test("a dead letter and a sent one are sent again as the same message, and a waiting one is not", async () => {
  const server = await startMailServer();
  const page = house(server.url, () => email.wake());
  const clock = createHandClock(pageNow);
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const email = createEmail({
    ...{ smtp: server.url, outbox: page.store.outbox.of("email"), clock, log },
    onFailed: ({ id }, reason, error) =>
      page.store.commit(batch({ failedMails: [{ id, reason, error, at: clock.now() }] })),
  });
  onTestFinished(() => email.stop(0));
  await email.start();
  server.unknown.add("a@example.com");
  queue(page, "a@example.com", "b@example.com");
  email.wake();
  const counts = () => page.store.deliveries.counts();
  await until("both ends", () => counts().failed === 1 && counts().sent === 1);
  server.unknown.clear();
  expect(await page.post("/api/deliveries/again", { id: 1 })).toMatchObject({ status: 200 });
  await until("the dead letter", () => counts().sent === 2);
  expect(await page.post("/api/deliveries/again", { id: 2 })).toMatchObject({ status: 200 });
  await until("the copy", () => server.received.length === 3 && counts().sent === 2);
  const [first, dead, copy] = server.received.map(({ to, bytes }) => ({ to, text: bytes.toString() }));
  expect([first?.to, dead?.to, copy?.to]).toEqual(["b@example.com", "a@example.com", "b@example.com"]);
  expect(copy?.text).toBe(first?.text);
  expect(dead?.text).toContain("<1.a@example.com>");
  const [again] = (await listed(page, "?id=1")).deliveries;
  expect(again?.tries.map(({ outcome }) => outcome)).toEqual(["sent", "refused"]);
  server.busy.add("a@example.com");
  expect(await page.post("/api/deliveries/again", { id: 1 })).toMatchObject({ status: 200 });
  await until(
    "the postponement",
    async () => (await listed(page, "?state=postponed")).deliveries.length === 1,
  );
  expect(await page.post("/api/deliveries/again", { id: 1 })).toMatchObject({ status: 409 });
  expect(await page.post("/api/deliveries/again", { id: 99 })).toMatchObject({ status: 404 });
});

test("a test message goes to addresses of the settings alone", async () => {
  const server = await startMailServer();
  const page = house(server.url);
  const test = (address: string) => page.post("/api/deliveries/test", { output: "email", address });
  expect(await test("a@example.com")).toMatchObject({ status: 200, body: { ok: true } });
  expect(await test("stranger@example.com")).toMatchObject({ status: 404 });
  server.unknown.add("b@example.com");
  expect(await test("b@example.com")).toMatchObject({ status: 200, body: { ok: false } });
  expect(server.received.map(({ to }) => to)).toEqual(["a@example.com"]);
});

test("addresses are shown to those alone who may act: to others each is a number, also where a server repeats it", async () => {
  const page = house();
  queue(page, "a@example.com", "b@example.com", "gone@example.com");
  const answer = "550 <B@example.com>: no such user at b@example.com, nor gone@example.com";
  page.store.commit(
    batch({
      failedMails: [2, 3].map((id) => ({ id, reason: "refused" as const, error: answer, at: pageNow })),
    }),
  );
  const read = async (address: string) => (await page.readerGet(address)).body as DeliveriesAnswer;
  const { deliveries } = await read("/api/deliveries");
  expect(deliveries.map(({ address }) => address)).toEqual(["#", "#2", "#1"]);
  expect(deliveries[0]?.tries[0]?.answer).toBe("550 <#2>: no such user at #2, nor #");
  const places = await page.readerGet("/api/deliveries/places");
  const all = JSON.stringify([deliveries, places.body]);
  expect(all).not.toContain("@");
  expect(places.body).toMatchObject({
    places: [
      { receiver: "email:desk", address: "#1" },
      { receiver: "email:desk", address: "#2" },
      { receiver: "email:boss", address: "#2" },
    ],
  });
  // By its number it is found, and nobody tries which addresses there are.
  expect(idsOf(await read("/api/deliveries?output=email&address=%232"))).toEqual([2]);
  for (const tried of ["b@example.com", "gone@example.com", "%239", "%23"])
    expect(idsOf(await read(`/api/deliveries?output=email&address=${tried}`))).toEqual([]);
  expect(idsOf(await listed(page, "?output=email&address=gone@example.com"))).toEqual([3]);
});
