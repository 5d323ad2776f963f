import { createHash } from "node:crypto";
import type { Service } from "./service.ts";

/** Gives every good answer an ETag, and answers 304 to a caller that has it already. */
export function withETag(service: Service): Service {
  return (request) => {
    const reply = service(request);
    if (reply.status !== 200 || !(typeof reply.body === "string" || Buffer.isBuffer(reply.body)))
      return reply;
    const etag = `"${createHash("sha1").update(reply.body).digest("base64url")}"`;
    const known = request.headers["if-none-match"]?.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
    if (known?.some((tag) => tag === etag || tag === "*"))
      return { status: 304, headers: { etag }, body: "" };
    return { ...reply, headers: { ...reply.headers, etag } };
  };
}
