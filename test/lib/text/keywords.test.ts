import { describe, expect, it } from "vitest";
import { foldUnits, foldWhole } from "../../../src/lib/text/fold.ts";
import { createKeywords } from "../../../src/lib/text/keywords.ts";
import { fc } from "../../support/fast-check.ts";

/** Word by word: each once, by where it first begins, then by length. */
function slowlyFound(words: readonly string[], text: string): string[] {
  const folded = foldWhole(text);
  const written = new Map<string, string>();
  for (const word of words) if (!written.has(foldWhole(word))) written.set(foldWhole(word), word);
  return [...written]
    .map(([word, asWritten]) => ({ asWritten, start: folded.indexOf(word), length: word.length }))
    .filter(({ start }) => start >= 0)
    .sort((a, b) => a.start - b.start || a.length - b.length)
    .map(({ asWritten }) => asWritten);
}

const found = (words: readonly string[], text: string) => createKeywords(words).foundIn(foldUnits(text));
const occur = (words: readonly string[], text: string) => createKeywords(words).occurIn(foldUnits(text));

describe("keywords", () => {
  it("finds words that begin with any of many units, up to the last one of a page of 256", () => {
    const firsts = [0x61, 0xff, 0x30a2, 0x30ff, 0x4e00, 0x4eff, 0x5e00, 0x5eff, 0x9000, 0x90ff];
    const words = firsts.map((unit) => `${String.fromCharCode(unit)}0`);
    for (const word of words) expect(found(words, `-${word}-`)).toEqual([word]);
  });

  it.each([
    [["増配", "減配"], "来期は減配か増配か、減配だろう", ["減配", "増配"]],
    [["配", "増配", "増配当", "当"], "増配当だ", ["増配", "増配当", "配", "当"]],
    [["ストップ高", "ＥＡＲＮＩＮＧＳ"], "ｽﾄｯﾌﾟ高 earnings", ["ストップ高", "ＥＡＲＮＩＮＧＳ"]],
    [["か", "が"], "ｶﾞ", ["が"]],
    [["カ", "ガ"], "ｶ ﾞｶﾞ", ["カ", "ガ"]],
    [["ABC", "abc", "ＡＢＣ"], "xabcx", ["ABC"]],
    [["😀", "𠮷野", "👍"], "𠮷野👍", ["𠮷野", "👍"]],
    [["he", "she", "his", "hers"], "ushers", ["she", "he", "hers"]],
    [["aaa", "aab", "b"], "aaaab", ["aaa", "aab", "b"]],
    [["abcd", "bc"], "xabce", ["bc"]],
    [["ab"], "a", []],
    [["a"], "", []],
    [["\uffffa"], "a", []],
    [[], "anything", []],
  ])("of %j in %j are %j", (words, text, expected) => {
    expect(found(words, text)).toEqual(expected);
    expect(occur(words, text)).toBe(expected.length > 0);
  });

  it("are never empty", () => {
    expect(() => createKeywords(["a", ""])).toThrow("an empty word is in every text");
  });

  const alphabets = [
    ["a", "b"],
    ["a", "B", "ａ", "b", "c"],
    [..."かがカガｶﾞﾊﾟぱハ高安", "\u3099"],
    [..."増減配当株価急騰落"],
    [..."😀👍", "\ud83d", "\ude00", "\ud842", "\udfb7", "𠮷"],
  ];

  it("are what a loop over the words finds, whatever they and the text are", () => {
    // How short the shortest word is decides how a text is looked through.
    const cases = fc
      .tuple(fc.constantFrom(...alphabets), fc.integer({ min: 1, max: 4 }))
      .chain(([letters, shortest]) => {
        const made = (minLength: number, maxLength: number) =>
          fc.array(fc.constantFrom(...letters), { minLength, maxLength }).map((units) => units.join(""));
        return fc.record({ words: fc.array(made(shortest, 6), { maxLength: 30 }), text: made(0, 60) });
      });
    fc.assert(
      fc.property(cases, ({ words, text }) => {
        const expected = slowlyFound(words, text);
        expect(found(words, text)).toEqual(expected);
        expect(occur(words, text)).toBe(expected.length > 0);
      }),
      { numRuns: 5_000 },
    );
  });

  it("are found among thousands", () => {
    const word = fc.string({
      unit: fc.constantFrom(..."あいうえおアイウabc株価配当"),
      minLength: 2,
      maxLength: 6,
    });
    fc.assert(
      fc.property(fc.array(word, { minLength: 3_000, maxLength: 3_000 }), fc.array(word), (words, pieces) => {
        const text = pieces.join("、");
        expect(found(words, text)).toEqual(slowlyFound(words, text));
      }),
      { numRuns: 20 },
    );
  });

  it("that almost match everywhere cost steps in line with the text", () => {
    // Place by place it would be 20 thousand million steps.
    const keywords = createKeywords([
      `${"a".repeat(20_000)}b`,
      ...[..."cdefgh"].map((end) => "a".repeat(500) + end),
    ]);
    expect(keywords.occurIn(foldUnits("a".repeat(1_000_000)))).toBe(false);
  });

  it("of one letter are found at the ends and inside others", () => {
    expect(found(["高", "ストップ高", "a"], "a高ストップ高")).toEqual(["a", "高", "ストップ高"]);
    expect(occur(["高", "株価"], "株高")).toBe(true);
  });
});
