/** Answers the calls that the program adds to the feed's port. */
import type { IncomingMessage } from "node:http";
import type { JsonRoute } from "../output.ts";
import { type HttpAnswer, jsonAnswer } from "./http-answer.ts";
import { limits } from "./limits.ts";

/** Runs a route for a request that is already let in. Rejects with what the route throws. */
export async function callJsonRoute(
  route: JsonRoute,
  request: IncomingMessage,
  query: URLSearchParams,
): Promise<HttpAnswer> {
  if (route.method === "GET") {
    const { status, body } = await route.answer({ query, body: undefined });
    return jsonAnswer(status, body);
  }
  // A page of another site cannot send this type without asking first.
  if (!/^application\/json\s*(;|$)/i.test(request.headers["content-type"] ?? "")) {
    return jsonAnswer(415, { error: "send application/json" });
  }
  const text = await readBody(request);
  if (text === undefined) return jsonAnswer(413, { error: `send at most ${limits.frameBytes} bytes` });
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return jsonAnswer(400, { error: "the body is not JSON" });
  }
  const { status, body } = await route.answer({ query, body: parsed });
  return jsonAnswer(status, body);
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > limits.frameBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
