/** Names of routes, by which notices and groups know them. */
import type { RouteSettings } from "../settings.ts";

const mostCharacters = 60;

/** The names of all routes: their own or their `match`, each once. */
export function routeNames(routes: readonly RouteSettings[]): string[] {
  const taken = new Set(routes.flatMap(({ name }) => name ?? []));
  return routes.map(({ name, match = "every alert" }) => {
    if (name !== undefined) return name;
    const short = match.length > mostCharacters ? `${match.slice(0, mostCharacters - 1)}…` : match;
    let unique = short;
    for (let count = 2; taken.has(unique); count += 1) unique = `${short} (${count})`;
    taken.add(unique);
    return unique;
  });
}
