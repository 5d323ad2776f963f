import { describe, expect, it } from "vitest";
import { createFolder, type FoldedUnits, fold, foldUnits, foldWhole } from "../../../src/lib/text/fold.ts";
import { fc } from "../../support/fast-check.ts";
import { isLong, runsOf } from "../../support/runs.ts";

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
      { numRuns: runsOf({ quick: 1_000, long: 3_000 }) },
    );
  });

  it("changes nothing when done twice, for every character before a combining mark", () => {
    for (let point = 0; point < 0x3_0000; point++) {
      if (point >= 0xd800 && point < 0xe000) continue;
      // Ideographs that are folded to themselves, up to those that are the same as others.
      if (!isLong && point >= 0x2_0000 && point < 0x2_f800) continue;
      const text = `${String.fromCodePoint(point)}\u0327\u3099`;
      const once = fold(text);
      if (fold(once) !== once) throw new Error(`U+${point.toString(16)} folds further`);
    }
  });
});

describe("folding unit by unit", () => {
  const units = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit));
  const awkward = fc.constantFrom(
    ..."ｶﾞﾊﾟｳﾞｯﾄアがカΣΑΣ᾽İI\u0307\u0327e\u0301\u3099\u309a゛각ᄀ\u1161\u11a8ﾡￂ㈱ﷺ\u03f9\ud800\udc00😀👍🏽𝚺𠮷A。 ".split(
      "",
    ),
  );
  const texts = fc.oneof(
    fc.array(awkward, { maxLength: 12 }).map((letters) => letters.join("")),
    fc.array(fc.oneof(units, awkward), { maxLength: 12 }).map((letters) => letters.join("")),
    fc.string({ unit: "binary", maxLength: 30 }),
    fc.string({ unit: "grapheme", maxLength: 30 }),
  );

  it("gives what the passes over the whole text give", () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(fold(text)).toBe(foldWhole(text));
      }),
      { numRuns: runsOf({ quick: 5_000, long: 200_000 }) },
    );
  });

  it("gives the same for every unit between letters that compose", () => {
    const befores = [
      ..."aAeoうウｶﾊはｳ가AnΣあ漢1",
      "\u1100",
      "\u0627",
      "\u0928",
      "\u0b47",
      "\u1025",
      "\ud83d",
    ];
    for (let unit = 0; unit <= 0xffff; unit++) {
      const letter = String.fromCharCode(unit);
      const text = `${befores.map((before) => before + letter).join("")}\u3099a`;
      if (fold(text) !== foldWhole(text)) throw new Error(`U+${unit.toString(16)} folds otherwise`);
    }
  });

  it("gives the same for texts beyond its own length, and for those that grow", () => {
    for (const text of ["ｱ".repeat(30_000), "ﷺ".repeat(5_000), `${"Ａ".repeat(19_990)}㍿㍿㍿㍿`]) {
      expect(fold(text)).toBe(foldWhole(text));
    }
  });
});

describe("foldUnits", () => {
  const read = ({ units, length }: FoldedUnits) => String.fromCharCode(...units.subarray(0, length));

  it("holds a text while two others are folded", () => {
    const texts = ["アイウ", "ＡＢＣ😀ｶﾞ", "㈱ΑΣ"];
    const folded = texts.map(foldUnits);
    expect(folded.map(read)).toEqual(texts.map(foldWhole));
  });

  it("answers for each text, whatever was folded before", () => {
    const text = fc.constantFrom("", "アイウ", "アイエ", "ＡＢＣ", "ｶﾞ", "㈱", "ΑΣ", "a", "Ａ");
    fc.assert(
      fc.property(fc.array(text, { maxLength: 20 }), (texts) => {
        for (const each of texts) expect(read(foldUnits(each))).toBe(foldWhole(each));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("createFolder", () => {
  it("answers as fold does, also after it forgot", () => {
    const remembering = createFolder(10);
    const texts = ["アイウ", "ABC", "アイウ", "x".repeat(20), "ABC", "アイウ"];
    expect(texts.map(remembering)).toEqual(texts.map(fold));
  });
});
