/** A message as a push service takes it: encrypted for its device alone (RFC 8291), and signed by the monitor (RFC 8292). */
import { createECDH, createPrivateKey, type KeyObject, sign } from "node:crypto";
import ece from "http_ece";
import type { Device } from "../../model/devices.ts";

const curve = "prime256v1";

/** The monitor's key, by which push services know it: devices sign up with the public half. */
export interface SenderKey {
  /** Base64url, 65 bytes: the whole point. */
  readonly publicKey: string;
  readonly key: KeyObject;
}

/** Name under which the private half is kept. */
export const senderKeyName = "push.key";

const keyBytes = 32;

/** @param kept the private half, base64url; undefined where that is none */
export function senderKeyOf(kept: string | undefined): SenderKey | undefined {
  const own = Buffer.from(kept ?? "", "base64url");
  if (own.length !== keyBytes) return undefined;
  const pair = createECDH(curve);
  pair.setPrivateKey(own);
  const point = pair.getPublicKey();
  const half = (from: number) => point.subarray(from, from + keyBytes).toString("base64url");
  const jwk = { kty: "EC", crv: "P-256", d: own.toString("base64url"), x: half(1), y: half(1 + keyBytes) };
  return { publicKey: point.toString("base64url"), key: createPrivateKey({ format: "jwk", key: jwk }) };
}

/** A private half, base64url. */
export function createSenderKey(): string {
  const pair = createECDH(curve);
  pair.generateKeys();
  // Zeros at its beginning are left out.
  const own = pair.getPrivateKey();
  return Buffer.concat([Buffer.alloc(keyBytes - own.length), own]).toString("base64url");
}

/** Push services refuse a signature that holds for more than a day. */
const signedForMs = 12 * 3_600_000;

export interface SealingOptions {
  readonly sender: SenderKey;
  /** mailto: or https: */
  readonly contact: string;
  /** ms since 1970. */
  readonly now: number;
}

/** The encrypted body, with a key pair of its own each time, and the header that says who sends it. */
export function sealedRequest(plain: string, device: Device, { sender, contact, now }: SealingOptions) {
  const pair = createECDH(curve);
  pair.generateKeys();
  const body = ece.encrypt(Buffer.from(plain), {
    ...{ version: "aes128gcm", privateKey: pair, dh: device.p256dh, authSecret: device.auth },
  });
  const claims = {
    ...{ aud: new URL(device.endpoint).origin, exp: Math.floor((now + signedForMs) / 1_000), sub: contact },
  };
  const signed = [{ typ: "JWT", alg: "ES256" }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  const how = { key: sender.key, dsaEncoding: "ieee-p1363" } as const;
  const signature = sign("sha256", Buffer.from(signed), how).toString("base64url");
  return { body, authorization: `vapid t=${signed}.${signature}, k=${sender.publicKey}` };
}
/** Whether these are a device's keys: a point of the curve, and 16 bytes. */
export function areDeviceKeys({ p256dh, auth }: Pick<Device, "p256dh" | "auth">): boolean {
  try {
    const pair = createECDH(curve);
    pair.generateKeys();
    pair.computeSecret(Buffer.from(p256dh, "base64url"));
    return Buffer.from(p256dh, "base64url").length === 65 && Buffer.from(auth, "base64url").length === 16;
  } catch {
    return false;
  }
}
