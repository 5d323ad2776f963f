/** Records of a bounded size as JSON. */
import { cut } from "../text/tame.ts";

/**
 * The record itself, if it has at most so many bytes as JSON. Else its largest values are cut until all fit: a text loses
 * its end, a list its beginning, since the newest stands at its end, and any other value is left out.
 */
export function fitRecord(
  record: Readonly<Record<string, unknown>>,
  mostBytes: number,
): Readonly<Record<string, unknown>> {
  if (jsonBytes(record) <= mostBytes) return record;
  const fields = Object.entries(record).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const around = jsonBytes(name) + ":,".length;
    return [{ name, value, around, bytes: around + jsonBytes(value) }];
  });
  const share = fairShare(
    fields.map(({ bytes }) => bytes),
    mostBytes - "{}".length,
  );
  const fitting = fields.flatMap(({ name, value, around, bytes }) => {
    const short = bytes <= share ? value : shortened(value, share - around);
    return short === undefined ? [] : [[name, short] as const];
  });
  return Object.fromEntries(fitting);
}

/** The most that each may have, so that all together have no more than `most`, and small ones have all that they need. */
function fairShare(sizes: readonly number[], most: number): number {
  let left = most;
  for (const [index, size] of sizes.toSorted((a, b) => a - b).entries()) {
    const share = Math.floor(left / (sizes.length - index));
    if (size > share) return share;
    left -= size;
  }
  return most;
}

function shortened(value: unknown, most: number): unknown {
  if (typeof value === "string") return shortText(value, most);
  return Array.isArray(value) ? newest(value, most) : undefined;
}

function shortText(text: string, most: number): string | undefined {
  // One that has no room for a few words says nothing.
  if (most < 20) return undefined;
  let short = text;
  for (let bytes = jsonBytes(short); bytes > most; bytes = jsonBytes(short))
    short = cut(short, Math.floor(Math.min(0.9, most / bytes) * short.length));
  return short;
}

/** As many entries from the end of a list as fit; undefined where none does. */
function newest(list: readonly unknown[], most: number): readonly unknown[] | undefined {
  let bytes = "[]".length;
  let from = list.length;
  while (from > 0) {
    bytes += jsonBytes(list[from - 1]) + ",".length;
    if (bytes > most) break;
    from -= 1;
  }
  return from === list.length ? undefined : list.slice(from);
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? "");
}
