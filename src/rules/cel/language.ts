/** The form of a rule language: what expressions may name, and the values that they see. */
import type { Environment } from "@marcbachmann/cel-js";
import type { Event } from "../../model/event.ts";
import type { Shape } from "./records.ts";
import type { Reference } from "./reference.ts";
import type { Stands } from "./what-stands.ts";

/** The values that an expression sees, typed for its environment, each made when it is first asked for. */
export interface Variables {
  /** The event that they are made from. */
  readonly raw: Event;
  readonly now: object;
  readonly was: object;
  readonly changed: readonly string[];
  readonly event: object;
  /** State of what stands; absent where it cannot be named. */
  readonly standing?: object | undefined;
  readonly latest?: object | undefined;
}

export interface Language {
  readonly environment: Environment;
  /** Names that stand for a value. */
  readonly names: readonly string[];
  /** Shapes by the name of their type in the environment: Item, Event and those inside Item. */
  readonly shapes: ReadonlyMap<string, Shape>;
  /** The lists, tables and watchlists that expressions may name. */
  readonly reference: Reference | undefined;
  /** The parameters of the rule; absent where it has none. */
  readonly params?: Params;
  /** Names of what stands that expressions may use; undefined: none. */
  readonly stands?: Stands | undefined;
  /** Suggests a condition over several events for a name of another program; absent where there are no conditions. */
  readonly conditionMeant?: (name: string) => string | undefined;
  bind(event: Event): Variables;
}

type ParamValue = string | number | boolean | readonly string[];
export type Params = Readonly<Record<string, ParamValue>>;
