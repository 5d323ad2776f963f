import { describe, expect, it } from "vitest";
import { builtInTypes } from "../../../src/files/event-types.ts";
import { asyncApi } from "../../../src/outputs/feed/frames/asyncapi.ts";
import { queryAnswer } from "../../../src/outputs/feed/frames/client-frames.ts";
import { answerRefusal, logLines, openApi } from "../../../src/outputs/feed/frames/openapi.ts";
import { eventFrame, serverFrames } from "../../../src/outputs/feed/frames/server-frames.ts";
import { alertDraft, MemoryLog } from "../../support/memory-log.ts";
import { MemoryPresent } from "../../support/memory-present.ts";
import { until } from "../../support/until.ts";
import { createRig } from "./support/rig.ts";
import { startFeed } from "./support/running-feed.ts";
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

describe("The OpenAPI document", () => {
  const types = [...builtInTypes.known.keys()];
  const document = openApi(types, [new URL("https://yagura.example.com/watch/")]);
  interface Named {
    readonly servers: object;
    readonly paths: Record<string, { get: { parameters: { name: string }[]; responses: object } }>;
  }
  const { servers, paths } = document as Named;
  const { parameters = [], responses = {} } = paths["/log"]?.get ?? {};

  it("names the addresses, and holds no reference that leads nowhere", () => {
    expect(servers).toEqual([{ url: "https://yagura.example.com/watch" }]);
    const found = references(document);
    expect(found.length).toBeGreaterThan(10);
    expect(found.filter((reference) => !resolves(document, reference))).toEqual([]);
  });

  it("has the parameters that a query of /log may have, and no other", () => {
    const values: Record<string, string> = { since: "0", wait: "1s", limit: "1" };
    const errorOf = (name: string) => {
      const { read } = queryAnswer(new URLSearchParams({ [name]: values[name] ?? "x" }));
      return read.kind === "frame" ? undefined : read.kind;
    };
    expect(parameters.map(({ name }) => [name, errorOf(name)])).toEqual(
      ["types", "subjects", "watchlist", "where", "since", "epoch", "wait", "limit"].map((name) => [
        name,
        undefined,
      ]),
    );
    for (const name of ["consumer", "id", "type", "token"]) expect(errorOf(name), name).toBe("error");
  });

  it("is true: every line and every refusal is as its schema says", async () => {
    const log = new MemoryLog();
    log.append(alertDraft("7203"), alertDraft("6758"), alertDraft("7203"));
    log.pruneBefore(2);
    const present = new MemoryPresent();
    present.open = [openAlert({ latest: log.read(1, 1)[0], seq: 2 }), openAlert({})];
    present.held = [heldSource([heldItem("7203", { occurred: "2026-11-18", published: "2026-11-19" })])];
    const { httpUrl, feed } = await startFeed({ present, maxConnectionsPerAddress: 1 }, log);
    const ask = async (query: string) => {
      const answer = await fetch(`${httpUrl}/log?${query}`);
      return {
        status: answer.status,
        lines: (await answer.text())
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line)),
      };
    };
    const lines = [...(await ask("since=0")).lines, ...(await ask("since=snapshot")).lines];
    const wrong = await ask("since=x");
    const waiting = ask("wait=60s");
    await until("it to wait", () => feed.connections() === 1);
    const many = await ask("since=0");
    await feed.stop(1_000);
    lines.push(...(await waiting).lines);
    const schemas = logLines(types);
    for (const line of lines)
      expect(schemas[line.type as keyof typeof schemas].safeParse(line).error, line.type).toBeUndefined();
    expect([...new Set(lines.map(({ type }) => type))].sort()).toEqual(Object.keys(schemas).sort());
    expect([wrong.status, many.status]).toEqual([400, 429]);
    for (const { status, lines } of [wrong, many]) {
      expect(answerRefusal.safeParse(lines[0]).error).toBeUndefined();
      expect(responses).toHaveProperty(String(status));
    }
  });
});
