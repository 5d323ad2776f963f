/** The page's address behind `#`: the view, what it is about, and filters. So it works under any path of a proxy. */
import { useEffect, useState } from "preact/hooks";

export interface Address {
  /** First part; empty where there is none. */
  readonly path: string;
  readonly rest: readonly string[];
  readonly query: URLSearchParams;
}

/** Reads `#/stock/7203?since=2026-11-01`. */
function readAddress(hash: string): Address {
  const [parts = "", query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const [path = "", ...rest] = parts.split("/").map(decoded);
  return { path, rest, query: new URLSearchParams(query) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** A link to a view: `link("stock", ["7203"])`. Empty values of the query are left out. */
export function link(
  path: string,
  rest: readonly string[] = [],
  query: Readonly<Record<string, string>> | URLSearchParams = {},
): string {
  const pairs = query instanceof URLSearchParams ? [...query] : Object.entries(query);
  const asked = new URLSearchParams(pairs.filter(([, value]) => value !== ""));
  const parts = [path, ...rest].map(encodeURIComponent).join("/");
  return `#/${parts}${asked.size > 0 ? `?${asked}` : ""}`;
}

export function useAddress(): Address {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const changed = () => setHash(location.hash);
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  return readAddress(hash);
}

/** Changes filters in the address without a new entry of the browser's history. */
export function refine({ path, rest, query }: Address, changes: Readonly<Record<string, string>>): void {
  const refined = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) refined.set(name, value);
  location.replace(link(path, rest, refined));
}
