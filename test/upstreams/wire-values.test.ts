import { expect, test } from "vitest";
import { readText } from "../../src/upstreams/field-types.ts";
import { isUnknown } from "../../src/upstreams/record.ts";
import { fc } from "../support/fast-check.ts";

const pieces = fc.constantFrom(
  " ",
  "  ",
  "\u3000",
  "\t",
  "\n",
  "\u0000",
  "\u0085",
  "\u00a0",
  "\ud83d",
  "😀",
  "株",
  "ｶ",
  "~",
);
const text = fc.array(fc.oneof(pieces, fc.string({ unit: "grapheme" }))).map((parts) => parts.join(""));

test("any text comes out on one line, without control characters, halves of characters and spaces around it", () => {
  fc.assert(
    fc.property(text, (written) => {
      const expected = written
        .replace(/[\p{Cc}\s]+/gu, " ")
        .replace(/\p{Cs}/gu, "\ufffd")
        .trim();
      expect(readText(written)).toBe(expected);
    }),
    { numRuns: 3_000 },
  );
});

test.each([undefined, null, "", "-", "*", "  - ", "\u3000"])("%j is unknown", (value) => {
  expect(isUnknown(value)).toBe(true);
});

test.each([0, false, "--", "0", "a-", [], {}])("%j is a value", (value) => {
  expect(isUnknown(value)).toBe(false);
});
