/** Devices that sign up by the page, and go on under another address, on a monitor's own port. */
import { request } from "undici";
import { expect, test } from "vitest";
import type { PushAnswer } from "../../../src/model/page/push.ts";
import { createSenderKey, senderKeyOf } from "../../../src/outputs/push/sealed-request.ts";
import { signUpGuest } from "../../../src/outputs/push/sign-up.ts";
import { openStore } from "../../../src/store/store.ts";
import { noon } from "../../store/batches.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";
import { startFeed } from "../feed/support/running-feed.ts";
import { openPushService } from "./push-service.ts";

const person = (name: string, receivers?: readonly string[]) => ({
  ...{ name, tokens: [], operators: [`${name}-token`], calendarTokens: [], receivers },
});
const people = [person("aoi", ["email:aoi", "push:phone"]), person("jun", ["push:desk"]), person("mio")];

async function scene(allowPrivate = true) {
  const store = openStore(`${tmpFolder()}/yagura.db`, { now: () => noon, isPassing: true });
  const sender = senderKeyOf(createSenderKey());
  const guest = signUpGuest({
    ...{ recipients: ["phone", "desk"], allowPrivate, people, devices: store.devices },
    ...{ sender: () => sender, now: () => noon },
  });
  const { httpUrl } = await startFeed({ ...guest, tokens: ["reader"], operators: ["operator"], people });
  const headers = { authorization: "Bearer operator", "content-type": "application/json" };
  const post = async (path: string, body: object, token = "operator") => {
    const sent = { ...headers, authorization: `Bearer ${token}` };
    const answer = await request(`${httpUrl}${path}`, {
      ...{ method: "POST", headers: sent, body: JSON.stringify(body) },
    });
    return { status: answer.statusCode, body: (await answer.body.json()) as Record<string, string> };
  };
  const get = async (token = "operator") => {
    const sent = { ...headers, authorization: `Bearer ${token}` };
    const answer = await request(`${httpUrl}/api/push`, { headers: sent });
    return (await answer.body.json()) as PushAnswer;
  };
  const renew = async (form: Record<string, string>) =>
    (
      await request(`${httpUrl}/act/device`, {
        ...{ method: "POST", body: String(new URLSearchParams(form)) },
        headers: { "content-type": "application/x-www-form-urlencoded" },
      })
    ).statusCode;
  const service = await openPushService();
  const keysOf = (id: string) => {
    const { endpoint, p256dh, auth } = service.device(id);
    return { endpoint, p256dh, auth };
  };
  return { store, post, get, renew, keysOf, sender };
}

test("whoever may act signs a device up, sees it without its secrets, and signs it off", async () => {
  const { store, post, get, keysOf, sender } = await scene();
  const own = keysOf("a");
  expect((await post("/api/push/sign-up", { ...own, name: "phone", label: "x" }, "reader")).status).toBe(403);
  const { body } = await post("/api/push/sign-up", { ...own, name: "phone", label: "Chrome\u202e, Android" });
  const answer = await get();
  expect(answer).toEqual({
    ...{ recipients: ["phone", "desk"], key: sender?.publicKey },
    devices: [{ id: body.id, name: "phone", label: "Chrome, Android", at: noon }],
  });
  for (const secret of Object.values(own)) expect(JSON.stringify(answer)).not.toContain(secret);
  // Again, for another name: it is one device.
  expect((await post("/api/push/sign-up", { ...own, name: "desk", label: "x" })).body.id).toBe(body.id);
  expect(store.devices.of("phone")).toEqual([]);
  await post("/api/push/sign-off", { id: body.id });
  expect((await get()).devices).toEqual([]);
});

test("a person signs up for receivers of theirs, and neither sees nor ends a device of others", async () => {
  const { store, post, get, keysOf } = await scene();
  const up = (id: string, name: string, who: string) =>
    post("/api/push/sign-up", { ...keysOf(id), name, label: id }, `${who}-token`);
  const { body } = await up("a", "phone", "aoi");
  expect((await up("b", "desk", "aoi")).status).toBe(404);
  expect((await up("c", "desk", "jun")).status).toBe(200);
  expect((await post("/api/push/sign-off", { id: body.id }, "jun-token")).status).toBe(404);
  const shown = async (who: string) => {
    const { recipients, devices } = await get(`${who}-token`);
    return [recipients, devices.map(({ label }) => label)];
  };
  expect(await shown("aoi")).toEqual([["phone"], ["a"]]);
  expect(await shown("jun")).toEqual([["desk"], ["c"]]);
  // Who has no receivers named has all, as whoever comes with nobody's token.
  expect(await shown("mio")).toEqual([
    ["phone", "desk"],
    ["a", "c"],
  ]);
  expect((await post("/api/push/sign-off", { id: body.id }, "aoi-token")).status).toBe(200);
  expect(store.devices.of("phone")).toEqual([]);
});

test("a name has ten devices at most, and none of the settings has none", async () => {
  const { post, keysOf } = await scene();
  const up = (id: string, name: string) => post("/api/push/sign-up", { ...keysOf(id), name, label: id });
  for (let id = 0; id < 10; id++) expect((await up(String(id), "phone")).status).toBe(200);
  expect(await up("10", "phone")).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining("sign one of them off") },
  });
  expect((await up("11", "nobody")).status).toBe(404);
});

test("what no browser signs up with is refused, and so is a push service inside a network", async () => {
  const { post, keysOf } = await scene(false);
  const own = { ...keysOf("a"), name: "phone", label: "x" };
  for (const odd of [
    own,
    { ...own, endpoint: "https://10.0.0.1/x" },
    { ...own, endpoint: "https://push.example.com/x", auth: "AAAA" },
    { ...own, endpoint: "https://push.example.com/x", p256dh: Buffer.alloc(65, 4).toString("base64url") },
    { ...own, endpoint: "file:///etc/passwd" },
    {},
  ])
    expect((await post("/api/push/sign-up", odd)).status).toBe(400);
  const right = { ...own, endpoint: "https://push.example.com/x" };
  expect((await post("/api/push/sign-up", right)).status).toBe(200);
});

test("a browser that knows its former address goes on under another one, as the same device", async () => {
  const { store, post, renew, keysOf } = await scene();
  const [before, after] = [keysOf("a"), keysOf("b")];
  const { body } = await post("/api/push/sign-up", { ...before, name: "phone", label: "x" });
  expect(await renew({ ...after, former: body.id ?? "" })).toBe(404);
  expect(await renew({ ...after, former: `${before.endpoint}x` })).toBe(404);
  expect(await renew({ ...after, auth: "", former: before.endpoint })).toBe(400);
  expect(await renew({ ...after, former: before.endpoint })).toBe(200);
  expect(store.devices.of("phone")).toMatchObject([{ id: body.id, ...after }]);
});
