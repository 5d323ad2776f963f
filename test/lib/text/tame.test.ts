import { describe, expect, it } from "vitest";
import { tameLine, tameLines } from "../../../src/lib/text/tame.ts";
import { fc } from "../../support/fast-check.ts";

const wild = fc.string({ unit: "binary", maxLength: 300 });

describe("tameLine", () => {
  it("leaves one line without controls and halves of characters, within its length, whatever the text", () => {
    fc.assert(
      fc.property(wild, fc.integer({ min: 1, max: 50 }), (text, most) => {
        const line = tameLine(text, most);
        expect(line).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\u202e]/u);
        expect(line.length).toBeLessThanOrEqual(most);
      }),
      { numRuns: 2_000 },
    );
  });

  it("leaves usual text as it is, but for blanks at its ends and next to each other", () => {
    for (const text of ["架空商事 (7203): 1.2 % – “空売り” ｶﾌﾞ", "é à ü ¥", "😀 𠮷野家"]) {
      expect(tameLine(text, 100)).toBe(text);
      expect(tameLine(`  ${text}\u3000`, 100)).toBe(text);
    }
    expect(tameLine("a  b", 100)).toBe("a b");
  });

  it("takes out whatever cannot be seen, in whatever text it stands", () => {
    const hidden = /[\p{Cc}\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff]/u;
    for (let unit = 0; unit <= 0xffff; unit += 1) {
      const text = tameLine(`a${String.fromCharCode(unit)}b`, 10);
      if (hidden.test(text)) throw new Error(unit.toString(16));
    }
  });

  it("makes line ends blanks and cuts with an ellipsis", () => {
    expect(tameLine("a\r\nb\tc\u202ed", 20)).toBe("a b cd");
    expect(tameLine("abcdef", 4)).toBe("abc…");
    expect(tameLine("ab😀cdef", 4)).toBe("ab…");
  });
});

describe("tameLines", () => {
  it("keeps newlines and no other control character", () => {
    fc.assert(
      fc.property(wild, (text) => {
        expect(tameLines(text, 1_000).replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029]/u);
      }),
    );
    expect(tameLines("a\r\nb\u2028c\u0007", 20)).toBe("a\nb\nc");
  });
});
