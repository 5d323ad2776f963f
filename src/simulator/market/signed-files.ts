/** Files at addresses that whoever has them may read, without a key, for some minutes. */
import { createHmac } from "node:crypto";
import type { Clock } from "../../lib/clock.ts";
import { notFound, type Reply, type Request } from "../http/service.ts";
import type { ServedFile } from "./endpoint.ts";

const validMs = 15 * 60_000;
const prefix = "/files/";

export interface SignedFiles {
  /** @param base address of the service, without a slash at the end */
  addressOf(base: string, name: string): string;
  /** Answers a request for a file; undefined: it is for none. */
  reply(request: Request, read: (name: string) => ServedFile | undefined): Reply | undefined;
}

export function createSignedFiles(seed: number, clock: Clock): SignedFiles {
  const sign = (name: string, expires: string) =>
    createHmac("sha256", `files ${seed}`).update(`${name} ${expires}`).digest("hex");
  return {
    addressOf(base, name) {
      const expires = String(clock.now() + validMs);
      return `${base}${prefix}${name}?Expires=${expires}&Signature=${sign(name, expires)}`;
    },
    reply({ path, query, headers }, read) {
      if (!path.startsWith(prefix)) return undefined;
      const name = path.slice(prefix.length);
      const expires = query.get("Expires") ?? "";
      if (query.get("Signature") !== sign(name, expires)) return denied("SignatureDoesNotMatch");
      if (clock.now() >= Number(expires)) return denied("AccessDenied");
      const file = read(name);
      return file ? part(file, headers.range) : notFound();
    },
  };
}

/** Stores of files answer so, not in JSON. */
function denied(code: string): Reply {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`;
  return { status: 403, headers: { "content-type": "application/xml" }, body };
}

/** The file, or the part of it from a byte on. */
function part({ type, body }: ServedFile, range: string | undefined): Reply {
  const headers = { "content-type": type, "accept-ranges": "bytes" };
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? "")?.[1] ?? Number.NaN);
  if (Number.isNaN(from)) return { status: 200, headers, body };
  const whole = String(body.length);
  if (from >= body.length)
    return { status: 416, headers: { ...headers, "content-range": `bytes */${whole}` }, body: "" };
  const contentRange = `bytes ${from}-${body.length - 1}/${whole}`;
  return { status: 206, headers: { ...headers, "content-range": contentRange }, body: body.subarray(from) };
}
