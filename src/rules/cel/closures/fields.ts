/** Names and what is read of them: fields, entries of lists and maps, and what stands. */
import { Optional } from "@marcbachmann/cel-js";
import { Duration } from "@marcbachmann/cel-js/evaluator";
import type { Closure, Variables } from "../language.ts";
import { latestItem, standingPlace } from "../named-fields.ts";
import { fieldOf } from "../records.ts";
import { newestItem, placeReader, standingReader } from "../standing-names.ts";
import type { Node, ValueType } from "../syntax.ts";
import { invoking, type Making, type ValueTypes } from "./making.ts";
import { constant, fieldPath, plainOf, plainTypeOf } from "./plain-values.ts";

export function nameClosure(node: Node, making: Making): Closure {
  const name = node.args as string;
  const place = making.places.get(name);
  if (place !== undefined) return ({ around }) => around.named[place];
  if (node.meta.alternate !== undefined) return constant(node.meta.alternate.args);
  const { read, record } = making.language.read.get(name) ?? {};
  if (read === undefined) return constant(undefined);
  if (record === undefined) return typed(read, node.checkedType, making.types);
  making.noteCost();
  return read;
}

/** A value of another type is none. */
function typed(read: Closure, type: ValueType | undefined, types: ValueTypes): Closure {
  return (variables) => {
    const value = read(variables);
    return value !== undefined && type?.matchesValueType(value, types) ? value : undefined;
  };
}

/** What a node reads of another, by a name that is written out or by a place. */
export function accessClosure(node: Node, making: Making): Closure {
  const ofStanding = making.isShadowed ? undefined : newestClosure(node, making);
  if (ofStanding !== undefined) return ofStanding;
  if (node.op !== ".") return generalAccess(node, making);
  const path = making.isShadowed ? undefined : fieldPath(node, making.language);
  return (
    path?.read ??
    (making.isShadowed ? undefined : standingField(node, making)) ??
    recordField(node, making) ??
    generalAccess(node, making)
  );
}

/** A value of what stands: `standing.NAME`, or a field with one plain type of an item. */
function standingField(node: Node, { language, closure }: Making): Closure | undefined {
  const [owner, field] = node.args as [Node, string];
  if (language.stands === undefined) return undefined;
  const value = owner.args === "standing" ? language.stands.values.get(field) : undefined;
  if (owner.op === "id" && value !== undefined)
    return value.nth === undefined ? standingReader(value, language) : undefined;
  const type = plainTypeOf(node);
  const place = standingPlace(owner);
  const placed = place && language.stands.values.get(place.name);
  if (place !== undefined && placed !== undefined && type !== undefined) {
    const read = placeReader(placed, language);
    return (variables) => plainOf(read(variables, place.state)?.[field], type);
  }
  const item = latestItem(owner);
  const source = item && language.stands.sources.get(item.name);
  if (item === undefined || source === undefined || type === undefined) return undefined;
  const subject = closure(item.subject);
  return (variables) => plainOf(newestItem(variables, source, subject(variables))?.[field], type);
}

/** The newest item about a subject, as a record; with a question mark what may be one. */
function newestClosure(node: Node, making: Making): Closure | undefined {
  const { stands, items } = making.language;
  const item = latestItem(node);
  const source = item && stands?.sources.get(item.name);
  const type = source === undefined ? undefined : items?.get(source);
  if (item === undefined || source === undefined || type === undefined) return undefined;
  making.noteCost();
  const subject = making.closure(item.subject);
  const isOptional = node.op === "[?]" || (node.args as [Node])[0].op === ".?";
  return (variables) => {
    const asked = subject(variables);
    if (asked === undefined) return undefined;
    const found = newestItem(variables, source, asked);
    const record = found && type.wrap(found);
    return isOptional ? Optional.of(record) : record;
  };
}

/** A field of `now`, `was`, `event` or `found`, without all the others. */
function recordField({ args }: Node, making: Making): Closure | undefined {
  const [owner, field] = args as [Node, string];
  const found = fieldOfRecord(owner, field, making);
  if (found === undefined) return undefined;
  if (found.type.name !== "list<string>") making.noteCost();
  return found.read;
}

/** How a field of a record is found, and read as a value of its type. */
export function fieldOfRecord(
  owner: Node,
  field: string,
  { language, places, types }: Making,
): { readonly raw: Closure; readonly read: Closure; readonly type: ValueType } | undefined {
  const name = owner.op === "id" ? (owner.args as string) : "";
  const record = places.has(name) ? undefined : language.read.get(name)?.record;
  const wrap = record?.type.fields.get(field);
  const type = types.objectTypes.get(owner.checkedType?.name ?? "")?.fields?.[field];
  if (record === undefined || wrap === undefined || type === undefined) return undefined;
  const raw = (variables: Variables) => fieldOf(record.raw(variables), field);
  const made: Closure = (variables) => {
    const value = raw(variables);
    return value === undefined ? undefined : wrap(value);
  };
  return { raw, read: typed(made, type, types), type };
}

function generalAccess(node: Node, making: Making): Closure {
  const { types } = making;
  const [owner, key] = node.args as [Node, string | Node];
  making.noteCost();
  const of = making.closure(owner);
  const at = typeof key === "string" ? constant(key) : making.closure(key);
  const { kind = "dyn", name = "" } = owner.checkedType ?? {};
  const isMaybe = node.op === ".?" || node.op === "[?]";
  const declared =
    node.op === "." && kind === "message" ? types.objectTypes.get(name)?.fields?.[key as string] : undefined;
  if (declared !== undefined)
    return typed((variables) => (of(variables) as Fields)?.[key as string], declared, types);
  const type = isMaybe ? types.optionalType : kind === "dyn" ? undefined : owner.checkedType;
  const isGuarded = kind === "dyn" || kind === "optional";
  return invoking([of, at], (_, [value, asked]) => {
    if (isGuarded && hasNoFields(value)) return undefined;
    return (type ?? types.debugType(value)).fieldLazy(value, asked, undefined, types);
  });
}

type Fields = Readonly<Record<string, unknown>> | undefined;

/** Whether a value is a moment or a span: the library would hand out what their objects have in JavaScript. */
function hasNoFields(value: unknown): boolean {
  const inside = value instanceof Optional ? value.orValue(undefined) : value;
  return inside instanceof Date || inside instanceof Duration;
}
