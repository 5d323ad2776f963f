/** What other query languages say with words, and how it is written here. */

const longestOperand = 200;
const operand = /([A-Za-z_][\w.]*)\s*$/;
const words =
  /^(not\s+)?(contains|includes|i?like|starts_?with|begins_?with|ends_?with|matches|regexp?|rlike)\b\s*("[^"]*"|'[^']*')?/i;

/**
 * What a word between two values asks for: `now.body contains "x"`, `now.name like "x%"`.
 * @param before the expression up to the word
 * @param from the expression from the word on
 */
export function wordMeant(before: string, from: string): string | undefined {
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
