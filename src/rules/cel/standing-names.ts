/**
 * The names `standing` and `latest` of the rule language. Their values are looked up when an expression asks for them,
 * in what stands at that moment.
 */
import type { Environment } from "@marcbachmann/cel-js";
import type { Fields } from "../../model/event.ts";
import type { EventTypes } from "../../model/event-types.ts";
import type { Closure, Language, ReadName, StandingValue, Variables } from "./language.ts";
import type { StandingPlace } from "./named-fields.ts";
import {
  type FieldType,
  type RecordType,
  type Registry,
  registerShape,
  type Shape,
  shapeOf,
  unionShape,
} from "./records.ts";
import { createLanguage } from "./vocabulary.ts";

export interface LatestNames {
  /** The language with `latest`, to be cloned. */
  readonly environment: Environment;
  readonly shapes: ReadonlyMap<string, Shape>;
  /** The source of each name that `latest` has. */
  readonly sources: ReadonlyMap<string, string>;
  /** The items of each source. */
  readonly items: ReadonlyMap<string, RecordType>;
  /** What standing values of each source are that give an item. */
  readonly places: ReadonlyMap<string, PlaceType>;
}

interface PlaceType {
  readonly name: string;
  readonly shape: Shape;
  make(read: (state: StandingPlace["state"]) => Fields | undefined): object;
}

/** Whoever compiles many files about the same events makes the names once. */
const made = new WeakMap<EventTypes, LatestNames>();

export function latestNames(all: EventTypes): LatestNames {
  const names = made.get(all) ?? makeLatest(all);
  made.set(all, names);
  return names;
}

function makeLatest(all: EventTypes): LatestNames {
  const environment = createLanguage();
  const shapes = new Map<string, Shape>();
  const sources = new Map<string, string>();
  const items = new Map<string, RecordType>();
  const places = new Map<string, PlaceType>();
  for (const [source, shape] of itemShapes(all)) {
    const name = camelName(source);
    if (sources.has(name)) continue;
    sources.set(name, source);
    const item = registerShape({ environment, known: shapes }, `Latest_${name}`, shape);
    items.set(source, item);
    places.set(source, registerPlace({ environment, known: shapes }, name, item));
  }
  // Items are asked for by name and subject: it has no value of its own.
  class CelLatest {}
  const fields = [...sources.keys()].map((name) => [name, `map<string, Latest_${name}>`]);
  environment.registerType("Latest", { ctor: CelLatest, fields: Object.fromEntries(fields) });
  environment.registerVariable("latest", "Latest");
  shapes.set("Latest", new Map([...sources.keys()].map((name) => [name, { kind: "any" }])));
  return { environment, shapes, sources, items, places };
}

/** Registers what has an item of a source as `now`, and as `was` what it was before the event. */
function registerPlace({ environment, known }: Registry, source: string, { wrap }: RecordType): PlaceType {
  const item = `Latest_${source}`;
  const name = `Standing_${source}`;
  class CelPlace {
    readonly read: Parameters<PlaceType["make"]>[0];
    constructor(read: CelPlace["read"]) {
      this.read = read;
    }
    get now() {
      return wrap(this.read("now"));
    }
    get was() {
      return wrap(this.read("was"));
    }
  }
  environment.registerType(name, { ctor: CelPlace, fields: { now: item, was: item } });
  const field: FieldType = { kind: "object", shape: known.get(item) ?? new Map() };
  const shape: Shape = new Map([
    ["now", field],
    ["was", field],
  ]);
  known.set(name, shape);
  return { name, shape, make: (read) => new CelPlace(read) };
}

/** The shape of the items of each source: the fields that its events have. */
function itemShapes({ known }: EventTypes): ReadonlyMap<string, Shape> {
  const items = new Map<string, Set<Parameters<typeof shapeOf>[0]>>();
  for (const { sources = [], item } of known.values())
    for (const source of sources) items.set(source, (items.get(source) ?? new Set()).add(item));
  return new Map([...items].map(([source, own]) => [source, unionShape([...own].map(shapeOf))]));
}

/** `short-reports` as `shortReports`. */
function camelName(source: string): string {
  return source.replace(/-+(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** The newest item of a source about a subject. */
export function newestItem({ around }: Variables, source: string, subject: unknown): Fields | undefined {
  return typeof subject === "string" ? around.standing?.latest(source, subject) : undefined;
}

/** Reads a standing value for an event. Throws an ExpressionError where events of the language find no group. */
export function standingReader(
  value: StandingValue,
  language: Language,
): (variables: Variables) => number | undefined {
  const groupOf = value.groupIn(language);
  return (variables) => {
    const { standing } = variables.around;
    const group = standing && groupOf(variables);
    return group === undefined ? undefined : standing?.value(value, group);
  };
}

/** Reads the item that a standing value gives for an event. Throws as `standingReader`. */
export function placeReader(
  value: StandingValue,
  language: Language,
): (variables: Variables, state: StandingPlace["state"]) => Fields | undefined {
  const groupOf = value.groupIn(language);
  return (variables, state) => {
    const { standing, itemBefore } = variables.around;
    const group = standing && groupOf(variables);
    if (group === undefined) return undefined;
    return state === "was" && itemBefore ? itemBefore(value, group) : standing?.item(value, group);
  };
}

/** The type of a standing value that gives an item; undefined: it is a number. */
function placeOf({ nth, measure }: StandingValue, { places }: LatestNames): PlaceType | undefined {
  return nth === undefined ? undefined : places.get(measure.source);
}

/**
 * Registers `standing`.
 * @param language the one that it becomes part of, asked when the first value is read
 */
export function registerStanding(
  { environment, known }: Registry,
  values: ReadonlyMap<string, StandingValue>,
  latest: LatestNames,
  language: () => Language,
): ReadName {
  class CelStanding {
    readonly variables: Variables;
    constructor(variables: Variables) {
      this.variables = variables;
    }
  }
  const fields: Record<string, string> = {};
  const shape = new Map<string, FieldType>();
  known.set("Standing", shape);
  for (const [name, value] of values) {
    const place = placeOf(value, latest);
    let read: Closure | undefined;
    Object.defineProperty(CelStanding.prototype, name, {
      get(this: CelStanding) {
        read ??= place ? placeMaker(place, value, language()) : standingReader(value, language());
        return read(this.variables);
      },
    });
    fields[name] = place?.name ?? "double";
    shape.set(name, place ? { kind: "object", shape: place.shape } : { kind: "number" });
  }
  environment.registerType("Standing", { ctor: CelStanding, fields });
  environment.registerVariable("standing", "Standing");
  return { read: (variables) => new CelStanding(variables) };
}

function placeMaker(place: PlaceType, value: StandingValue, language: Language): Closure {
  const read = placeReader(value, language);
  return (variables) => place.make((state) => read(variables, state));
}
