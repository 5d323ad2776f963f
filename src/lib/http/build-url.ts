export type QueryValue = string | number | readonly string[] | undefined;

/**
 * Base, path and query as one address. A list becomes one value, its members percent-encoded and joined by plain
 * commas; undefined values are left out.
 */
export function buildUrl(
  base: string,
  path: string,
  query: Readonly<Record<string, QueryValue>> = {},
): string {
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    const parts = typeof value === "object" ? value : [String(value)];
    pairs.push(`${encodeURIComponent(name)}=${parts.map(encodeURIComponent).join(",")}`);
  }
  return `${base.replace(/\/+$/, "")}${path}${pairs.length === 0 ? "" : `?${pairs.join("&")}`}`;
}
