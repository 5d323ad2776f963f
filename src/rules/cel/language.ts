/** The rule language over the items of some event types: what `now`, `was`, `changed` and `event` are. */
import type { Environment } from "@marcbachmann/cel-js";
import type { Event } from "../../model/event.ts";
import type { EventType } from "../../model/event-types.ts";
import type { EventTypes } from "../../model/known-types.ts";
import { listLimit, registerShape } from "./records.ts";
import { envelopeShape, type Shape, shapeOf, unionShape } from "./shape.ts";
import { createLanguage, foldWords } from "./vocabulary.ts";

export type Lists = Readonly<Record<string, readonly string[]>>;

/** The values that an expression sees, typed for its environment. */
export type Variables = Readonly<Record<string, unknown>>;

export interface Language {
  readonly environment: Environment;
  /** Shapes by the name of their type in the environment: Item, Event and those inside Item. */
  readonly shapes: ReadonlyMap<string, Shape>;
  /** The lists that expressions may name; undefined where there are none to name. */
  readonly lists: Lists | undefined;
  /** What an expression may name. */
  readonly names: readonly string[];
  bind(event: Event): Variables;
}

const base = createLanguage();

/** With several types, `now` and `was` have the fields of all of them. */
export function languageFor(types: readonly EventType[], { known }: EventTypes, lists?: Lists): Language {
  const environment = base.clone();
  const shapes = new Map<string, Shape>();
  const registry = { environment, known: shapes };
  const items = new Set(types.flatMap((type) => known.get(type)?.item ?? []));
  const item = unionShape([...items].map(shapeOf));
  const wrapItem = registerShape(registry, "Item", item);
  const wrapEvent = registerShape(registry, "Event", envelopeShape(types));
  environment.registerVariable("now", "Item");
  environment.registerVariable("was", "Item");
  environment.registerVariable("changed", "list<string>");
  environment.registerVariable("event", "Event");
  const listValues = registerLists(environment, lists);
  return {
    environment,
    shapes,
    lists,
    names: ["now", "was", "changed", "event", ...(lists === undefined ? [] : ["lists"])],
    bind(event) {
      const { now, was, changed } = event.data;
      return {
        now: wrapItem(now),
        // Without a `was` its fields are absent, as any other unknown field.
        was: wrapItem(was),
        changed: changed?.slice(0, listLimit) ?? [],
        event: wrapEvent(event),
        ...listValues,
      };
    },
  };
}

function registerLists(environment: Environment, lists: Lists | undefined): { lists?: object } {
  if (lists === undefined) return {};
  for (const words of Object.values(lists)) foldWords(words);
  class CelLists {
    constructor() {
      Object.assign(this, lists);
    }
  }
  const fields = Object.fromEntries(Object.keys(lists).map((name) => [name, "list<string>"]));
  environment.registerType("Lists", { ctor: CelLists, fields });
  environment.registerVariable("lists", "Lists");
  return { lists: new CelLists() };
}
