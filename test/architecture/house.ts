/**
 * The figures of the repository's plan, counted from the parsed source: how much there is, how long its circles are, and
 * what repeats. `npx vitest run test/architecture/house.test.ts` holds them; `HOUSE=1` prints what is behind each.
 */
import { parseSync } from "vite";
import type { SourceFile } from "./imports.ts";

export interface House {
  readonly files: number;
  readonly lines: number;
  /** Files of the longest circle of imports, types counted; empty where there is none. */
  readonly circle: readonly string[];
  /** Exported names that stand in more than one file, with how many those are. */
  readonly repeated: readonly string[];
  /** Functions of more than sixty lines, each as `path:line`. */
  readonly long: readonly string[];
  /** Variables of modules that change, each as `path:line name`. */
  readonly variables: readonly string[];
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const longest = 60;

export function measureHouse(files: readonly SourceFile[]): House {
  const parsed = files.map(({ path, text }) => {
    const lang = path.endsWith("x") ? "tsx" : "ts";
    return { path, text, body: parseSync(path, text, { lang }).program.body as unknown as readonly Node[] };
  });
  const places = new Map<string, number>();
  for (const { body } of parsed)
    for (const name of new Set(body.flatMap(exportedNames))) places.set(name, (places.get(name) ?? 0) + 1);
  return {
    files: files.length,
    lines: files.reduce((sum, { lines }) => sum + lines, 0),
    circle: longestCircle(new Map(files.map(({ path, imports }) => [path, imports]))),
    repeated: [...places].flatMap(([name, count]) => (count > 1 ? [`${name} ${count}`] : [])).sort(),
    long: parsed.flatMap(({ path, text, body }) =>
      functionsIn(body)
        .filter(({ start, end }) => text.slice(start, end).split("\n").length > longest)
        .map(({ start }) => `${path}:${lineAt(text, start)}`),
    ),
    variables: parsed.flatMap(({ path, text, body }) =>
      body
        .map(declared)
        .filter((one) => one.type === "VariableDeclaration" && one.kind === "let")
        .map((one) => `${path}:${lineAt(text, one.start)} ${namesIn(one).join(" ")}`),
    ),
  };
}

const lineAt = (text: string, offset: number) => text.slice(0, offset).split("\n").length;

/** What an export declares, or the statement itself. */
function declared(statement: Node): Node {
  return statement.type === "ExportNamedDeclaration"
    ? ((statement.declaration as Node | null) ?? statement)
    : statement;
}

function namesIn(declaration: Node): string[] {
  if (declaration.type !== "VariableDeclaration") {
    const id = declaration.id as { readonly name?: string } | null | undefined;
    return id?.name === undefined ? [] : [id.name];
  }
  const declarations = declaration.declarations as readonly { readonly id: { readonly name?: string } }[];
  return declarations.flatMap(({ id }) => id.name ?? []);
}

/** Names that a statement exports of its own; what it passes on from another file has its name there. */
function exportedNames(statement: Node): string[] {
  if (statement.type !== "ExportNamedDeclaration" || !statement.declaration) return [];
  return namesIn(statement.declaration as Node);
}

/** Functions at any depth, each with where it begins and ends. */
function functionsIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(functionsIn);
  if (typeof value !== "object" || value === null) return [];
  const node = value as Node;
  const own = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)
    ? [node]
    : [];
  return [...own, ...Object.values(node).flatMap(functionsIn)];
}

/** The largest set of files of which each leads to each other (Tarjan); of one file alone, none. */
export function longestCircle(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const found = new Map<string, { readonly index: number; low: number }>();
  const path: string[] = [];
  const open = new Set<string>();
  let circle: string[] = [];
  const visit = (file: string): number => {
    const own = { index: found.size, low: found.size };
    found.set(file, own);
    path.push(file);
    open.add(file);
    for (const to of imports.get(file) ?? []) {
      if (!imports.has(to)) continue;
      const known = found.get(to);
      if (known === undefined) own.low = Math.min(own.low, visit(to));
      else if (open.has(to)) own.low = Math.min(own.low, known.index);
    }
    if (own.low === own.index) {
      const members = path.splice(path.indexOf(file));
      for (const member of members) open.delete(member);
      if (members.length > 1 && members.length > circle.length) circle = members;
    }
    return own.low;
  };
  for (const file of imports.keys()) if (!found.has(file)) visit(file);
  return circle.sort();
}
