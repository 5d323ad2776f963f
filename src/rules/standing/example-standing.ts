/** What stands in an example: the values that its events give, those of an event before where one gives none. */
import { didYouMean } from "../../lib/text/nearest.ts";
import type { Path } from "../../lib/yaml/parse-yaml.ts";
import type { Fields } from "../../model/event.ts";
import type { StandingReads, Stands } from "../cel/language.ts";
import type { FileContext } from "../context/file-context.ts";

/** Values by name, and items by the name that `latest` has for their source, then by subject. */
export interface GivenStanding {
  readonly standing?: Readonly<Record<string, number | GivenPlace>> | undefined;
  readonly latest?: Readonly<Record<string, Readonly<Record<string, Fields>>>> | undefined;
}

/** The item that a value gives: with the event, and where that is given before it. */
interface GivenPlace {
  readonly now?: Fields | undefined;
  readonly was?: Fields | undefined;
}

export interface ExampleStanding extends StandingReads {
  /** Takes in what the next event gives. */
  give(given: GivenStanding): void;
}

export function createExampleStanding({ sources }: Pick<Stands, "sources">): ExampleStanding {
  const values = new Map<string, number>();
  const places = new Map<string, GivenPlace>();
  const items = new Map<string, ReadonlyMap<string, Fields>>();
  return {
    give({ standing = {}, latest = {} }) {
      for (const [name, { now }] of places) places.set(name, { now, was: now });
      for (const [name, value] of Object.entries(standing)) {
        if (typeof value === "number") values.set(name, value);
        else places.set(name, { was: places.get(name)?.now, ...value });
      }
      for (const [name, given] of Object.entries(latest)) {
        const source = sources.get(name) ?? name;
        items.set(source, new Map([...(items.get(source) ?? []), ...Object.entries(given)]));
      }
    },
    value: ({ name }) => values.get(name),
    item: ({ name }) => places.get(name)?.now,
    itemBefore: ({ name }) => places.get(name)?.was,
    latest: (source, subject) => items.get(source)?.get(subject),
  };
}

/** Reports values and fields that there are not. */
export function checkGivenStanding(
  { standing = {}, latest = {} }: GivenStanding,
  path: Path,
  { yaml, types, stands, report }: FileContext,
): void {
  const fieldsOf = (source: string) => {
    const own = [...types.known.values()].filter(({ sources = [] }) => sources.includes(source));
    return new Set(own.flatMap(({ item }) => Object.keys(item.shape)));
  };
  const checkItem = (source: string, item: Fields, at: Path): void => {
    const fields = fieldsOf(source);
    for (const field of Object.keys(item)) {
      if (fields.has(field)) continue;
      const message = `items of \`${source}\` have no field \`${field}\``;
      report(yaml.atKey([...at, field]), message, didYouMean(field, fields));
    }
  };
  for (const [name, given] of Object.entries(standing)) {
    const at = [...path, "standing", name];
    const value = stands.values.get(name);
    if (value === undefined) {
      const message = `the file defines no standing value \`${name}\``;
      report(yaml.atKey(at), message, didYouMean(name, stands.values.keys()));
    } else if (typeof given === "number" || value.nth === undefined) {
      if ((typeof given === "number") === (value.nth === undefined)) continue;
      const form = value.nth === undefined ? "5.2" : "{ now: { seller: Example Capital } }";
      const kind = value.nth === undefined ? "a number" : "an item";
      report(yaml.at(at), `\`standing.${name}\` is ${kind}`, `write it as ${form}`);
    } else
      for (const state of ["now", "was"] as const)
        checkItem(value.measure.source, given[state] ?? {}, [...at, state]);
  }
  for (const [name, bySubject] of Object.entries(latest)) {
    const source = stands.sources.get(name);
    if (source === undefined) {
      const message = `\`latest\` has no \`${name}\``;
      report(yaml.atKey([...path, "latest", name]), message, didYouMean(name, stands.sources.keys()));
      continue;
    }
    for (const [subject, item] of Object.entries(bySubject))
      checkItem(source, item, [...path, "latest", name, subject]);
  }
}
