/** Makes the rule language over the items of some event types: what `now`, `was`, `changed` and `event` are. */
import type { EventType } from "../../model/event.ts";
import type { EventTypes } from "../../model/event-types.ts";
import type { Language, ReadName, StandingValue, Stands, Variables } from "./language.ts";
import {
  envelopeShape,
  type FieldType,
  listLimit,
  type RecordType,
  registerShape,
  type Shape,
  shapeOf,
  unionShape,
} from "./records.ts";
import { type Reference, registerReference } from "./reference.ts";
import { latestNames, registerStanding } from "./standing-names.ts";
import { createLanguage } from "./vocabulary.ts";

const base = createLanguage();

/** With several types, `now` and `was` have the fields of all of them. */
export function languageFor(
  types: readonly EventType[],
  all: EventTypes,
  reference?: Reference,
  stands?: Stands,
): Language {
  const { known } = all;
  const latest = stands && latestNames(all);
  const environment = (latest?.environment ?? base).clone();
  const shapes = new Map<string, Shape>(latest?.shapes);
  const registry = { environment, known: shapes };
  const schemas = new Set(types.flatMap((type) => known.get(type)?.item ?? []));
  const item = registerShape(registry, "Item", unionShape([...schemas].map(shapeOf)));
  const envelope = registerShape(registry, "Event", envelopeShape(types));
  const read = new Map<string, ReadName>([
    ["now", recordName(item, ({ event }) => event.data.now)],
    // Without a `was` its fields are absent, as any other unknown field.
    ["was", recordName(item, ({ event }) => event.data.was)],
    ["changed", { read: ({ event }) => event.data.changed?.slice(0, listLimit) ?? [] }],
    // Only played events say that they are simulated.
    ["event", recordName(envelope, ({ event }) => ({ ...event, simulated: event.simulated === true }))],
  ]);
  environment.registerVariable("now", "Item");
  environment.registerVariable("was", "Item");
  environment.registerVariable("changed", "list<string>");
  environment.registerVariable("event", "Event");
  const named = reference === undefined ? [] : registerReference(registry, reference);
  const names = [...read.keys(), ...named, ...(stands === undefined ? [] : ["latest"])];
  const values = stands?.values ?? new Map<string, StandingValue>();
  if (latest && values.size > 0) {
    names.push("standing");
    read.set(
      "standing",
      registerStanding(registry, values, latest, () => language),
    );
  }
  const language: Language = { environment, names, read, shapes, reference, stands, items: latest?.items };
  return language;
}

function recordName(type: RecordType, raw: (variables: Variables) => unknown): ReadName {
  return { read: (variables) => type.wrap(raw(variables)), record: { type, raw } };
}

/**
 * @param names of what conditions find, such as count and all.count: numbers that are `found.count` in texts; unknown:
 * any name counts as one
 */
export function languageWithFound(language: Language, names: readonly string[] | "unknown"): Language {
  if (names.length === 0) return language;
  const environment = language.environment.clone();
  const shapes = new Map(language.shapes);
  const known = { ...language, environment, shapes, names: [...language.names, "found"] };
  if (names === "unknown") {
    environment.registerVariable("found", "dyn");
    return known;
  }
  const type = registerShape({ environment, known: shapes }, "Found", shapeOfFound(names));
  environment.registerVariable("found", "Found");
  return { ...known, read: new Map([...language.read, ["found", recordName(type, ({ found }) => found)]]) };
}

function shapeOfFound(names: readonly string[]): Shape {
  const shape = new Map<string, FieldType>();
  for (const name of names) {
    const [own = "", inner] = name.split(".");
    if (inner === undefined) shape.set(own, { kind: "number" });
    else {
      const known = shape.get(own);
      const before = known?.kind === "object" ? known.shape : [];
      shape.set(own, { kind: "object", shape: new Map([...before, [inner, { kind: "number" }]]) });
    }
  }
  return shape;
}
