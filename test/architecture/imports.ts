/** Reads the imports of every source file, as the compiler's own scanner would see them. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parse } from "acorn";
import { transformSync } from "esbuild";

export interface SourceFile {
  /** Relative to src, with slashes. */
  readonly path: string;
  readonly lines: number;
  readonly text: string;
  /** Relative to src where it is a file of ours, else the package's specifier. */
  readonly imports: readonly string[];
}

const root = join(import.meta.dirname, "../../src");

export function sourcePaths(): string[] {
  return pathsOf(/\.tsx?$/);
}

/** A style sheet, with the names of classes that its selectors begin with; "" for one that begins with none. */
export interface StyleFile {
  readonly path: string;
  readonly lines: number;
  readonly leads: readonly string[];
}

export function styleFiles(): StyleFile[] {
  return pathsOf(/\.css$/).map((path) => {
    const text = readFileSync(join(root, path), "utf8");
    return { path, lines: text.split("\n").length - 1, leads: leadsOf(text) };
  });
}

/** `.alert h2, .steps { ... }` begins with alert and steps. */
export function leadsOf(text: string): string[] {
  const heads = text.replace(/\/\*.*?\*\//gs, "").matchAll(/([^{};]+)\{/g);
  const selectors = [...heads].map(([, head = ""]) => head.trim()).filter((head) => !head.startsWith("@"));
  const single = selectors.flatMap((head) => withoutBrackets(head).split(","));
  return [...new Set(single.map((one) => /^\s*\.([\w-]+)/.exec(one)?.[1] ?? ""))];
}

/** A comma within brackets, as of `:is(a, b)`, is none between selectors. */
function withoutBrackets(selector: string): string {
  const less = selector.replace(/\([^()]*\)/g, "");
  return less === selector ? less : withoutBrackets(less);
}

function pathsOf(name: RegExp): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}

export function readSource(path: string): SourceFile {
  const text = readFileSync(join(root, path), "utf8");
  const imports = specifiers(text, path.endsWith(".tsx") ? "tsx" : "ts").map((specifier) =>
    specifier.startsWith(".") ? relative(root, join(root, dirname(path), specifier)) : specifier,
  );
  return { path, text, lines: text.split("\n").length - 1, imports };
}

/** Types count too: `import type` is turned into a plain import before the types are stripped. */
export function specifiers(text: string, loader: "ts" | "tsx" = "ts"): string[] {
  const plain = text
    .replace(/(^|; )(import|export) type (?=[{*]|\w+ from)/gm, "$1$2 ")
    .replace(/([{,]\s*)type (?=\w)/g, "$1");
  const { code } = transformSync(plain, {
    loader,
    tsconfigRaw: {
      compilerOptions: { verbatimModuleSyntax: true, jsx: "react-jsx", jsxImportSource: "preact" },
    },
  });
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { type, source } = node as { type?: string; source?: { value?: unknown } };
    if (type && /^(Import|Export)/.test(type) && typeof source?.value === "string") found.push(source.value);
    Object.values(node).forEach(visit);
  };
  visit(parse(code, { ecmaVersion: "latest", sourceType: "module" }));
  return found;
}
