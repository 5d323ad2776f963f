import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFolder, fold } from "../../../src/lib/text/fold.ts";

describe("fold", () => {
  it.each([
    ["ＡＢＣ１２３", "abc123"],
    ["ｽﾄｯﾌﾟ高", "すとっぷ高"],
    ["ストップ高", "すとっぷ高"],
    ["ｶﾞ", "が"],
    ["ヴヶヽヾ", "ゔゖゝゞ"],
    ["ー", "ー"],
    ["Earnings", "earnings"],
    ["㈱", "(株)"],
  ])("makes %s and %s the same", (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it("changes nothing when done twice", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
      { numRuns: 3_000 },
    );
  });

  it("changes nothing when done twice, for every character before a combining mark", () => {
    for (let point = 0; point < 0x3_0000; point++) {
      if (point >= 0xd800 && point < 0xe000) continue;
      const text = `${String.fromCodePoint(point)}\u0327\u3099`;
      const once = fold(text);
      if (fold(once) !== once) throw new Error(`U+${point.toString(16)} folds further`);
    }
  });
});

describe("createFolder", () => {
  it("answers as fold does, also after it forgot", () => {
    const remembering = createFolder(10);
    const texts = ["アイウ", "ABC", "アイウ", "x".repeat(20), "ABC", "アイウ"];
    expect(texts.map(remembering)).toEqual(texts.map(fold));
  });
});
