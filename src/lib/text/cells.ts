/** Counts the cells of a terminal that a character takes: two if it is East-Asian wide, none if it only decorates. */
export function cellsOf(character: string): number {
  const codePoint = character.codePointAt(0) ?? 0;
  if (codePoint < 0x300) return 1;
  if (decoration.test(character)) return 0;
  return wide.some(([first, last]) => first <= codePoint && codePoint <= last) ? 2 : 1;
}

const decoration = /^[\p{Mn}\p{Me}\p{Cf}]$/u;

/** Wide and full-width: kana, ideographs, Hangul, full-width forms, and pictures. Half-width kana are narrow. */
const wide: readonly (readonly [first: number, last: number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1f64f],
  [0x1f680, 0x1f6ff],
  [0x1f900, 0x1f9ff],
  [0x20000, 0x3fffd],
];
