/** Mistakes that the library's check lets pass: fields inside has(), words that a field can never hold, bad literals. */
import { didYouMean } from "../../lib/text/nearest.ts";
import { typeInWords } from "./explain.ts";
import type { Language } from "./language.ts";
import { latestItem } from "./named-fields.ts";
import type { FieldType } from "./records.ts";
import { rowLook } from "./reference.ts";
import { patternProblem } from "./search-functions.ts";
import { children, ExpressionError, literalText, type Node } from "./syntax.ts";
import { zoneProblem } from "./time-functions.ts";

/** Throws an ExpressionError at the first mistake. */
export function checkFields(node: Node, language: Language): void {
  if (node.op === "call") {
    const [called, given] = node.args as [string, Node[]];
    if (called === "has" && given[0] !== undefined) fieldAt(given[0], language);
    if ((called === "dyn" || called === "type") && language.shapes.has(given[0]?.checkedType?.name ?? "")) {
      throw new ExpressionError(node.start, "a record has its fields: name one of them");
    }
  }
  if (node.op === ".?") fieldAt(node, language);
  if (reading.has(node.op)) refuseFields(node);
  checkKey(rowLook(node, language.reference)?.key);
  if (node.op === "==" || node.op === "!=") {
    const [left, right] = node.args as [Node, Node];
    const table = [left, right].find(({ checkedType }) =>
      checkedType?.name.startsWith("map<string, Tables_"),
    );
    if (table !== undefined)
      throw new ExpressionError(table.start, "a table cannot be compared: name one of its rows");
    checkWords(fieldAt(left, language), [right]);
    checkWords(fieldAt(right, language), [left]);
  }
  if (node.op === "in") {
    const [left, right] = node.args as [Node, Node];
    if (right.op === "list") checkWords(fieldAt(left, language), right.args as Node[]);
  }
  for (const child of children(node)) checkFields(child, language);
}

const reading: ReadonlySet<string> = new Set([".", ".?", "[]", "[?]"]);

/** Refuses fields of moments and spans, of which the library would give those of their JavaScript objects, and of kinds. */
function refuseFields({ pos, args }: Node): void {
  const { name = "dyn" } = (args as [Node])[0].checkedType ?? {};
  if (name === "type") throw new ExpressionError(pos, "the name of a kind of value has no fields");
  if (name.startsWith("google.")) throw new ExpressionError(pos, `a ${typeInWords(name)} has no fields`);
}

/** Checks what `has` is asked about. Throws an ExpressionError for a field of an item of another source. */
export function checkHas(asked: Node | undefined): void {
  const [owner] = asked?.op === "." ? (asked.args as [Node]) : [];
  const item = latestItem(owner);
  if (asked === undefined || item === undefined) return;
  const list = `latest.${item.name}`;
  throw new ExpressionError(asked.start, `has() does not look into \`${list}\``, `write now.code in ${list}`);
}

/** The type of `now.a.b` or `now.?a`, where the node is such a path. Throws for a field that there is not. */
function fieldAt(node: Node, language: Language): FieldType | undefined {
  if (node.op !== "." && node.op !== ".?") return undefined;
  const [owner, field] = node.args as [Node, string];
  const shape = shapeAt(owner, language);
  const plain = shape === undefined ? kindWords[fieldAt(owner, language)?.kind ?? ""] : undefined;
  if (plain !== undefined) throw new ExpressionError(node.pos, `${plain} has no fields`);
  const type = shape?.get(field);
  if (shape !== undefined && type === undefined) {
    const path = owner.op === "id" ? String(owner.args) : "this";
    throw new ExpressionError(
      node.pos,
      `\`${path}\` has no field \`${field}\``,
      didYouMean(field, shape.keys()),
    );
  }
  return type;
}

/** The library takes numbers for places in a list, and finds no row by them. */
function checkKey(key: Node | undefined): void {
  const { name } = key?.checkedType ?? { name: "string" };
  if (key === undefined || name === "string" || name === "dyn") return;
  throw new ExpressionError(key.start, "a row is found by a text, such as now.code");
}

function shapeAt(node: Node, language: Language) {
  if (node.op === "id") {
    return language.shapes.get(recordNames[String(node.args)] ?? "");
  }
  const look = rowLook(node, language.reference);
  if (look !== undefined) return language.shapes.get(look.type);
  const type = fieldAt(node, language);
  return type?.kind === "object" ? type.shape : undefined;
}

const recordNames: Readonly<Record<string, string>> = {
  ...{ now: "Item", was: "Item", event: "Event", found: "Found", standing: "Standing" },
  ...{ lists: "Lists", tables: "Tables", watchlists: "Watchlists" },
};

function checkWords(type: FieldType | undefined, words: readonly Node[]): void {
  if (type?.kind !== "text" || type.values === undefined) return;
  for (const word of words) {
    const text = literalText(word);
    if (text === undefined || type.values.includes(text)) continue;
    const suggestion = didYouMean(text, type.values) ?? `it is one of ${type.values.join(", ")}`;
    throw new ExpressionError(word.start, `this field never is \`${text}\``, suggestion);
  }
}

const kindWords: Readonly<Record<string, string>> = {
  text: "a text",
  number: "a number",
  truth: "a condition",
};

/** Checks the keys of a map. Throws an ExpressionError for a key that every JavaScript object has. */
export function checkKeys({ args }: Node): void {
  const keys = (args as [Node, Node][]).map(([key]) => key);
  const bad = keys.find((key) => poisonous.has(literalText(key)));
  if (bad !== undefined) throw new ExpressionError(bad.start, `\`${literalText(bad)}\` cannot be a key`);
}

const poisonous: ReadonlySet<string | undefined> = new Set(["__proto__", "constructor", "prototype"]);

/** Throws an ExpressionError. */
export function checkPattern(pattern: Node | undefined): void {
  if (pattern === undefined) return;
  const text = literalText(pattern);
  if (text === undefined) throw new ExpressionError(pattern.start, "a pattern must be written out in quotes");
  const problem = patternProblem(text);
  if (problem !== undefined) throw new ExpressionError(pattern.start, problem);
}

/** Throws an ExpressionError. */
export function checkZone(zone: Node | undefined): void {
  const name = literalText(zone);
  const problem = name === undefined ? undefined : zoneProblem(name);
  if (zone === undefined || problem === undefined) return;
  throw new ExpressionError(zone.start, problem, "write it as in Asia/Tokyo");
}
