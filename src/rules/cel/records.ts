/**
 * Typed records for the expression language: it accepts an object only as an instance of the class that its
 * environment registered. An instance holds the declared fields that are there, and nothing else.
 */
import type { Environment } from "@marcbachmann/cel-js";
import { longestText } from "./meter.ts";
import type { FieldType, Shape } from "./shape.ts";

/** The longest part of a list that expressions see: its end, where the newest is. */
export const listLimit = 1_000;

export interface Registry {
  readonly environment: Environment;
  readonly known: Map<string, Shape>;
}

export type Wrap = (raw: unknown) => object;

/** Registers a shape, and those inside it, and gives what makes instances of it. `known` learns their names. */
export function registerShape(registry: Registry, name: string, shape: Shape): Wrap {
  registry.known.set(name, shape);
  const fields: Record<string, string> = {};
  const wraps: [string, (raw: unknown) => unknown][] = [];
  for (const [field, type] of shape) {
    const { celType, wrap } = registerField(registry, `${name}_${field}`, type);
    fields[field] = celType;
    wraps.push([field, wrap]);
  }
  class CelRecord {
    constructor(raw: Readonly<Record<string, unknown>>) {
      for (const [field, wrap] of wraps) {
        const value = Object.hasOwn(raw, field) ? raw[field] : undefined;
        if (value !== undefined && value !== null) (this as Record<string, unknown>)[field] = wrap(value);
      }
    }
  }
  registry.environment.registerType(name, { ctor: CelRecord, fields });
  return (raw) =>
    new CelRecord((typeof raw === "object" && raw !== null ? raw : {}) as Record<string, unknown>);
}

interface Field {
  readonly celType: string;
  readonly wrap: (raw: unknown) => unknown;
}

const asItIs = (raw: unknown): unknown => raw;

const bounded = (raw: unknown): unknown =>
  typeof raw === "string" && raw.length > longestText ? raw.slice(0, longestText) : raw;

function registerField(registry: Registry, name: string, type: FieldType): Field {
  switch (type.kind) {
    case "text":
      return { celType: "string", wrap: bounded };
    case "number":
      return { celType: "double", wrap: asItIs };
    case "truth":
      return { celType: "bool", wrap: asItIs };
    case "any":
      return { celType: "dyn", wrap: bounded };
    case "list": {
      const { celType, wrap } = registerField(registry, name, type.element);
      return {
        celType: `list<${celType}>`,
        wrap: (raw) => (Array.isArray(raw) ? raw.slice(-listLimit).map(wrap) : raw),
      };
    }
    case "names":
      return { celType: `map<string, ${registerField(registry, name, type.element).celType}>`, wrap: asItIs };
    case "object":
      return { celType: name, wrap: registerShape(registry, name, type.shape) };
  }
}
