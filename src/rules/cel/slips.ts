/** What was probably meant where an expression cannot be read: habits of other languages, and of Japanese keyboards. */

import { wordMeant } from "./borrowed-words.ts";

interface Slip {
  /** Of what stands before the character that does not belong, and from it on. */
  readonly before?: RegExp;
  readonly from?: RegExp;
  readonly hint: string | ((from: string, before: string) => string);
}

const slips: readonly Slip[] = [
  { from: /^[“”„‟‘’「」『』＂＇]/, hint: "texts are written in plain quotes: \"7203\" or '7203'" },
  { from: /^[\u3000\u00a0\u2000-\u200a]/, hint: "this blank is another one than that of the space bar" },
  { from: /^[\p{Cc}\p{Cf}]/u, hint: "a character that cannot be seen stands here: write this place anew" },
  { from: /^[！-～￥]/, hint: (from) => `write it in half width: ${halfWidth(from)}` },
  { from: /^[≥≧≤≦≠]/, hint: (from) => `write ${signs[from.charAt(0)] ?? ""}` },
  { from: /^(and|or|not)\b/i, hint: "`&&` means and, `||` or, `!` not" },
  { before: /\bnot\s*$/i, hint: "`&&` means and, `||` or, `!` not" },
  {
    before: /\d\s*%\s*$/,
    hint: "`%` is what is left of a division; ratios are percent as they are: 1 is 1 %",
  },
  { from: /^=([<>])/, hint: (from) => `write ${from.charAt(1)}=` },
  { from: /^\.\d/, hint: (from) => `write 0${/^\.\d+/.exec(from)?.[0] ?? ""}` },
  { from: /^=~/, hint: '`x.matches("...")` asks for a pattern' },
  { from: /^>/, before: /<$/, hint: "`!=` means another one" },
  { from: /^=/, hint: "`==` compares" },
  { from: /^&/, hint: "`&&` means and" },
  { from: /^\|/, hint: "`||` means or" },
  {
    from: /^,\d{3}\b/,
    before: /\d$/,
    hint: (from, before) => `numbers have no commas: ${plain(from, before)}`,
  },
  { from: /^,/, before: /\bin\s*\([^()]*$/, hint: 'a list is written in brackets: ["7203", "6758"]' },
  { from: /^\}\}/, hint: "`{{ }}` is for texts: here the expression stands alone" },
];

/** @param index of the character that does not belong where it stands */
export function slipAt(source: string, index: number): string | undefined {
  const before = source.slice(0, index);
  const blanks = /^[ \t\r\n]*/.exec(source.slice(index))?.[0].length ?? 0;
  const from = source.slice(index + blanks);
  const word = wordMeant(before, from);
  if (word !== undefined) return word;
  const slip = slips.find((one) => (one.before?.test(before) ?? true) && (one.from?.test(from) ?? true));
  return typeof slip?.hint === "function" ? slip.hint(from, before) : slip?.hint;
}

const signs: Readonly<Record<string, string>> = { "≥": ">=", "≧": ">=", "≤": "<=", "≦": "<=", "≠": "!=" };

function halfWidth(from: string): string {
  const [wide = ""] = /^[！-～￥]+/.exec(from) ?? [];
  return wide.normalize("NFKC");
}

/** The number with all its groups of digits. */
function plain(from: string, before: string): string {
  const [digits = ""] = /\d+$/.exec(before) ?? [];
  const [groups = ""] = /^(,\d{3}\b)+/.exec(from) ?? [];
  return digits + groups.replaceAll(",", "");
}
