import { expect, it } from "vitest";
import { encodeShiftJis } from "../../src/simulator/statistics/bodies.ts";
import { fc } from "../support/fast-check.ts";

const decode = (bytes: Uint8Array) => new TextDecoder("shift_jis").decode(bytes);

it("is read back by the decoder, whatever the mix of scripts", () => {
  const letters = [..."aZ 9,~年％無担保コール翌日物、①ｶﾅァ髙﨑"];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...letters)), (text) => {
      expect(decode(encodeShiftJis(text.join("")))).toBe(text.join(""));
    }),
  );
});

it("writes a question mark for what the encoding does not have", () => {
  expect(encodeShiftJis("a😀ñ").toString()).toBe("a??");
});
