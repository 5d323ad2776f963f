/** Makes the rule language over the items of some event types: what `now`, `was`, `changed` and `event` are. */
import type { Event, EventType } from "../../model/event.ts";
import type { EventTypes } from "../../model/event-types.ts";
import type { Language, Variables } from "./language.ts";
import {
  envelopeShape,
  type FieldType,
  listLimit,
  registerShape,
  type Shape,
  shapeOf,
  unionShape,
  type Wrap,
} from "./records.ts";
import { type Reference, registerReference } from "./reference.ts";
import { latestNames, registerStanding } from "./standing-names.ts";
import { createLanguage } from "./vocabulary.ts";
import type { Stands } from "./what-stands.ts";

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
  const items = new Set(types.flatMap((type) => known.get(type)?.item ?? []));
  const item = unionShape([...items].map(shapeOf));
  const wrapItem = registerShape(registry, "Item", item);
  const wrapEvent = registerShape(registry, "Event", envelopeShape(types));
  environment.registerVariable("now", "Item");
  environment.registerVariable("was", "Item");
  environment.registerVariable("changed", "list<string>");
  environment.registerVariable("event", "Event");
  const named = reference === undefined ? [] : registerReference(registry, reference);
  const names = ["now", "was", "changed", "event", ...named];
  if (stands !== undefined) names.push("latest");
  const values = stands?.values ?? new Map();
  if (values.size > 0) names.push("standing");
  const bind = createBinding({
    ...{ wrapItem, wrapEvent, latest: latest?.latest },
    standing:
      latest && values.size > 0 ? registerStanding(registry, values, latest, () => language) : undefined,
  });
  const language: Language = { environment, names, shapes, reference, stands, bind };
  return language;
}

interface Binding {
  readonly wrapItem: Wrap;
  readonly wrapEvent: Wrap;
  readonly latest: object | undefined;
  readonly standing: ((event: Event) => object) | undefined;
}

function createBinding(binding: Binding): Language["bind"] {
  return (event) => new Bound(event, binding);
}

// One class for all languages, without private fields: it is made for every event that a rule is asked about.
class Bound implements Variables {
  readonly raw: Event;
  private readonly binding: Binding;
  private wrappedNow: object | undefined;
  private wrappedWas: object | undefined;
  private wrappedEvent: object | undefined;
  constructor(event: Event, binding: Binding) {
    this.raw = event;
    this.binding = binding;
    this.wrappedNow = undefined;
    this.wrappedWas = undefined;
    this.wrappedEvent = undefined;
  }
  get now() {
    this.wrappedNow ??= this.binding.wrapItem(this.raw.data.now);
    return this.wrappedNow;
  }
  // Without a `was` its fields are absent, as any other unknown field.
  get was() {
    this.wrappedWas ??= this.binding.wrapItem(this.raw.data.was);
    return this.wrappedWas;
  }
  get changed() {
    return this.raw.data.changed?.slice(0, listLimit) ?? [];
  }
  get event() {
    // Only played events say it.
    const simulated = Object.hasOwn(this.raw, "simulated");
    this.wrappedEvent ??= this.binding.wrapEvent({ ...this.raw, simulated });
    return this.wrappedEvent;
  }
  get standing() {
    return this.binding.standing?.(this.raw);
  }
  get latest() {
    return this.binding.latest;
  }
}

/** Numbers that conditions found, by name, or by the name of their condition and their own. */
type Found = Readonly<Record<string, number | Readonly<Record<string, number>>>>;

export interface TextLanguage {
  readonly language: Language;
  /** The variables of an event with what was found. */
  bind(variables: Variables, found: Found): Variables;
}

/**
 * @param names of what conditions find, such as count and all.count: numbers that are `found.count` in texts; unknown:
 * any name counts as one
 */
export function languageWithFound(language: Language, names: readonly string[] | "unknown"): TextLanguage {
  if (names.length === 0) return { language, bind: (variables) => variables };
  const environment = language.environment.clone();
  if (names === "unknown") {
    environment.registerVariable("found", "dyn");
    const known = [...language.names, "found"];
    return { language: { ...language, environment, names: known }, bind: (variables) => variables };
  }
  const known = new Map(language.shapes);
  const wrap = registerShape({ environment, known }, "Found", shapeOfFound(names));
  environment.registerVariable("found", "Found");
  return {
    language: { ...language, environment, shapes: known, names: [...language.names, "found"] },
    bind: ({ raw, now, was, changed, event, standing, latest }, found) => ({
      ...{ raw, now, was, changed, event, standing, latest },
      found: wrap(found),
    }),
  };
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
