import { nearest } from "../../lib/text/nearest.ts";
import type { Language } from "./language.ts";

/** What a name that stands for nothing was probably meant to be: a field without its record, or a list. */
export function nameMeant(
  id: string,
  names: ReadonlySet<string>,
  { shapes, lists = {}, conditionMeant }: Language,
): string | undefined {
  if (id === "found") return "what conditions over several events find is for `title` and `body`";
  if (/^(true|false)$/i.test(id)) return `did you mean \`${id.toLowerCase()}\`?`;
  const known = [
    ...[...(shapes.get("Item")?.keys() ?? [])].map((field) => [field, `now.${field}`] as const),
    ...Object.keys(lists).map((list) => [list, `lists.${list}`] as const),
    ...[...(shapes.get("Event")?.keys() ?? [])].map((field) => [field, `event.${field}`] as const),
  ];
  const meant = new Map(known.reverse());
  const several = meant.has(id) ? undefined : conditionMeant?.(id);
  if (several !== undefined) return several;
  const near = meant.has(id) ? id : (nearest(id, names) ?? nearest(id, meant.keys()));
  return near && `did you mean \`${meant.get(near) ?? near}\`?`;
}
