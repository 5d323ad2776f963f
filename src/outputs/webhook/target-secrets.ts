/** Secrets of a target, in every form in which a service or an error could repeat them. */
import type { WebhookCall } from "./formats/format.ts";
import { formatNamed } from "./formats/index.ts";
import type { Target } from "./settings.ts";

/** Shorter parts of an address are ordinary words, such as `services`. */
const shortestPart = 9;

export function secretsOf(target: Target, { url, headers }: WebhookCall): string[] {
  const keys = formatNamed(target.format)?.secrets ?? [];
  const written = keys.flatMap((key) => [target[key]].flat()).filter((value) => typeof value === "string");
  const shown = Object.values(headers).flatMap((value) => [value, value.replace(/^\w+ /, "")]);
  return [...written, ...shown, ...[...written, url].flatMap(partsOf)];
}

/** All of an address but its host. */
function partsOf(text: string): string[] {
  if (!URL.canParse(text)) return [];
  const { href, pathname, search, searchParams } = new URL(text);
  const segments = pathname.split("/").filter((part) => part.length >= shortestPart);
  return [
    ...[text, href, `${pathname}${search}`, search].filter((part) => part.length > 1),
    ...(pathname.length > 1 ? [pathname] : []),
    ...[...segments, ...searchParams.values()].flatMap((part) => [part, decoded(part)]),
  ];
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
