import { expect, it } from "vitest";
import { startFeed } from "./support/running-feed.ts";
import { subscriber } from "./support/subscriber.ts";

it("A client that reads its answers gets as many as it asks for, also over 1 MiB", async () => {
  const { url } = await startFeed();
  const client = subscriber(url);
  await client.frame("welcome");
  const errors = () => client.frames.filter(({ type }) => type === "error").length;
  for (let asked = 1; asked <= 300; asked += 1) {
    client.send({ type: "subscribe", id: "a", where: "x".repeat(4_000) });
    await expect.poll(errors, { interval: 2 }).toBe(asked);
  }
  expect(client.closed()).toBeUndefined();
});
