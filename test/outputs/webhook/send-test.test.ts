import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { webhook } from "../../../src/outputs/webhook/member.ts";
import { sendTestRequest } from "../../../src/outputs/webhook/send-test.ts";
import type { Target } from "../../../src/outputs/webhook/settings.ts";
import { secret, target, webService } from "./house.ts";

const now = Date.parse("2026-11-20T03:00:00.000Z");

const tryOut = (targets: Readonly<Record<string, Target>>, simulated = false) =>
  sendTestRequest({ targets, address: "bot", simulated, now });

test("a test message is signed, says that it is one, and the answer is told", async () => {
  const { url, posted } = await webService(() => ({ status: 202, body: "welcome" }));
  expect(await tryOut({ bot: target(url) }, true)).toEqual({
    ...{ address: "bot", ok: true, message: "202 welcome" },
    way: expect.stringMatching(/^json to 127\.0\.0\.1:\d+, not encrypted; \d+\.\d s$/),
  });
  const [one] = posted;
  const said = new Webhook(secret).verify(one?.body ?? "", one?.headers ?? {});
  expect(said).toMatchObject({
    ...{ type: "test", timestamp: "2026-11-20T03:00:00.000Z" },
    data: { text: expect.stringMatching(/^\[SIMULATED\] This is a test message of Yagura/) },
  });
});

test.each([
  [401, "who are you", "401 who are you"],
  [404, "", "404"],
  [301, "moved", /answers 301.*not followed/],
])("an answer %i is told as a failure", async (status, body, message) => {
  const { url } = await webService(() => ({ status, body }));
  const result = await tryOut({ bot: target(url) });
  expect(result).toMatchObject({ ok: false, message: expect.stringMatching(message) });
});

test("where nobody listens, or a name is unknown, that is told without the secret behind the host", async () => {
  const closed = await tryOut({ bot: target("http://127.0.0.1:1/services/verySecretPart") });
  expect(closed).toMatchObject({ ok: false, message: "127.0.0.1:1: nobody listens at this host and port" });
  const lost = Object.assign(new Error("getaddrinfo ENOTFOUND nobody.invalid"), { code: "ENOTFOUND" });
  const unknown = await sendTestRequest({
    targets: { bot: target("https://nobody.invalid/services/verySecretPart") },
    ...{ address: "bot", simulated: false, now },
    resolve: (_host, _options, done) => done(lost, []),
  });
  expect(unknown).toMatchObject({ ok: false, message: "nobody.invalid: the host's name is not known" });
});

test("all targets are tried, or those behind a name; a mail address is none of them", () => {
  const targets = { bot: target("http://127.0.0.1:1"), chat: target("http://127.0.0.1:1") };
  const settings = {
    ...{ sendSimulated: false, language: "en" as const },
    ...{ targets, recipients: { desk: ["chat"] } },
  };
  expect(webhook.trial?.addresses(settings, undefined)).toEqual(["bot", "chat"]);
  expect(webhook.trial?.addresses(settings, "desk")).toEqual(["chat"]);
  expect(webhook.trial?.addresses(settings, "trader@example.com")).toEqual([]);
});
