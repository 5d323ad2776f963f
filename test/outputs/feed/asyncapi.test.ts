import { describe, expect, it } from "vitest";
import { builtInTypes } from "../../../src/files/event-types.ts";
import { asyncApi } from "../../../src/outputs/feed/frames/asyncapi.ts";
import { eventFrame, serverFrames } from "../../../src/outputs/feed/frames/server-frames.ts";
import { alertDraft } from "../../support/memory-log.ts";
import { createRig } from "./support/rig.ts";
import { heldItem, heldSource, openAlert } from "./support/standing.ts";

/** Every `$ref` in a document. */
function references(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "$ref" ? [String(inner)] : references(inner),
  );
}

function resolves(document: unknown, reference: string): boolean {
  let at: unknown = document;
  for (const name of reference.replace("#/", "").split("/")) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, name)) return false;
    at = at[name as keyof typeof at];
  }
  return true;
}

const addresses = [new URL("ws://127.0.0.1:8080")];

describe("The AsyncAPI document", () => {
  it("describes every frame of the protocol", () => {
    expect(asyncApi([...builtInTypes.known.keys()], addresses)).toMatchObject({
      asyncapi: "3.0.0",
      channels: { feed: { address: "/feed" } },
    });
    const { components } = asyncApi([...builtInTypes.known.keys()], addresses) as {
      components: { messages: object };
    };
    expect(Object.keys(components.messages).sort()).toEqual([
      "ack",
      "acked",
      "bye",
      "ended",
      "episode",
      "error",
      "event",
      "heartbeat",
      "item",
      "live",
      "ping",
      "pong",
      "subscribe",
      "subscribed",
      "unsubscribe",
      "welcome",
    ]);
  });

  it("holds no reference that leads nowhere", () => {
    const document = asyncApi([...builtInTypes.known.keys()], addresses);
    const found = references(document);
    expect(found.length).toBeGreaterThan(10);
    expect(found.filter((reference) => !resolves(document, reference))).toEqual([]);
  });

  it("is true: every frame that the feed sends is as its schema says", () => {
    const rig = createRig();
    rig.log.append(alertDraft("7203"), alertDraft("6758"));
    rig.log.pruneBefore(2);
    const socket = rig.connect("since=0");
    socket.send({ type: "ping" });
    socket.send({ type: "nonsense" });
    rig.present.open = [openAlert({ latest: rig.log.read(1, 1)[0], seq: 2 }), openAlert({})];
    rig.present.held = [heldSource([heldItem("7203", { occurred: "2026-11-18", published: "2026-11-19" })])];
    socket.send({ type: "subscribe", id: "s", since: "snapshot" });
    for (const id of ["older", "newer"]) {
      socket.send({ type: "subscribe", id, consumer: "bot" });
      rig.clock.move(100);
    }
    socket.send({ type: "ack", id: "newer", seq: 2 });
    rig.settle();
    rig.clock.move(15_000);
    rig.hub.close();
    const schemas = { ...serverFrames, event: eventFrame([...builtInTypes.known.keys()]) };
    const seen = new Set<string>();
    for (const frame of socket.frames) {
      const type = frame.type as keyof typeof schemas;
      expect(schemas[type].safeParse(frame).error, type).toBeUndefined();
      seen.add(type);
    }
    expect([...seen].sort()).toEqual(Object.keys(schemas).sort());
  });
});
