/**
 * A push service and its browsers, written from the RFCs with node:crypto alone: 8030 (requests), 8291 over 8188 (what is
 * encrypted), 8292 (who sends it). It takes nothing that is not as they say.
 */
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  type JsonWebKey,
  randomBytes,
  verify,
} from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Device } from "../../../src/model/devices.ts";
import { serve } from "../../lib/http/loopback.ts";
import { noon } from "../../store/batches.ts";

export interface Received {
  /** Id of the device. */
  readonly device: string;
  /** As the device shows it; undefined where the service did not take it. */
  readonly message: Readonly<Record<string, string>>;
  readonly plain: string;
  readonly topic: string;
  readonly urgency: string;
  readonly ttl: string;
  /** The public key of the sender, and where its service may complain. */
  readonly sender: string;
  readonly contact: string;
}

interface Browser {
  readonly device: Device;
  readonly pair: ECDH;
  readonly auth: Buffer;
}

interface Answer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

export interface PushService {
  /** What was asked with a right signature and could be decrypted, whatever the answer was. */
  readonly asked: Received[];
  /** What is wrong with requests, in words. */
  readonly wrong: string[];
  readonly url: string;
  /** A browser that signs up. */
  device(id: string, name?: string): Device;
}

/** @param answer to a request that is right; by default it is taken */
export async function openPushService(
  answer: (received: Received, count: number) => Answer = () => ({ status: 201 }),
  now: () => number = () => noon,
): Promise<PushService> {
  const browsers = new Map<string, Browser>();
  const asked: Received[] = [];
  const wrong: string[] = [];
  const { url } = await serve(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    try {
      const received = receivedIn(request, Buffer.concat(pieces), { browsers, origin: url, now: now() });
      asked.push(received);
      const { status, headers, body = "" } = answer(received, asked.length);
      response.writeHead(status, headers).end(body);
    } catch (error) {
      wrong.push(String(error));
      response.writeHead(400).end("wrong");
    }
  });
  return {
    ...{ asked, wrong, url },
    device(id, name = "phone") {
      const pair = createECDH("prime256v1");
      const p256dh = pair.generateKeys("base64url");
      const auth = randomBytes(16);
      const path = `/send/${randomBytes(24).toString("base64url")}`;
      const device = {
        ...{ id, name, endpoint: `${url}${path}`, p256dh, auth: auth.toString("base64url") },
        ...{ label: `Browser ${id}`, at: noon },
      };
      browsers.set(path, { device, pair, auth });
      return device;
    },
  };
}

interface Surroundings {
  readonly browsers: ReadonlyMap<string, Browser>;
  readonly origin: string;
  readonly now: number;
}

function receivedIn(
  request: IncomingMessage,
  body: Buffer,
  { browsers, origin, now }: Surroundings,
): Received {
  const browser = browsers.get(request.url ?? "");
  if (browser === undefined) throw new Error("no such device");
  const header = (name: string) => String(request.headers[name] ?? "");
  if (request.method !== "POST" || !/^\d+$/.test(header("ttl"))) throw new Error("not a POST with a TTL");
  if (header("content-encoding") !== "aes128gcm") throw new Error("not encrypted");
  if (body.length > 4_096) throw new Error(`${body.length} bytes`);
  if (!/^[\w-]{0,32}$/.test(header("topic"))) throw new Error(`the topic ${header("topic")}`);
  const { key: sender, sub: contact } = senderOf(header("authorization"), { origin, now });
  const plain = decrypted(body, browser).toString();
  const [topic, urgency, ttl] = [header("topic"), header("urgency"), header("ttl")];
  return {
    device: browser.device.id,
    message: JSON.parse(plain),
    plain,
    topic,
    urgency,
    ttl,
    sender,
    contact,
  };
}

/** RFC 8292: a token by ES256 for this origin, for at most a day, by the key that is sent with it. */
function senderOf(authorization: string, { origin, now }: Pick<Surroundings, "origin" | "now">) {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
  const point = Buffer.from(key, "base64url");
  if (point.length !== 65 || point[0] !== 4) throw new Error("no point of the curve");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"));
  const publicKey = createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x, y } as JsonWebKey });
  const how = { key: publicKey, dsaEncoding: "ieee-p1363" } as const;
  if (!verify("sha256", Buffer.from(`${head}.${claims}`), how, Buffer.from(signature, "base64url")))
    throw new Error("the signature is wrong");
  const { aud, exp, sub } = read(claims);
  if (read(head).alg !== "ES256" || aud !== origin) throw new Error(`for ${aud}`);
  if (exp <= now / 1_000 || exp > now / 1_000 + 86_400) throw new Error(`until ${exp}`);
  if (!/^(mailto:.+@|https:)/.test(sub)) throw new Error(`from ${sub}`);
  return { key, sub: String(sub) };
}

/** RFC 8291 and 8188: one record. */
function decrypted(body: Buffer, { pair, auth }: Browser): Buffer {
  const [salt, size, length] = [body.subarray(0, 16), body.readUInt32BE(16), body.readUInt8(20)];
  const theirs = body.subarray(21, 21 + length);
  const record = body.subarray(21 + length);
  if (record.length > size) throw new Error("more than one record");
  const derive = (secret: Buffer, salted: Buffer, info: Buffer | string, bytes: number) =>
    Buffer.from(hkdfSync("sha256", secret, salted, info, bytes));
  const about = Buffer.concat([Buffer.from("WebPush: info\0"), pair.getPublicKey(), theirs]);
  const shared = derive(pair.computeSecret(theirs), auth, about, 32);
  const key = derive(shared, salt, "Content-Encoding: aes128gcm\0", 16);
  const nonce = derive(shared, salt, "Content-Encoding: nonce\0", 12);
  const cipher = createDecipheriv("aes-128-gcm", key, nonce);
  cipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error("not the last record");
  return padded.subarray(0, end);
}
