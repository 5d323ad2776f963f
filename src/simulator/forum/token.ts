/** The forum's short-lived token: an HS256 JWT that holds nothing but its expiry. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Clock } from "../../lib/clock.ts";

export interface Tokens {
  issue(): string;
  /** Whether a token is ours and has not expired. */
  accepts(token: string): boolean;
}

export function createTokens(clock: Clock, validityMs: number): Tokens {
  // A new secret for every run: a token from before a restart is worth nothing.
  const secret = randomBytes(32);
  const header = encode({ alg: "HS256" });
  const sign = (content: string) => createHmac("sha256", secret).update(content).digest("base64url");
  return {
    issue() {
      const content = `${header}.${encode({ exp: Math.floor((clock.now() + validityMs) / 1000) })}`;
      return `${content}.${sign(content)}`;
    },
    accepts(token) {
      const [head, payload, signature = ""] = token.split(".");
      const expected = Buffer.from(sign(`${head}.${payload}`));
      const given = Buffer.from(signature);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
      const { exp } = JSON.parse(Buffer.from(payload ?? "", "base64url").toString()) as { exp: number };
      return clock.now() < exp * 1000;
    },
  };
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
