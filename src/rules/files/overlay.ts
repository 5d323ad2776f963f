/** Places of a rule's keys where they are not written in the rule itself: in the settings, or in its template. */
import type { Path, Place, YamlFile } from "../../lib/yaml/parse-yaml.ts";
import type { RuleOverrides } from "../../model/rule.ts";
import type { PlaceElsewhere } from "../context/file-context.ts";

interface Layers {
  /** Keys of the template: mistakes in them are those of the line that names it. */
  readonly inherits?: (key: string) => boolean;
  readonly settings?: { readonly yaml: YamlFile; readonly has: (key: string) => boolean };
}

/** The file, in which the keys of the rule at a path are found where they are written. */
export function overlaid(yaml: YamlFile, rule: Path, { inherits, settings }: Layers): YamlFile {
  const placed = (path: Path, own: () => Place, set: (settings: YamlFile, rest: Path) => Place): Place => {
    const key = path[rule.length];
    const isInside = rule.every((step, index) => path[index] === step);
    if (!isInside || typeof key !== "string") return own();
    if (settings?.has(key)) return elsewhere(settings.yaml, set(settings.yaml, path.slice(rule.length)));
    return inherits?.(key) ? yaml.at([...rule, "template"]) : own();
  };
  return {
    ...yaml,
    at: (path) =>
      placed(
        path,
        () => yaml.at(path),
        (other, rest) => other.at(rest),
      ),
    atKey: (path) =>
      placed(
        path,
        () => yaml.atKey(path),
        (other, rest) => other.atKey(rest),
      ),
    atIndex: (path, index) =>
      placed(
        path,
        () => yaml.atIndex(path, index),
        (other, rest) => other.atIndex(rest, index),
      ),
  };
}

function elsewhere({ file }: YamlFile, { line, column }: Place): PlaceElsewhere {
  return { file, line, column };
}

/** The settings as far as they are about a rule: paths begin with the rule's keys. */
export function settingsYaml({ file, rules, places }: RuleOverrides, rule: string): YamlFile {
  const placeOf = (path: Path) => {
    for (let length = path.length; length >= 0; length -= 1) {
      const place = places[JSON.stringify([rule, ...path.slice(0, length)])];
      if (place !== undefined) return place;
    }
    return undefined;
  };
  const start = { line: 1, column: 1 };
  return {
    file,
    value: rules[rule],
    problems: [],
    at: (path) => placeOf(path)?.value ?? start,
    atKey: (path) => placeOf(path)?.key ?? start,
    atIndex(path, index) {
      const { line, column } = placeOf(path)?.text ?? start;
      return { line, column: column + index };
    },
    source: () => undefined,
  };
}
