/**
 * Every message that the program makes of a mistake, a refusal or a failure has its Japanese: the texts are read from
 * the calls that make them, each `${}` with what may stand there.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Node, parse } from "acorn";
import { transformSync } from "esbuild";
import { expect, test } from "vitest";
import { answerInJapanese } from "../../src/model/messages/in-japanese.ts";
import { sourcePaths } from "../architecture/imports.ts";

/** Whose words are for programs, are in both languages already, or are of a service that is simulated. */
const others = /^(web|client|simulator|model|server\/upgrade|outputs\/feed\/frames\/openapi)\b/;
/** Functions and properties that take a message. */
const makers = new Set(["Refused", "StoreError", "Failure", "refused", "refusal", "report"]);
const fields = new Set(["error", "message"]);
/** Parts of sentences, and sentences whose subject is known elsewhere. */
const parts = new Set([
  "this connection's conditions",
  "the conditions of all subscribers",
  "the definition of □",
  ": is wrong",
  "□: this never compares as one",
  "□: □ and  … □ in all more",
]);

/** Stands where the text has something of the file, of the call or of a service. */
const hole = "□";
const most = 64;

type Tree = Node & Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Tree =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

function* nodesIn(node: Tree): Generator<Tree> {
  yield node;
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* nodesIn(child);
}

/** The texts that an expression may be. */
function textsOf(node: unknown, known: ReadonlyMap<string, Tree>): string[] {
  if (!isNode(node)) return [hole];
  const both = (one: unknown, other: unknown) => [...textsOf(one, known), ...textsOf(other, known)];
  const joined = (lists: readonly (readonly string[])[]) =>
    lists.reduce<string[]>(
      (before, list) => before.flatMap((text) => list.map((more) => text + more)).slice(0, most),
      [""],
    );
  switch (node.type) {
    case "Literal":
      return ["string", "number"].includes(typeof node.value) ? [String(node.value)] : [hole];
    case "TemplateLiteral": {
      const quasis = node.quasis as { value: { cooked: string } }[];
      const inside = node.expressions as unknown[];
      return joined(
        quasis.flatMap(({ value }, at) => [
          [value.cooked],
          ...(at in inside ? [textsOf(inside[at], known)] : []),
        ]),
      );
    }
    case "ConditionalExpression":
      return both(node.consequent, node.alternate);
    case "LogicalExpression":
      return both(node.left, node.right);
    case "BinaryExpression":
      return node.operator === "+" ? joined([textsOf(node.left, known), textsOf(node.right, known)]) : [hole];
    case "ObjectExpression":
      return (node.properties as { value?: unknown }[]).flatMap(({ value }) => textsOf(value, known));
    case "MemberExpression":
      return node.computed && isNode(node.object) && node.object.type === "Identifier"
        ? textsOf(node.object, known)
        : [hole];
    case "Identifier": {
      const value = known.get(String(node.name));
      // Once: a text may be made of itself.
      return value === undefined
        ? [hole]
        : textsOf(value, new Map([...known].filter(([name]) => name !== node.name)));
    }
    default:
      return [hole];
  }
}

function messagesOf(text: string): string[] {
  const { code } = transformSync(text, { loader: "ts", target: "es2022" });
  const nodes = [...nodesIn(parse(code, { ecmaVersion: "latest", sourceType: "module" }) as unknown as Tree)];
  const known = new Map(
    nodes.flatMap(({ type, id, init }): [string, Tree][] =>
      type === "VariableDeclarator" && isNode(id) && isNode(init) ? [[String(id.name), init]] : [],
    ),
  );
  const taken = nodes.flatMap(({ type, callee, key, value, arguments: given }): unknown[] => {
    if (type === "Property") return isNode(key) && fields.has(String(key.name)) ? [value] : [];
    if (!isNode(callee)) return [];
    const named = isNode(callee.property) ? callee.property : callee;
    return makers.has(String(named.name)) ? (given as unknown[]) : [];
  });
  return taken.flatMap((node) => textsOf(node, known)).filter((said) => /[a-z]{2,} [a-z]/.test(said));
}

const made = new Set(
  sourcePaths()
    .filter((path) => path.endsWith(".ts") && !others.test(path))
    .map((path) => readFileSync(join(import.meta.dirname, "../../src", path), "utf8"))
    .filter((text) =>
      /\b(?:Refused|StoreError|Failure|refused|refusal|report)\(|\b(?:error|message): [`"]/.test(text),
    )
    .flatMap(messagesOf)
    .filter((message) => !parts.has(message)),
);

/** Calls, names and values that stand in a sentence of any language. */
const names = /`[^`]*`|"[^"]*"|PRAGMA [\w ]*|market td\/list|echo whsec_.*/g;

test("are many, and each has its Japanese", () => {
  expect(made.size).toBeGreaterThan(500);
  expect([...made].filter((message) => !/[ぁ-んァ-ヶ一-龠]/.test(answerInJapanese(message)))).toEqual([]);
});

test("leave no English sentence beside the Japanese", () => {
  const left = [...made].map((message) => answerInJapanese(message));
  expect(left.filter((text) => /[A-Za-z]{2,} [a-z]{2,}/.test(text.replace(names, "")))).toEqual([]);
});
