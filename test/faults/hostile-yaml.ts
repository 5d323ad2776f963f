/** Rule files made to take long, to grow, to name what they may not, or to be read as something else. */

const rule = "rules:\n  - name: odd\n    on: source.failed\n    title: x\n";
const times = (count: number, of: (at: number) => string, between = "") =>
  Array.from({ length: count }, (_, at) => of(at)).join(between);
const utf16 = (text: string, swap: boolean): Buffer => {
  const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
  return swap ? bytes.swap16() : bytes;
};
const around = (bytes: readonly number[]) =>
  Buffer.concat([Buffer.from(`${rule}    body: "`), Buffer.from(bytes), Buffer.from('"\n')]);

/** A list of ten of the list before, ten times over. */
const laughs = (written: (level: number) => string) =>
  `lists:\n  l0: &l0 [lol]\n${times(10, (at) => written(at + 1))}${rule}`;

/** The first one takes longest to read. */
export const hostileYaml: Readonly<Record<string, string | Buffer>> = {
  "40,000 lines that are no YAML": "a: b: c\n".repeat(40_000),
  "aliases of aliases, in flow": laughs(
    (at) => `  l${at}: &l${at} [${times(10, () => `*l${at - 1}`, ", ")}]\n`,
  ),
  "aliases of aliases, in blocks": laughs(
    (at) => `  l${at}: &l${at}\n${times(10, () => `    - *l${at - 1}\n`)}`,
  ),
  "merge keys of merge keys": laughs(
    (at) => `  l${at}: &l${at} { <<: [*l${at - 1}, *l${at - 1}], k${at}: 1 }\n`,
  ),
  "an alias of itself": `lists: &a { words: [*a] }\n${rule}`,
  "an alias as a key": "lists: { words: [&w a] }\n*w : 1\n",
  "50,000 anchors": `lists:\n  words:\n${times(50_000, (at) => `    - &a${at} w\n`)}`,
  "900,000 opening brackets": "[".repeat(900_000),
  "brackets, closed": `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
  "braces with keys": "{a: ".repeat(20_000),
  "maps 1,000 deep, in blocks": times(1_000, (at) => `${" ".repeat(at)}a:\n`),
  "lists 20,000 deep on a line": "- ".repeat(20_000),
  "keys 20,000 deep on a line": "? ".repeat(20_000),
  "a key that is a map": "? { a: 1 }\n: 2\n",
  "100,000 tags": "!!x ".repeat(100_000),
  "a tag that makes a program": `${rule}    labels: { a: !!js/function "function () { process.exit() }" }\n`,
  "a binary tag": `${rule}    body: !!binary aGVsbG8=\n`,
  "a set and a timestamp": `lists: !!set { a, b }\n${rule}    body: !!timestamp 2026-01-05\n`,
  "the same key twice": `${rule}    title: y\n`,
  "the same key 30,000 times": "a: 1\n".repeat(30_000),
  "__proto__ as a key": `__proto__: { polluted: yes }\n${rule}`,
  "__proto__ in flow": `${rule}    labels: { "__proto__": { polluted: "yes" }, constructor: { prototype: x } }\n`,
  "__proto__ as a list": `lists: { __proto__: [polluted] }\n${rule}`,
  "UTF-16, its little end first": utf16(rule, false),
  "UTF-16, its big end first": utf16(rule, true),
  Shift_JIS: around([0x95, 0x5c, 0x83, 0x5c, 0x8c, 0x76]),
  "EUC-JP": around([0xc6, 0xfc, 0xcb, 0xdc]),
  "a surrogate alone, in bytes": around([0xed, 0xa0, 0x80]),
  "a surrogate alone, escaped": `${rule}    body: "\\ud800 {{ now.source }}"\n`,
  "bytes that say a slash in two": around([0xc0, 0xaf]),
  NUL: `${rule}    body: "a\0b"\n`,
  "a byte order mark, and nothing": "\ufeff",
  "a byte order mark, and a rule": `\ufeff${rule}`,
  "byte order marks within": `${rule}\ufeff    body: x\n`,
  "signs that turn the writing": `${rule}    body: "\u202e\u2066\u0007\u009b31m"\n`,
  "lines that end as on old computers": rule.replaceAll("\n", "\r"),
  "a name of 900,000 letters": `rules:\n  - name: ${"a".repeat(900_000)}\n    on: source.failed\n    title: x\n`,
  "an unknown key of 900,000 letters": `${rule}    ${"a".repeat(900_000)}: 1\n`,
  "a pattern that never ends": `${rule}    when: now.message.matches("(a+)+$")\n`,
  "a number of 100,000 digits": `${rule}    cooldown: ${"9".repeat(100_000)}\n`,
  "a list of 150,000 codes": `lists: { all: [${times(150_000, String, ", ")}] }\n${rule}`,
  "a title of 40,000 holes": rule.replace("title: x", `title: "${"{{".repeat(40_000)}"`),
  "a hundred documents": "--- a\n".repeat(100),
  "2,000 directives": "%YAML 1.2\n".repeat(2_000),
};
