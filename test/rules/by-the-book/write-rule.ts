/** A rule as a rule file has it. */
import {
  type Active,
  type Case,
  type Computed,
  type Condition,
  day,
  hour,
  type Length,
  minute,
  type Numeric,
  type ReportKind,
  type Rule,
  reportKinds,
  type Test,
  type Worked,
} from "./case.ts";
import { toldTexts } from "./rule-parts.ts";
import { fields, isTruth, nameOf, placeOf, workedOf } from "./worked.ts";

const celOfField = (field: "flag" | Numeric) => (typeof field === "string" ? fields[field] : nameOf(field));
/** What stands for the fields in a rule about alerts. */
const fieldsOfAlerts = [
  ["now.shortChange", "size(now.title)"],
  ["now.regulation", "now.key"],
  ["now.longChange", "size(now.key)"],
  ["now.code", "event.subject"],
  ["now.name", "event.type }} {{ now.title"],
] as const;

/** The rule of a case, and that about its alerts. */
export function rulesOf({ name, rule, watcher }: Case): { readonly name: string }[] {
  const own = ruleOf(name, rule);
  if (watcher === undefined) return [own];
  let text = JSON.stringify({ ...ruleOf(watcherOf(name), watcher), rules: [name] });
  for (const [field, ofAlerts] of fieldsOfAlerts) text = text.replaceAll(field, ofAlerts);
  return [own, JSON.parse(text)];
}

/** A name that comes behind that of the rule, in the order in which what is due is told. */
export const watcherOf = (name: string) => `${name}-watcher`;

function ruleOf(name: string, rule: Rule) {
  const titles = rule.absent?.expected
    ? [`{{ ${fields.code} }}`, `{{ ${fields.word} }}`]
    : toldTexts(rule).map((value) => `{{ round(${value}, 6) }}`);
  return {
    name,
    on: rule.on.map(typeOf),
    ...(rule.when && { when: celOf(rule.when) }),
    ...(rule.by.length > 0 && { by: rule.by.map((field) => fields[field]) }),
    clock: rule.clock,
    title: ["{{ now.name }}", ...titles].join(" "),
    ...conditionsByKind(rule.conditions),
    ...(rule.any && { any: rule.any.map(conditionsByKind) }),
    ...(rule.for && { for: lengthOf(rule.for) }),
    ...(rule.absent && { absent: absentOf(name, rule.absent) }),
    ...(rule.before && { before: { date: placeOf.date, days: lengthOf(rule.before.days) } }),
    ...(rule.active && { active: activeOf(rule.active) }),
    ...(rule.until && { until: celOf(rule.until) }),
    ...(rule.cooldown && { cooldown: lengthOf(rule.cooldown) }),
    ...(rule.flapping && { flapping: { ...rule.flapping, within: lengthOf(rule.flapping.within) } }),
  };
}

/** Several of one kind are a list. */
function conditionsByKind(conditions: readonly Condition[]): object {
  const kinds = [...new Set(conditions.map(({ is }) => is))];
  return Object.fromEntries(
    kinds.map((kind) => {
      const all = conditions.filter(({ is }) => is === kind).map(written);
      return [kind, all.length > 1 ? all : all[0]];
    }),
  );
}

/** A condition, or what stands in it, key by key; its bounds stand beside its other keys. */
function written(of: object): object {
  const keys = Object.entries(of).flatMap(([key, value]): [string, unknown][] => {
    if (key === "is") return [];
    if (key === "bounds" || key === "limits") return Object.entries(written(value));
    return key === "side" ? [[value, true]] : [[key, writtenAt(key, value)]];
  });
  return Object.fromEntries(keys);
}

function writtenAt(key: string, value: unknown): unknown {
  if (key === "on" && Array.isArray(value)) return value.map(typeOf);
  if (key === "of" && typeof value === "string") return fields[value as keyof typeof fields];
  if ((key === "within" || key === "tumbling") && typeof value === "number") return lengthOf({ ms: value });
  if (Array.isArray(value)) return value.map(written);
  if (typeof value !== "object" || value === null) return value;
  if ("work" in value) return nameOf(value as Worked);
  if ("than" in value) return celOf(value as Test);
  if ("plus" in value) return computedOf(value as Computed);
  if ("last" in value) return lengthOf(value.last as Length);
  return "ms" in value || "bd" in value ? lengthOf(value as Length) : written(value);
}

export function typeOf(kind: string): string {
  if (kind === "fired" || kind === "resolved") return `alert.${kind}`;
  return `${reportKinds.includes(kind as ReportKind) ? "short.report" : "margin.alert"}.${kind}`;
}
const computedOf = ({ field, times, plus }: Computed) => `${celOfField(field)} * ${times} + ${plus}`;

function celOf({ field, is, than }: Test): string {
  if (typeof field === "string" || !isTruth(field)) return `${celOfField(field)} ${is} ${than}`;
  return is === ">=" ? nameOf(field) : `!(${nameOf(field)})`;
}

function lengthOf(length: Length): string {
  if ("bd" in length) return `${length.bd}bd`;
  if (length.ms % day === 0) return `${length.ms / day}d`;
  return length.ms % hour === 0 ? `${length.ms / hour}h` : `${length.ms / minute}m`;
}

/** The standing values that a rule names, as a rule file has them. */
export function standingOf({ rule }: Case): [string, object][] {
  return workedOf(rule).flatMap((worked): [string, object][] => {
    if (worked.work !== "standing") return [];
    const { of, measure, value, when, by, key, rank, nth } = worked.standing;
    const written = {
      of,
      [measure]: value === undefined ? true : fields[value],
      ...(when && { when: `${fields[when.field]} ${when.is} ${when.than}` }),
      ...(by && { by: by.map((field) => fields[field]) }),
      ...(key && { key: key.map((field) => (field === "code" ? "event.subject" : fields[field])) }),
      ...(rank && { rank }),
      ...(nth && { nth }),
    };
    return [[worked.name, written]];
  });
}

/** Lists that the rules of a case name, by their names. */
export function listsOf({ name, rule }: Case): [string, readonly string[]][] {
  return rule.absent?.expected ? [[listOf(name), rule.absent.expected]] : [];
}

const listOf = (name: string) => `expected_${name.replaceAll("-", "_")}`;

function absentOf(name: string, absent: NonNullable<Rule["absent"]>): object {
  const expected = absent.expected && { expected: `lists.${listOf(name)}` };
  if ("for" in absent) return { for: lengthOf(absent.for), ...expected };
  return { by: absent.by, ...(absent.tradingDays && { on: "trading-days" }), ...expected };
}

function activeOf({ between, tradingDays }: Active): object {
  return { between, ...(tradingDays && { on: "trading-days" }) };
}
