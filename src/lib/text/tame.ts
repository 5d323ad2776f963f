/**
 * Texts made fit to be shown. Strangers' texts lose control characters and what turns the writing direction. Secrets are
 * taken out of the lines of files that people wrote, and out of what services repeat.
 */

// Controls, direction overrides, invisible marks that join nothing, and the byte order mark.
const invisible = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;
const lineEnd = /\r\n|[\r\n\u0085\u2028\u2029]/g;
const halfPair = /\p{Cs}/gu;

/** Matches characters that may have to be tamed; a text without any of them stays as it is. */
const odd = /[^ -~\u00a1-\u00ac\u00ae-\u1fff\u2010-\u2027\u3000-\ud7ff\uff01-\uff9f]| {2}/;

/** One line, at most `most` UTF-16 units, the last one an ellipsis where something was cut. */
export function tameLine(text: string, most: number): string {
  if (!odd.test(text)) return cut(text.trim(), most);
  const line = tameCharacters(text.replace(lineEnd, " ").replaceAll("\t", " "));
  return cut(line.replace(/ {2,}/g, " ").trim(), most);
}

/** Several lines; the only control character left is the newline. */
export function tameLines(text: string, most: number): string {
  if (!odd.test(text)) return cut(text.trim(), most);
  const lines = text.replace(lineEnd, "\n").replaceAll("\t", " ").split("\n").map(tameCharacters);
  return cut(lines.join("\n").trim(), most);
}

function tameCharacters(text: string): string {
  return text.replace(invisible, "").replace(halfPair, "\ufffd");
}

/** Whether nobody sees anything of a text: it is empty, or of blanks and characters without a shape. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Cf}\p{Cc}]/u.test(text);
}

/** At most `most` UTF-16 units of a text, the last one an ellipsis where something was cut. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

const longestAnswer = 500;

/** An answer of a server or of the system, fit to be logged and stored: one line of bounded length, its secrets taken out. */
export function tameAnswer(text: string, secrets: readonly string[]): string {
  return tameLine(blotOut(text, secrets), longestAnswer);
}

export interface Secrets {
  /** Whether a key of this name holds one. */
  isSecretKey(name: string): boolean;
  /** Places of further keys, as `line:column` from 1: what they hold is hidden, too. */
  readonly keysAt?: ReadonlySet<string>;
}

// Each has a longest form, or a line of a million characters would take hours.
const keyAndColon = /(["']?)([\p{L}\p{N}_.-]{1,60})\1\s*:(?=\s|$)/gu;
const userOfAddress = /[^\s/"'@]{0,100}:[^\s/"'@]{0,100}(?=@)|(?<=:\/\/)[^\s@]{1,200}(?=@)/g;
const queryOfAddress = /(?<=:\/\/[^\s"'?#]{0,200}[?#])[^\s"']+/g;
/** Behind the host of a `url`: some addresses are all that a service asks for. */
const pathOfAddress = /(?<=\burl["']?\s{0,9}:\s{0,9}["']?https?:\/\/[^\s"'/]{1,200}\/)[^\s"',}]{12,}/g;
/** Names of variables and files, which say where a secret is and not what. */
const references = /["']?\$\{(?:[A-Z0-9_]+(?::-(?:simulated|file:[^}\s]*)?)?|file:[^}]*)\}["']?/g;
/** A folder for mails. */
const folderForm = /^["']?file:[^\s"']*["']?$/;
/** Too short for a secret, where nobody knows whether a key holds one. */
const shortForm = /^(?:"[^"\s]{1,7}"|'[^'\s]{1,7}'|[^\s"'[\]{}|>&*]{1,7})$/;

export function maskSecrets(text: string, secrets: Secrets): string {
  // Indentation of the secret key whose lines these are.
  let below: number | undefined;
  const lines = text.split("\n").map((line, index) => {
    const indent = line.length - line.trimStart().length;
    if (line.trim() === "") return line;
    // A list may stand at its key's own indentation.
    if (below !== undefined && (indent > below || (indent === below && line.trimStart().startsWith("- ")))) {
      return line.slice(0, indent) + hidden(line.slice(indent));
    }
    const isNamed = (column: number) => secrets.keysAt?.has(`${index + 1}:${column}`) === true;
    const masked = maskLine(line, (key, column, value) => {
      return secrets.isSecretKey(key) || (isNamed(column) && !shortForm.test(value.trim()));
    });
    // A key in a list stands behind its `- `.
    below = masked.endsOpen ? indent : undefined;
    return masked.line;
  });
  return lines.join("\n");
}

/** `endsOpen`: what a secret key says goes on, or may go on, below. */
function maskLine(
  line: string,
  isSecret: (key: string, column: number, value: string) => boolean,
): { line: string; endsOpen: boolean } {
  let masked = "";
  let at = 0;
  let endsOpen = false;
  for (const key of line.matchAll(keyAndColon)) {
    if (key.index < at) continue;
    const from = key.index + key[0].length;
    const to = valueEnd(line, from);
    if (!isSecret(key[2] ?? "", key.index + 1, line.slice(from, to))) continue;
    endsOpen ||= to === line.length;
    masked += line.slice(at, from) + hidden(line.slice(from, to));
    at = to;
  }
  masked += line.slice(at);
  return { line: maskAnywhere(masked), endsOpen };
}

/** Masks secrets that can stand anywhere: a login or a query in an address, and words that look random. */
function maskAnywhere(line: string): string {
  return line
    .replace(userOfAddress, stars)
    .replace(queryOfAddress, stars)
    .replace(pathOfAddress, stars)
    .replace(/[A-Za-z0-9+=]{16,}/g, (word) => (looksDrawn(word) ? stars(word) : word));
}

/** Names have their digits together; keys and tokens do not. */
function looksDrawn(word: string): boolean {
  return (word.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g) ?? []).length >= 3;
}

function valueEnd(line: string, from: number): number {
  const rest = line.slice(from);
  const [whole = ""] = /^\s*(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|\[[^\]]*\])/.exec(rest) ?? [];
  if (whole !== "") return from + whole.length;
  // Inside braces a plain value ends at a comma or brace; elsewhere these belong to it. A map is hidden whole.
  const isMap = /^\s*\{/.test(rest);
  const plain = line.slice(0, from).includes("{") && !isMap ? /^(?:\$\{[^}]*\}|[^,}])*/ : /^.*/;
  return from + (plain.exec(rest)?.[0].length ?? 0);
}

function hidden(value: string): string {
  if (folderForm.test(value.trim())) return value;
  let at = 0;
  let shown = "";
  for (const { index, 0: reference } of value.matchAll(references)) {
    shown += stars(value.slice(at, index)) + reference;
    at = index + reference.length;
  }
  return shown + stars(value.slice(at));
}

function stars(text: string): string {
  return text.replace(/\S/g, "*");
}

/** A shorter one is part of ordinary words: it counts only where it stands by itself. */
const shortest = 4;

const sign = "***";

/** The text with `***` for each secret. */
export function blotOut(text: string, secrets: readonly string[]): string {
  // A secret may begin with another one.
  const longestFirst = secrets.filter((secret) => secret !== "").sort((a, b) => b.length - a.length);
  return longestFirst.reduce(
    (shown, secret) =>
      secret.length < shortest
        ? shown.replace(byItself(secret), () => sign)
        : shown.replaceAll(secret, () => sign),
    text,
  );
}

function byItself(secret: string): RegExp {
  const literal = secret.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, "gu");
}
