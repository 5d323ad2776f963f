/** Signatures as the library of Standard Webhooks verifies them. */
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { signatureHeaders } from "../../../src/outputs/webhook/formats/json.ts";
import { until } from "../../support/until.ts";
import { house, request, secret, target, webService } from "./house.ts";

const other = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
const third = `whsec_${Buffer.alloc(64, 9).toString("base64")}`;
const body = '{"type":"notification.alert","data":{"title":"信用取引 🚨"}}';

test("what goes over the wire is verified, byte for byte", async () => {
  const { url, posted } = await webService();
  // The library allows five minutes by the machine's clock.
  const { queue } = await house({ targets: { bot: target(url) } }, undefined, Date.now());
  queue(request("bot", body));
  const one = await until("the request", () => posted[0]);
  expect(new Webhook(secret).verify(one.body, one.headers)).toEqual(JSON.parse(body));
  expect(() => new Webhook(secret).verify(`${one.body} `, one.headers)).toThrow("No matching signature");
  expect(() => new Webhook(other).verify(one.body, one.headers)).toThrow("No matching signature");
  const elsewhere = { ...one.headers, "webhook-id": "msg_other" };
  expect(() => new Webhook(secret).verify(one.body, elsewhere)).toThrow("No matching signature");
});

test("while a secret is changed, receivers with the old or the new one both take the request", () => {
  const headers = signatureHeaders([secret, other], { id: "msg_1", sentAt: Date.now(), body });
  for (const known of [secret, other]) expect(() => new Webhook(known).verify(body, headers)).not.toThrow();
  expect(() => new Webhook(third).verify(body, headers)).toThrow();
});

test("the shortest and the longest key sign, and without one nothing is signed", () => {
  for (const key of [other, third]) {
    const headers = signatureHeaders([key], { id: "msg_1", sentAt: Date.now(), body });
    expect(() => new Webhook(key).verify(body, headers)).not.toThrow();
  }
  expect(Object.keys(signatureHeaders([], { id: "msg_1", sentAt: 0, body }))).toEqual([
    "webhook-id",
    "webhook-timestamp",
  ]);
});
