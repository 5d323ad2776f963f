/** Texts of strangers by chance, and what of them is to be seen: an account of its own, letter by letter. */
import { payloads } from "../../../faults/hostile-payloads.ts";
import { fc } from "../../../support/fast-check.ts";

const pieces = [
  ..."\u0000\u0007\u000b\u001b\u007f\u0085\u009f\u200b\u200e\u200f\u202a\u202e\u2028\u2029\u2060\u2066\u2069\ufeff",
  ..."\t \u00a0\u3000\u200c\u200d\u00ad😀é架株ｶﾞ㈱﷽",
  ...["\ud83d", "\udc00", "\udfff\ud800", "\r", "\n", "\r\n", "\n\n", "\r\n\r\n", "\r\n ", "\n\t"],
  ...["\r\nBcc: thief@example.org", "\nX-Evil: 1", "\r\nSubject: other", "To: a@example.org,b@example.org"],
  ...[
    "<",
    ">",
    "&",
    '"',
    "'",
    "&lt;",
    "&#10;",
    "<b>",
    "</h1>",
    "</td></tr></table>",
    "<script>alert(1)</script>",
  ],
  ...[
    "<a href='https://evil.example/'>",
    "<img src=x onerror=1>",
    "<!--",
    "]]>",
    "<style>*{display:none}</style>",
  ],
  ...["=?UTF-8?B?QmNjOiB4QGV4YW1wbGUub3Jn?=", "=?utf-8?q?=0D=0AX-Evil:_1?=", "=?", "?=", "=0D=0A", "%0d%0a"],
  ...[
    "{{ now.code }}",
    "$" + "{7*7}",
    "{{",
    "}}",
    "{% if %}",
    "$&",
    "$1",
    "\\",
    "\\r\\n",
    "--",
    "\r\n--\r\n",
    "\r\n.\r\n",
  ],
  ...[
    "javascript:alert(1)",
    "https://evil.example/?a=b",
    "mailto:x@example.org?bcc=y@example.org",
    "cid:chart",
    "@",
  ],
  ...payloads("https://evil.example"),
];

/** A text that a stranger may have written. */
export const strangers: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((some) => some.join("")),
  },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 12 })
      .map((some) => some.join("")),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...pieces), fc.integer({ min: 50, max: 4_000 }))
      .map(([one, often]) => one.repeat(often).slice(0, 30_000)),
  },
);

const turning = (code: number) =>
  code === 0x200b ||
  code === 0x200e ||
  code === 0x200f ||
  code === 0xfeff ||
  (code >= 0x202a && code <= 0x202e) ||
  (code >= 0x2060 && code <= 0x2069);
const control = (code: number) => code < 0x20 || (code >= 0x7f && code <= 0x9f);
const half = (code: number) => code >= 0xd800 && code <= 0xdfff;

/** A line end becomes this, or a blank. */
function seen(text: string, lineEnd: string): string {
  let said = "";
  for (const letter of text.replaceAll("\r\n", "\n")) {
    const code = letter.codePointAt(0) ?? 0;
    if ([0x0a, 0x0d, 0x85, 0x2028, 0x2029].includes(code)) said += lineEnd;
    else if (code === 0x09) said += " ";
    else if (half(code)) said += "\ufffd";
    else if (!control(code) && !turning(code)) said += letter;
  }
  return said;
}

/** At most so many letters, the last one an ellipsis where some are missing. */
function atMost(letters: string, most: number): string {
  const all = [...letters];
  return all.length <= most ? letters : `${all.slice(0, most - 1).join("")}…`;
}

/** One line of at most `most` letters, no two blanks beside each other. */
export function shownLine(text: string, most: number): string {
  return atMost(
    seen(text, " ")
      .split(" ")
      .filter((word, index, all) => word !== "" || index === 0 || index === all.length - 1)
      .join(" ")
      .trim(),
    most,
  );
}

/** Several lines. */
export function shownLines(text: string, most: number): string {
  return atMost(seen(text, "\n").trim(), most);
}

/** The letters of a text that no mail may show: controls but for line ends, halves of letters, and what turns the writing. */
export function oddLetters(text: string): string {
  return [...text]
    .filter((letter) => {
      const code = letter.codePointAt(0) ?? 0;
      return code !== 0x0a && (control(code) || turning(code) || half(code));
    })
    .join("");
}
