/** No request goes inside one's own network through a name of which the settings do not say so. */
import type { LookupAddress } from "node:dns";
import { expect, test } from "vitest";
import type { Resolve } from "../../../src/lib/http/private-address.ts";
import { until } from "../../support/until.ts";
import { house, request, target, webService } from "./house.ts";

/** Answers with the next of these lists at each question, and the last one from then on. */
function resolver(...answers: string[][]): Resolve & { asked(): number } {
  let asked = 0;
  const resolve: Resolve = (_host, _options, done) => {
    const found = answers[Math.min(asked++, answers.length - 1)] ?? [];
    done(
      null,
      found.map((address): LookupAddress => ({ address, family: 4 })),
    );
  };
  return Object.assign(resolve, { asked: () => asked });
}

const named = (url: string, host = "bots.example.com") => url.replace("127.0.0.1", host);

test("a name that leads inside is not connected to, and the answer says what allows it", async () => {
  const { url, posted } = await webService();
  const { queue, tries } = await house({
    targets: { bot: target(named(url)) },
    resolve: resolver(["127.0.0.1"]),
  });
  queue(request("bot", "{}"));
  await until("the postponement", () => tries().length === 1);
  expect(tries()[0]).toMatchObject({
    outcome: "postponed",
    answer: expect.stringMatching(/bots\.example\.com leads to an address inside a network; `allowPrivate/),
  });
  expect(posted).toEqual([]);
});

test("a name that led outside when it was first asked for, and inside when it counts, is refused", async () => {
  const { url, posted } = await webService();
  const resolve = resolver(["127.0.0.1"], ["127.0.0.1"]);
  const { queue, tries, clock } = await house({ targets: { bot: target(named(url)) }, resolve });
  queue(request("bot", "{}"));
  await until("the postponement", () => tries().length === 1);
  clock.move(60_000);
  await until("another one", () => tries().length === 2);
  // Each connection asks once, and goes where that answer says.
  expect(resolve.asked()).toBe(2);
  expect(posted).toEqual([]);
});

test.each(["127.0.0.1", "localhost"])("%s is named by the settings themselves, and reached", async (host) => {
  const { url, posted } = await webService();
  const { queue, tries } = await house({ targets: { bot: target(named(url, host)) } });
  queue(request("bot", "{}"));
  await until("the message", () => tries().length === 1);
  expect(tries()[0]?.outcome).toBe("sent");
  expect(posted).toHaveLength(1);
});

test("a number that is an address in disguise counts as the address", async () => {
  const { url, posted } = await webService();
  const { queue, tries } = await house({ targets: { bot: target(named(url, "2130706433")) } });
  queue(request("bot", "{}"));
  await until("the message", () => tries().length === 1);
  expect(posted[0]?.headers.host).toMatch(/^127\.0\.0\.1:/);
});

test("with allowPrivate a name may lead inside", async () => {
  const { url, posted } = await webService();
  const targets = { bot: target(named(url), { allowPrivate: true }) };
  const { queue, tries } = await house({ targets, resolve: resolver(["127.0.0.1"]) });
  queue(request("bot", "{}"));
  await until("the message", () => tries().length === 1);
  expect(tries()[0]?.outcome).toBe("sent");
  expect(posted[0]?.headers.host).toMatch(/^bots\.example\.com:/);
});
