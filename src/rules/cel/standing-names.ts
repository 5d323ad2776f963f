/**
 * The names `standing` and `latest` of the rule language. Their values are looked up when an expression asks for them,
 * in what stands at that moment.
 */
import type { Environment } from "@marcbachmann/cel-js";
import type { Event, Fields } from "../../model/event.ts";
import type { EventTypes } from "../../model/event-types.ts";
import { standingNow } from "../standing/current.ts";
import type { StandingValue } from "../standing/standing-value.ts";
import type { Language } from "./language.ts";
import { registerShape, type Shape, shapeOf, unionShape, type Wrap } from "./records.ts";
import { createLanguage } from "./vocabulary.ts";

export interface LatestNames {
  /** The language with `latest`, to be cloned. */
  readonly environment: Environment;
  readonly shapes: ReadonlyMap<string, Shape>;
  /** The value of `latest`. */
  readonly latest: object;
  /** The source of each of its names. */
  readonly sources: ReadonlyMap<string, string>;
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
  const maps: Record<string, ReadonlyMap<string, object>> = {};
  for (const [source, shape] of itemShapes(all)) {
    const name = camelName(source);
    if (sources.has(name)) continue;
    sources.set(name, source);
    maps[name] = newestItems(source, registerShape({ environment, known: shapes }, `Latest_${name}`, shape));
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
  return { environment, shapes, latest: new CelLatest(), sources };
}

/** The shape of the items of each source: the fields that its events have. */
function itemShapes({ known }: EventTypes): ReadonlyMap<string, Shape> {
  const items = new Map<string, Set<Parameters<typeof shapeOf>[0]>>();
  for (const { sources = [], item } of known.values())
    for (const source of sources) items.set(source, (items.get(source) ?? new Set()).add(item));
  return new Map([...items].map(([source, own]) => [source, unionShape([...own].map(shapeOf))]));
}

/** `short-sale-reports` as `shortSaleReports`. */
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

/**
 * Registers `standing`.
 * @param language the one that it becomes part of, asked when the first value is read
 */
export function registerStanding(
  environment: Environment,
  values: ReadonlyMap<string, StandingValue>,
  language: () => Language,
): (event: Event) => object {
  class CelStanding {
    readonly event: Event;
    constructor(event: Event) {
      this.event = event;
    }
  }
  for (const [name, value] of values) {
    let read: ((event: Event) => number | undefined) | undefined;
    Object.defineProperty(CelStanding.prototype, name, {
      get(this: CelStanding) {
        read ??= standingReader(value, language());
        return read(this.event);
      },
    });
  }
  const fields = [...values.keys()].map((name) => [name, "double"]);
  environment.registerType("Standing", { ctor: CelStanding, fields: Object.fromEntries(fields) });
  environment.registerVariable("standing", "Standing");
  return (event) => new CelStanding(event);
}
