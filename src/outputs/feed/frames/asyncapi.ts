/** The protocol as an AsyncAPI 3 document, from the schemas that check it. */
import * as z from "zod";
import { clientFrames } from "./client-frames.ts";
import { closings, eventFrame, serverFrames, subprotocol } from "./server-frames.ts";

const version = "1.0.0";

/** Described from the client's side would be "send"; an AsyncAPI document speaks for the application: the feed. */
function messages(frames: Record<string, z.ZodType>): Record<string, object> {
  const made = Object.entries(frames).map(([name, schema]) => {
    const { $schema: _, ...payload } = z.toJSONSchema(schema, { io: "input", target: "draft-7" });
    return [name, { name, contentType: "application/json", payload }] as const;
  });
  return Object.fromEntries(made);
}

function references(frames: object, from: string): { $ref: string }[] {
  return Object.keys(frames).map((name) => ({ $ref: `${from}/${name}` }));
}

function queryBinding(): object {
  const text = { type: "string" };
  const names = Object.keys(clientFrames.subscribe.shape).filter((name) => name !== "type" && name !== "id");
  const properties = Object.fromEntries(names.map((name) => [name, text]));
  return { method: "GET", query: { type: "object", properties, additionalProperties: false } };
}

function closeCodes(): string {
  const codes = Object.entries(closings).map(([reason, { code }]) => `${code} ${reason}`);
  return `Close codes: ${codes.join(", ")}.`;
}

/** A server for each address; the first is the one that people have. */
function serversAt(addresses: readonly URL[]): Record<string, object> {
  const made = addresses.map(({ host, pathname, protocol }, index) => {
    const path = pathname.replace(/\/+$/, "");
    const server = {
      ...{ host, protocol: protocol === "https:" ? "wss" : "ws" },
      ...(path !== "" && { pathname: path }),
      security: [{ $ref: "#/components/securitySchemes/token" }],
    };
    return [index === 0 ? "monitor" : "asked", server] as const;
  });
  return Object.fromEntries(made);
}

/**
 * @param eventTypes the types of events that there are
 * @param addresses at which the port of the feed is reached
 */
export function asyncApi(eventTypes: readonly string[], addresses: readonly URL[]): object {
  const servers = serversAt(addresses);
  const sent = { ...serverFrames, event: eventFrame(eventTypes) };
  const channelMessages = { ...clientFrames, ...sent };
  return {
    asyncapi: "3.0.0",
    info: {
      title: "Yagura feed",
      version,
      description:
        "Events and alerts about Japanese listed stocks, in order and resumable. " +
        `JSON text frames, WebSocket subprotocol ${subprotocol}. ${closeCodes()}`,
    },
    defaultContentType: "application/json",
    servers,
    channels: {
      feed: {
        address: "/feed",
        servers: references(servers, "#/servers"),
        messages: Object.fromEntries(
          Object.keys(channelMessages).map((name) => [name, { $ref: `#/components/messages/${name}` }]),
        ),
        bindings: { ws: queryBinding() },
      },
    },
    operations: {
      receive: {
        action: "receive",
        summary: "Frames that clients send.",
        channel: { $ref: "#/channels/feed" },
        messages: references(clientFrames, "#/channels/feed/messages"),
      },
      send: {
        action: "send",
        summary: "Frames that the feed sends.",
        channel: { $ref: "#/channels/feed" },
        messages: references(sent, "#/channels/feed/messages"),
      },
    },
    components: {
      messages: { ...messages(clientFrames), ...messages(sent) },
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "Only where tokens are configured." },
      },
    },
  };
}
