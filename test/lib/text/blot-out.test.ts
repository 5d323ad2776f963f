import { describe, expect, it } from "vitest";
import { blotOut } from "../../../src/lib/text/tame.ts";
import { fc } from "../../support/fast-check.ts";

describe("a message without its secrets", () => {
  it("blots out a secret wherever it stands", () => {
    const key = "k3y-of-an-account";
    expect(blotOut(`x${key}y, ${key} and ?k=${key}`, [key])).toBe("x***y, *** and ?k=***");
  });
  it.each(["a", "A", "is", "no", "the"])("stays readable where the secret is as short as %j", (secret) => {
    expect(blotOut("This API is not available on your subscription.", [secret])).toMatch(
      /^This API (is|\*\*\*) not available on your subscription\.$/,
    );
  });
  it("blots out a short secret that stands by itself", () => {
    expect(blotOut("the key zq is bad (key=zq)", ["zq"])).toBe("the key *** is bad (key=***)");
    expect(blotOut("鍵は zq です", ["zq"])).toBe("鍵は *** です");
  });
  it("takes a longer secret first, and passes over an empty one", () => {
    expect(blotOut("secret-pass and secret-password", ["", "secret-pass", "secret-password"])).toBe(
      "*** and ***",
    );
  });
  it("holds no secret of four characters and more, whatever the message", () => {
    const secret = fc.string({ minLength: 4, maxLength: 12 }).filter((text) => !text.includes("*"));
    fc.assert(
      fc.property(fc.string(), secret, fc.string(), (before, one, after) => {
        expect(blotOut(`${before}${one}${after}`, [one])).not.toContain(one);
      }),
    );
  });
});
