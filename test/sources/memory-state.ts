import type { Diff, SourceState } from "../../src/sources/source.ts";

/** State as a store keeps it: bodies and cursor survive only as JSON. */
export interface MemoryState extends SourceState {
  /** Commits a diff. Throws when something in it is no plain JSON value. */
  apply(diff: Diff): void;
}

export function createMemoryState(): MemoryState {
  let cursor: string | undefined;
  const scopes = new Map<string, Map<string, string>>();
  const of = (scope: string) => {
    const found = scopes.get(scope) ?? new Map<string, string>();
    scopes.set(scope, found);
    return found;
  };
  return {
    get cursor() {
      return cursor === undefined ? undefined : JSON.parse(cursor);
    },
    item(scope, key) {
      const json = of(scope).get(key);
      return json === undefined ? undefined : JSON.parse(json);
    },
    items: (scope) => new Map([...of(scope)].map(([key, json]) => [key, JSON.parse(json)])),
    page(scope, fields, after, limit) {
      const keys = [...of(scope).keys()].filter((key) => key > after).sort();
      return keys.slice(0, limit).map((key) => {
        const body = JSON.parse(of(scope).get(key) ?? "");
        return [key, ...fields.map((field) => body[field] ?? null)] as const;
      });
    },
    apply({ put, drop, cursor: next }) {
      for (const { scope, key } of drop) of(scope).delete(key);
      for (const { scope, key, body } of put) of(scope).set(key, plainJson(body));
      cursor = next === undefined ? undefined : plainJson(next);
    },
  };
}

function plainJson(value: unknown): string {
  const json = JSON.stringify(value);
  const isPlain = (part: unknown): boolean => {
    if (part === null || ["string", "boolean"].includes(typeof part)) return true;
    if (typeof part === "number") return Number.isFinite(part);
    if (Array.isArray(part)) return part.every(isPlain);
    if (typeof part !== "object" || Object.getPrototypeOf(part) !== Object.prototype) return false;
    return Object.values(part).every(isPlain);
  };
  if (!isPlain(value)) throw new Error(`not plain JSON: ${json}`);
  return json;
}
