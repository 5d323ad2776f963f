/** What stands in an example: the values that its events give, those of an event before where one gives none. */

import { didYouMean } from "../../lib/text/nearest.ts";
import type { Path } from "../../lib/yaml/parse-yaml.ts";
import type { Fields } from "../../model/event.ts";
import type { FileContext } from "../file-context.ts";
import type { StandingReads } from "./current.ts";
import type { Stands } from "./stands.ts";

/** Values by name, and items by the name that `latest` has for their source, then by subject. */
export interface GivenStanding {
  readonly standing?: Readonly<Record<string, number>> | undefined;
  readonly latest?: Readonly<Record<string, Readonly<Record<string, Fields>>>> | undefined;
}

export interface ExampleStanding extends StandingReads {
  /** Takes in what the next event gives. */
  give(given: GivenStanding): void;
}

export function createExampleStanding({ sources }: Pick<Stands, "sources">): ExampleStanding {
  const values = new Map<string, number>();
  const items = new Map<string, ReadonlyMap<string, Fields>>();
  return {
    give({ standing = {}, latest = {} }) {
      for (const [name, value] of Object.entries(standing)) values.set(name, value);
      for (const [name, given] of Object.entries(latest)) {
        const source = sources.get(name) ?? name;
        items.set(source, new Map([...(items.get(source) ?? []), ...Object.entries(given)]));
      }
    },
    value: ({ name }) => values.get(name),
    latest: (source, subject) => items.get(source)?.get(subject),
  };
}

/** Reports values and fields that there are not. */
export function checkGivenStanding(
  { standing = {}, latest = {} }: GivenStanding,
  path: Path,
  { yaml, types, stands, report }: FileContext,
): void {
  for (const name of Object.keys(standing)) {
    if (stands.values.has(name)) continue;
    const message = `the file defines no standing value \`${name}\``;
    report(yaml.atKey([...path, "standing", name]), message, didYouMean(name, stands.values.keys()));
  }
  for (const [name, bySubject] of Object.entries(latest)) {
    const source = stands.sources.get(name);
    if (source === undefined) {
      const message = `\`latest\` has no \`${name}\``;
      report(yaml.atKey([...path, "latest", name]), message, didYouMean(name, stands.sources.keys()));
      continue;
    }
    const own = [...types.known.values()].filter(({ sources = [] }) => sources.includes(source));
    const fields = new Set(own.flatMap(({ item }) => Object.keys(item.shape)));
    for (const [subject, item] of Object.entries(bySubject))
      for (const field of Object.keys(item)) {
        if (fields.has(field)) continue;
        const message = `items of \`${source}\` have no field \`${field}\``;
        report(yaml.atKey([...path, "latest", name, subject, field]), message, didYouMean(field, fields));
      }
  }
}
