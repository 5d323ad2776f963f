/**
 * The names `standing` and `latest` of the rule language. Their values are looked up when an expression asks for them,
 * in what stands at that moment.
 */
import type { Environment } from "@marcbachmann/cel-js";
import type { Event, Fields } from "../../model/event.ts";
import type { EventTypes } from "../../model/event-types.ts";
import { itemBefore, standingNow } from "./current.ts";
import type { Language } from "./language.ts";
import type { StandingPlace } from "./named-fields.ts";
import {
  type FieldType,
  type Registry,
  registerShape,
  type Shape,
  shapeOf,
  unionShape,
  type Wrap,
} from "./records.ts";
import { createLanguage } from "./vocabulary.ts";
import type { StandingValue } from "./what-stands.ts";

export interface LatestNames {
  /** The language with `latest`, to be cloned. */
  readonly environment: Environment;
  readonly shapes: ReadonlyMap<string, Shape>;
  /** The value of `latest`. */
  readonly latest: object;
  /** The source of each of its names. */
  readonly sources: ReadonlyMap<string, string>;
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
  const places = new Map<string, PlaceType>();
  const maps: Record<string, ReadonlyMap<string, object>> = {};
  for (const [source, shape] of itemShapes(all)) {
    const name = camelName(source);
    if (sources.has(name)) continue;
    sources.set(name, source);
    const wrap = registerShape({ environment, known: shapes }, `Latest_${name}`, shape);
    maps[name] = newestItems(source, wrap);
    places.set(source, registerPlace({ environment, known: shapes }, name, wrap));
  }
  class CelLatest {
    constructor() {
      Object.assign(this, maps);
    }
  }
  const fields = [...sources.keys()].map((name) => [name, `map<string, Latest_${name}>`]);
  environment.registerType("Latest", { ctor: CelLatest, fields: Object.fromEntries(fields) });
  environment.registerVariable("latest", "Latest");
  shapes.set("Latest", new Map([...sources.keys()].map((name) => [name, { kind: "any" }])));
  return { environment, shapes, latest: new CelLatest(), sources, places };
}

/** Registers what has an item of a source as `now`, and as `was` what it was before the event. */
function registerPlace({ environment, known }: Registry, source: string, wrap: Wrap): PlaceType {
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

/** The newest items of a source, by subject. To the library a map is what Map itself made. */
function newestItems(source: string, wrap: Wrap): ReadonlyMap<string, object> {
  const get = (subject: string) => {
    const item = newestItem(source, subject);
    return item && wrap(item);
  };
  return Object.assign(new Map<string, object>(), { get });
}

/** The newest item of a source about a subject. */
export function newestItem(source: string, subject: unknown): Fields | undefined {
  return typeof subject === "string" ? standingNow()?.latest(source, subject) : undefined;
}

/** Reads a standing value for an event. Throws an ExpressionError where events of the language find no group. */
export function standingReader(
  value: StandingValue,
  language: Language,
): (event: Event) => number | undefined {
  const groupOf = value.groupIn(language);
  return (event) => {
    const reads = standingNow();
    const group = reads && groupOf(event);
    return group === undefined ? undefined : reads?.value(value, group);
  };
}

/** Reads the item that a standing value gives for an event. Throws as `standingReader`. */
export function placeReader(
  value: StandingValue,
  language: Language,
): (event: Event, state: StandingPlace["state"]) => Fields | undefined {
  const groupOf = value.groupIn(language);
  return (event, state) => {
    const reads = standingNow();
    const group = reads && groupOf(event);
    if (group === undefined) return undefined;
    return state === "was" ? itemBefore(value, group) : reads?.item(value, group);
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
): (event: Event) => object {
  class CelStanding {
    readonly event: Event;
    constructor(event: Event) {
      this.event = event;
    }
  }
  const fields: Record<string, string> = {};
  const shape = new Map<string, FieldType>();
  known.set("Standing", shape);
  for (const [name, value] of values) {
    const place = placeOf(value, latest);
    let read: ((event: Event) => unknown) | undefined;
    Object.defineProperty(CelStanding.prototype, name, {
      get(this: CelStanding) {
        read ??= place ? placeMaker(place, value, language()) : standingReader(value, language());
        return read(this.event);
      },
    });
    fields[name] = place?.name ?? "double";
    shape.set(name, place ? { kind: "object", shape: place.shape } : { kind: "number" });
  }
  environment.registerType("Standing", { ctor: CelStanding, fields });
  environment.registerVariable("standing", "Standing");
  return (event) => new CelStanding(event);
}

function placeMaker(place: PlaceType, value: StandingValue, language: Language): (event: Event) => object {
  const read = placeReader(value, language);
  return (event) => place.make((state) => read(event, state));
}
