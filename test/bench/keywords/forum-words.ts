/** Made-up keywords and comments in the mixture of scripts that forums have; the same for the same seed. */

export interface ForumWords {
  readonly keywords: readonly string[];
  readonly comments: readonly string[];
}

const kanji = [
  ..."株価配当増減益決算業績修正上下高安値売買期待発表会社市場取引利確損切空信用残日本円今週来月年間予想実際個人機関投資家東京証券指数反発続急騰落材料新製品開発提携自動車電機鉄鋼銀行保険通信医薬食品建設不動産商事海運造船半導体電池素材化学石油航空鉄道倉庫水産農林紙繊維硝子土石金属機械精密輸送用器小売卸",
];
const hiragana = [..."のはがをにでとからまでですますねよかなもうだったしてるいこれそあり"];
const katakana = [
  ..."アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモラリルレロンッー",
];
const latin = [..."abcdefghijklmnoprstuvwy"];
const marks = [..."、。！？ 　…ｗ笑"];

/** One comment in ten holds a keyword. */
export function forumWords(
  count: number,
  { comments, length }: { comments: number; length: number },
): ForumWords {
  const random = seeded(count);
  const pick = (letters: readonly string[]): string => letters[Math.floor(random() * letters.length)] ?? "";
  const run = (letters: readonly string[], least: number, most: number): string =>
    Array.from({ length: least + Math.floor(random() * (most - least + 1)) }, () => pick(letters)).join("");
  const keywords = new Set<string>();
  while (keywords.size < count) {
    const kind = random();
    if (kind < 0.6) keywords.add(run(kanji, 3, 6));
    else if (kind < 0.85) keywords.add(run(katakana, 4, 8));
    else keywords.add(run(latin, 5, 9));
  }
  const listed = [...keywords];
  const comment = (at: number): string => {
    let text = "";
    while (text.length < length) {
      const kind = random();
      text += kind < 0.3 ? run(kanji, 1, 3) : kind < 0.42 ? run(katakana, 2, 5) : "";
      text += random() < 0.05 ? run(latin, 2, 6) : "";
      text += run(hiragana, 1, 4) + (random() < 0.1 ? pick(marks) : "");
    }
    const cut = text.slice(0, length);
    if (at % 10 !== 0) return cut;
    const middle = Math.floor(length / 2);
    const word = pick(listed);
    return (cut.slice(0, middle) + word + cut.slice(middle)).slice(0, length);
  };
  return { keywords: listed, comments: Array.from({ length: comments }, (_, at) => comment(at)) };
}

// Mulberry32, so that every run sees the same.
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
