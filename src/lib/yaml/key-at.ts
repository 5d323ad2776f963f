/** Finds the key of a map that a place belongs to. */
import type { Path, Place, YamlFile } from "./parse-yaml.ts";

/** The one of the keys of the map at a path that begins last before a place; undefined where none does. */
export function keyAt(place: Place, keys: Iterable<string>, path: Path, yaml: YamlFile): string | undefined {
  const isBefore = (one: Place) =>
    one.line < place.line || (one.line === place.line && one.column <= place.column);
  const starts = [...keys].map((key) => ({ key, at: yaml.atKey([...path, key]) }));
  const before = starts.filter(({ at }) => isBefore(at));
  before.sort((one, other) => one.at.line - other.at.line || one.at.column - other.at.column);
  return before.at(-1)?.key;
}
