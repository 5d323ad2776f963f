/**
 * A config file's text without its secrets, for showing its lines: every character of them is a `*`, so that columns
 * stay. It reads lines, since it is needed where the file is no YAML; in doubt it hides too much.
 */
import { nearest } from "../lib/text/nearest.ts";

const secretKeys = ["apiKey", "tokens", "smtp"];
const secretWords = /key|token|smtp|pass|secret|auth|credential/i;
const keyAndColon = /(["']?)([A-Za-z_-]+)\1\s*:(?=\s|$)/g;
const userOfAddress = /(:\/\/)[^\s@]+(?=@)/g;
/** Names a secret and holds none. */
const reference = /^["']?\$\{(?:[A-Z0-9_]+(?::-(?:simulated)?)?|file:[^}]*)\}["']?$/;

export function maskSecrets(text: string): string {
  // Indentation of the secret key whose lines these are.
  let below: number | undefined;
  const lines = text.split("\n").map((line) => {
    const indent = line.length - line.trimStart().length;
    if (line.trim() === "") return line;
    // A list may stand at its key's own indentation.
    if (below !== undefined && (indent > below || (indent === below && line.trimStart().startsWith("- ")))) {
      return line.slice(0, indent) + stars(line.slice(indent));
    }
    const masked = maskLine(line);
    below = masked.endsOpen ? indent : undefined;
    return masked.line;
  });
  return lines.join("\n");
}

/** `endsOpen`: what a secret key says goes on, or may go on, below. */
function maskLine(line: string): { line: string; endsOpen: boolean } {
  let masked = "";
  let at = 0;
  let endsOpen = false;
  for (const key of line.matchAll(keyAndColon)) {
    if (key.index < at || !isSecret(key[2] ?? "")) continue;
    const from = key.index + key[0].length;
    const to = valueEnd(line, from);
    endsOpen ||= to === line.length;
    masked += line.slice(at, from) + hidden(line.slice(from, to));
    at = to;
  }
  masked += line.slice(at);
  return {
    line: masked.replace(userOfAddress, (user, sign: string) => sign + stars(user.slice(3))),
    endsOpen,
  };
}

function isSecret(key: string): boolean {
  return secretWords.test(key) || nearest(key, secretKeys) !== undefined;
}

function valueEnd(line: string, from: number): number {
  const rest = line.slice(from);
  const [whole = ""] = /^\s*(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|\[[^\]]*\])/.exec(rest) ?? [];
  if (whole !== "") return from + whole.length;
  // Inside braces a plain value ends at a comma or brace; elsewhere these belong to it.
  const plain = line.slice(0, from).includes("{") ? /^(?:\$\{[^}]*\}|[^,}])*/ : /^.*/;
  return from + (plain.exec(rest)?.[0].length ?? 0);
}

function hidden(value: string): string {
  return reference.test(value.trim()) ? value : stars(value);
}

function stars(text: string): string {
  return text.replace(/\S/g, "*");
}
