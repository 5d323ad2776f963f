/** The push output on the real outbox, against a push service on loopback, over restarts. */
import { expect, test } from "vitest";
import { push } from "../../../src/outputs/push/member.ts";
import { senderKeyName } from "../../../src/outputs/push/sealed-request.ts";
import { pushSchema } from "../../../src/outputs/push/settings.ts";
import { noon } from "../../store/batches.ts";
import { changeText } from "../../support/damage.ts";
import { until } from "../../support/until.ts";
import { house } from "./house.ts";
import { message } from "./parts.ts";
import { openPushService } from "./push-service.ts";

test("a message is encrypted for its device, signed by the key that is kept, and its topic is its tag", async () => {
  const service = await openPushService();
  const [one, two] = [service.device("aaaaaaaa"), service.device("bbbbbbbb")];
  const { queue, store, tried, stop, path } = await house([one, two]);
  queue(message(one, "first"), message(two, "first", { severity: "critical", title: "空売り残高 ⚠" }));
  await until("both", () => store.deliveries.counts().sent === 2);
  expect(service.wrong).toEqual([]);
  const [a, b] = [...service.asked].sort((x, y) => x.device.localeCompare(y.device));
  expect(a).toMatchObject({ device: "aaaaaaaa", urgency: "normal", ttl: "86400", topic: "0".repeat(32) });
  expect(a?.message).toMatchObject({ title: "first", body: "body", tag: "0".repeat(32) });
  expect(b).toMatchObject({ device: "bbbbbbbb", urgency: "high", message: { title: "空売り残高 ⚠" } });
  expect(tried.sort()).toEqual(["phone sent", "phone sent"]);
  await stop();
  const again = await house([], {}, path);
  again.queue(message(one, "second"));
  await until("the third", () => service.asked.length === 3);
  expect(new Set(service.asked.map(({ sender }) => sender)).size).toBe(1);
});

test.each([404, 410])(
  "%i ends the device with an entry of the log and no failure; the others go on",
  async (status) => {
    const service = await openPushService(({ device }) => ({ status: device === "aaaaaaaa" ? status : 201 }));
    const [one, two] = [service.device("aaaaaaaa"), service.device("bbbbbbbb")];
    const { queue, store, told, tried } = await house([one, two]);
    queue(message(one, "first"), message(one, "second"), message(two, "first"));
    await until("the end of all", () => store.deliveries.counts().waiting === 0);
    expect(service.asked.filter(({ device }) => device === "aaaaaaaa")).toHaveLength(1);
    expect(store.devices.of("phone").map(({ id }) => id)).toEqual(["bbbbbbbb"]);
    expect(told().slice(1)).toMatchObject([
      {
        ...{ type: "push.ended", source: "/outputs/push", subject: "push:phone" },
        data: { now: { receiver: "push:phone", device: "Browser aaaaaaaa", left: 1 } },
      },
    ]);
    expect(tried).toEqual(["phone sent"]);
    expect(store.deliveries.trouble(0)).toBeUndefined();
    expect(store.deliveries.deadLetters(9).map(({ reason }) => reason)).toEqual(["gone", "gone"]);
  },
);

test.each([
  [{ "retry-after": "600" }, 600_000],
  [{}, 60_000],
])("429 with %o has what waits for the device wait %i ms, and holds up no other", async (headers, waitMs) => {
  const service = await openPushService(({ device }, count) =>
    device === "aaaaaaaa" && count < 3 ? { status: 429, headers } : { status: 201 },
  );
  const [one, two] = [service.device("aaaaaaaa"), service.device("bbbbbbbb")];
  const { queue, store, clock } = await house([one, two]);
  queue(message(one, "first"), message(one, "second"), message(two, "first"));
  await until("the other", () => store.deliveries.counts().sent === 1);
  await until("the wait", () => store.outbox.of("push").nextDue(noon) === noon + waitMs);
  expect(service.asked).toHaveLength(2);
  clock.moveTo(noon + waitMs);
  await until("all", () => store.deliveries.counts().sent === 3);
  expect(service.asked.slice(2).map(({ message: { title } }) => title)).toEqual(["first", "second"]);
});

test("413 has the message come shorter, and its title alone at last", async () => {
  const service = await openPushService(({ plain }) => ({ status: plain.length > 400 ? 413 : 201 }));
  const one = service.device("aaaaaaaa");
  const { queue, store } = await house([one]);
  queue(message(one, "long", { body: "x".repeat(3_000) }));
  await until("it", () => store.deliveries.counts().sent === 1);
  expect(service.asked.at(-1)?.message).toMatchObject({ title: "long", tag: "0".repeat(32) });
  expect(service.asked.length).toBeLessThan(6);
});

test("a crash between the service's yes and the record of it sends the same again", async () => {
  const service = await openPushService((_, count) => ({ status: count === 1 ? 503 : 201 }));
  const one = service.device("aaaaaaaa");
  const first = await house([one]);
  first.queue(message(one, "first"));
  await until("the postponement", () => first.tried.length === 1);
  await first.stop();
  const second = await house([], {}, first.path, noon + 60_000);
  await until("the copy", () => second.store.deliveries.counts().sent === 1);
  const [a, b] = service.asked.map(({ plain, topic }) => ({ plain, topic }));
  expect(b).toEqual(a);
});

test("a wrong key or another refusal is told as push.failed, after what can be mended was tried for a day", async () => {
  const service = await openPushService(({ message: { title } }) => ({
    status: title === "bad" ? 400 : 403,
  }));
  const one = service.device("aaaaaaaa");
  const { queue, store, told } = await house([one]);
  queue(message(one, "bad"), message(one, "key"));
  await until("both", () => told().length === 2 && store.deliveries.counts().waiting === 1);
  expect(told()[1]).toMatchObject({
    ...{ type: "push.failed", source: "/outputs/push" },
    data: { now: { address: "phone/aaaaaaaa", reason: "refused", attempts: 1 } },
  });
  expect(store.devices.of("phone")).toHaveLength(1);
});

test("no secret of a device is logged, kept of an answer, or told", async () => {
  let secrets: string[] = [];
  const service = await openPushService(() => ({ status: 500, body: `no ${secrets.join(" ")}` }));
  const one = service.device("aaaaaaaa");
  secrets = [one.endpoint, one.auth, one.p256dh, new URL(one.endpoint).pathname.split("/").at(-1) ?? ""];
  const { queue, store, lines, told } = await house([one]);
  queue(message(one, "first"));
  await until("the postponement", () => store.deliveries.ofAlert(1)[0]?.tries.length === 1);
  const all = JSON.stringify([lines, told(), store.deliveries.ofAlert(1)]);
  expect(all).toContain("***");
  for (const secret of secrets) expect(all).not.toContain(secret);
});

test("without leave no message goes into a network, nor without https", async () => {
  const service = await openPushService();
  const one = service.device("aaaaaaaa");
  const { queue, store } = await house([one], { allowPrivate: false });
  queue(message(one, "first"));
  await until("the refusal", () => store.deliveries.counts().failed === 1);
  expect(service.asked).toEqual([]);
});

test.each([
  [{}, "http://yagura.example.com/", "mailto:nobody@example.com"],
  [{}, "https://yagura.example.com/", "https://yagura.example.com/"],
  [{ contact: "mailto:me@example.com" }, "https://yagura.example.com/", "mailto:me@example.com"],
])(
  "a test message to each device names who sends it, with %o at %s",
  async (contact, publicUrl, expected) => {
    const service = await openPushService(undefined, Date.now);
    const { store } = await house([service.device("aaaaaaaa"), service.device("bbbbbbbb")]);
    const settings = pushSchema.parse({ recipients: ["phone"], allowPrivate: true, ...contact });
    const how = { simulated: true, now: noon, kept: async () => store, publicUrl };
    expect(await push.trial?.send(settings, "phone", how)).toMatchObject({ ok: true });
    const { sender } = service.asked[0] ?? {};
    expect(service.asked).toMatchObject(
      Array(2).fill({ sender, contact: expected, message: { title: "[SIMULATED] Yagura / 櫓" } }),
    );
  },
);

test("a monitor whose key is lost makes another one and ends the devices, which know it by the former", async () => {
  const service = await openPushService();
  const { store, stop, path } = await house([service.device("aaaaaaaa"), service.device("bbbbbbbb")]);
  const former = store.meta.get(senderKeyName) ?? "";
  await stop();
  changeText(path, former);
  const again = await house([], {}, path);
  expect(again.store.meta.get(senderKeyName)).toMatch(/^[\w-]{43}$/);
  expect(again.store.meta.get(senderKeyName)).not.toBe(former);
  expect(again.store.damages.take()).toEqual([{ part: "notes" }]);
  expect(again.store.devices.of("phone")).toEqual([]);
  const ended = again.told().map(({ type, data }) => [type, data.now.device, data.now.left]);
  expect(ended).toEqual([
    ["push.ended", "Browser aaaaaaaa", 1],
    ["push.ended", "Browser bbbbbbbb", 0],
  ]);
});

test("a test message that one device does not get comes to the others, and says which one it is", async () => {
  const answers = ({ device }: { device: string }) => ({ status: device === "bbbbbbbb" ? 410 : 201 });
  const service = await openPushService(answers, Date.now);
  const { store } = await house(["aaaaaaaa", "bbbbbbbb", "cccccccc"].map((id) => service.device(id)));
  const settings = pushSchema.parse({ recipients: ["phone"], allowPrivate: true });
  const how = { simulated: true, now: noon, kept: async () => store };
  const result = await push.trial?.send(settings, "phone", how);
  expect(result).toMatchObject({ ok: false, message: "410", note: "not to: Browser bbbbbbbb" });
  expect(service.asked.map(({ device }) => device).sort()).toEqual(["aaaaaaaa", "bbbbbbbb", "cccccccc"]);
});
