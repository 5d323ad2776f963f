/**
 * Suggestions where an expression cannot be read: habits of other query languages and of Japanese keyboards, numbers
 * and texts that are quoted the wrong way, unknown names.
 */
import { nearest } from "../../lib/text/nearest.ts";
import type { Language } from "./language.ts";
import { children, literalText, type Node } from "./syntax.ts";

interface Slip {
  /** Form of the text before the character that does not belong, and from it on. */
  readonly before?: RegExp;
  readonly from?: RegExp;
  readonly hint: string | ((from: string, before: string) => string);
}

const slips: readonly Slip[] = [
  { from: /^[“”„‟‘’「」『』＂＇]/, hint: "texts are written in plain quotes: \"7203\" or '7203'" },
  { from: /^[\u3000\u00a0\u2000-\u200a]/, hint: "this blank is another one than that of the space bar" },
  { from: /^[\p{Cc}\p{Cf}]/u, hint: "there is an invisible character here: type this place again" },
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
  { from: /^\}\}/, hint: "`{{ }}` is for texts: write the expression alone here" },
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

const longestOperand = 200;
const operand = /([A-Za-z_][\w.]*)\s*$/;
const words =
  /^(not\s+)?(contains|includes|i?like|starts_?with|begins_?with|ends_?with|matches|regexp?|rlike)\b\s*("[^"]*"|'[^']*')?/i;

/**
 * Translates a word between two values: `now.body contains "x"`, `now.name like "x%"`.
 * @param before the expression up to the word
 * @param from the expression from the word on
 */
function wordMeant(before: string, from: string): string | undefined {
  // Strangers write conditions, too: a longer one would be searched through at each of its letters.
  const [, name] = operand.exec(before.slice(-longestOperand)) ?? [];
  const x = name === undefined ? "x" : name.includes(".") ? name : `now.${name}`;
  const [, not, word, given = '"..."'] = words.exec(from) ?? [];
  if (word !== undefined) return `write ${not ? "!" : ""}${called(x, word.toLowerCase(), given)}`;
  const [, least, most] = /^between\s+([\d.]+)\s+and\s+([\d.]+)/i.exec(from) ?? [];
  if (least !== undefined) return `write ${x} >= ${least} && ${x} <= ${most}`;
  if (/^not\s+in\b/i.test(from)) return `write !(${x} in [...])`;
  const [, isNot, isNull] = /^is\s+(not\s+)?(null\b|none\b)?/i.exec(from) ?? [];
  if (isNull !== undefined) return `write ${isNot ? "" : "!"}has(${x})`;
  if (/^is\b/i.test(from)) return isNot ? "`!=` means another one" : "`==` compares";
  return undefined;
}

function called(x: string, word: string, given: string): string {
  if (!/like$/.test(word)) return `${x}.${methodOf(word)}(${given})`;
  const [, before, text, after] = /^["'](%?)(.*?)(%?)["']$/.exec(given) ?? [];
  const [, method] = [
    [!before && after, "startsWith"] as const,
    [before && !after, "endsWith"] as const,
    [true, "contains"] as const,
  ].find(([isMeant]) => isMeant) ?? ["", "contains"];
  return `${x}.${method}(${JSON.stringify(text ?? "...")})`;
}

function methodOf(word: string): string {
  if (/^(starts|begins)/.test(word)) return "startsWith";
  if (word.startsWith("ends")) return "endsWith";
  return /^(contains|includes)/.test(word) ? "contains" : "matches";
}

/** The word of ours for a function of another language; undefined where there is none. */
export function functionMeant(called: string): string | undefined {
  return ours.find(([form]) => form.test(called))?.[1];
}

const ours: readonly (readonly [RegExp, string])[] = [
  [/^(includes|has_text|search|find|icontains)$/i, "contains"],
  [/^(starts_?with|begins_?with)$/i, "startsWith"],
  [/^ends_?with$/i, "endsWith"],
  [/^(len|length|strlen)$/i, "size"],
  [/^(match|regexp?|test)$/i, "matches"],
  [/^(to_?lower(case)?|lower|lcase)$/i, "lowerAscii"],
  [/^(to_?upper(case)?|upper|ucase)$/i, "upperAscii"],
  [/^(any|contains_?any|in_any)$/i, "has_any"],
  [/^(some)$/i, "exists"],
  [/^(every)$/i, "all"],
];

/** Finds a number without quotes, such as a stock code, or in quotes, where the other is meant; and how to write it. */
export function misquoted(node: Node, source: string): { index: number; suggestion: string } | undefined {
  if (!comparing.has(node.op)) return undefined;
  const [day] = /^\d{4}-\d{2}-\d{2}(?!\d)/.exec(source.slice(dayPlace(node))) ?? [];
  if (day !== undefined) return { index: dayPlace(node), suggestion: `put it in quotes: "${day}"` };
  const written = children(node).flatMap((side) => (side.op === "list" ? children(side) : [side]));
  const number = written.find(isNumber);
  if (number !== undefined) {
    const digits = source.slice(number.start, number.end);
    return { index: number.start, suggestion: `put it in quotes: "${digits}"` };
  }
  const text = written.find((one) => /^-?\d+(\.\d+)?$/.test(literalText(one) ?? ""));
  if (text === undefined) return undefined;
  return { index: text.start, suggestion: `write it without quotes: ${literalText(text)}` };
}

/** Place of a day without quotes, which is read as a subtraction. */
function dayPlace(node: Node): number {
  return children(node).find(({ op }) => op === "-")?.start ?? node.end;
}

const comparing = new Set(["==", "!=", "<", "<=", ">", ">=", "in"]);

function isNumber({ op, args }: Node): boolean {
  return op === "value" && (typeof args === "number" || typeof args === "bigint");
}

/** Suggests what an unknown name was meant to be: a field without its record, or a list. */
export function nameMeant(
  id: string,
  names: ReadonlySet<string>,
  { shapes, reference, stands, conditionMeant }: Language,
): string | undefined {
  if (id === "params") return "the rule has none: `params: { level: 1 }` gives it one";
  if (id === "standing" || id === "latest")
    return stands === undefined
      ? "current items are for rules, and cannot be used here"
      : "`standing:` at the top of a file defines what `standing.NAME` is";
  if (id === "found") return "what conditions over several events find is for `title` and `body`";
  if (/^(true|false)$/i.test(id)) return `did you mean \`${id.toLowerCase()}\`?`;
  const known = [
    ...[...(shapes.get("Item")?.keys() ?? [])].map((field) => [field, `now.${field}`] as const),
    ...Object.keys(reference?.lists ?? {}).map((list) => [list, `lists.${list}`] as const),
    ...[...(shapes.get("Event")?.keys() ?? [])].map((field) => [field, `event.${field}`] as const),
  ];
  const meant = new Map(known.reverse());
  const several = meant.has(id) ? undefined : conditionMeant?.(id);
  if (several !== undefined) return several;
  const near = meant.has(id) ? id : (nearest(id, names) ?? nearest(id, meant.keys()));
  return near && `did you mean \`${meant.get(near) ?? near}\`?`;
}
