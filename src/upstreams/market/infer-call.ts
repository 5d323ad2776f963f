/**
 * A first declaration of a call out of one of its answers, as YAML for the settings. What an answer cannot tell, such as
 * units and meanings, is left to the person, in places that say so. Values of the answer are never shown.
 */
import { isDay } from "../../model/dates.ts";
import { readDecimal } from "../../model/numbers.ts";
import { isRecord } from "../misfits.ts";
import { isUnknown } from "../record.ts";
import { type MarketPlan, marketParameters } from "./call.ts";
import type { FieldKind } from "./declared-fields.ts";

/** What was asked, and what came. */
interface InferredFrom {
  /** Path without the first slash. */
  readonly path: string;
  /** Under the service's names. */
  readonly query: Readonly<Record<string, string>>;
  readonly plan: MarketPlan;
  readonly answer: unknown;
}

interface InferredField {
  readonly wire: string;
  readonly name: string;
  readonly kind: FieldKind;
  /** Fields of the records within a record, and names in them that are not read. */
  readonly fields?: readonly InferredField[];
  readonly unread?: readonly string[];
  /** Whether every row has a value. */
  readonly isAlways: boolean;
  readonly doubt?: string;
}

type Row = Readonly<Record<string, unknown>>;

/** Undefined: the answer has no list of records. */
export function inferCall({ path, query, plan, answer }: InferredFrom): string | undefined {
  const list = listOf(answer);
  if (list === undefined) return undefined;
  const fields = fieldsOf(list.rows);
  const keys = keysOf(fields, list.rows);
  const days = fields.filter(({ kind }) => kind === "date");
  const [key = []] = keys;
  const day = days.find(({ name }) => key.includes(name)) ?? days[0];
  const lines = [
    "upstreams:",
    "  market:",
    "    calls:",
    `      ${path}:`,
    `        about: ${meaning(path)} # say what its records are`,
    `        plan: ${plan} # the least plan that has it`,
    "        parameters:",
    ...parameterLines(query),
    ...(list.name === "data" ? [] : [`        rows: ${JSON.stringify(list.name)}`]),
    ...candidateLines(keys, list.rows.length),
    `        key: [${key.join(", ")}]`,
    ...(days.length > 1 ? [`        # fields with a day: ${namesOf(days)}`] : []),
    ...(day === undefined ? [] : [`        day: [${day.name}]`, `        occurred: ${day.name}`]),
    '        # out: ["16:30"] # when the records of a day come, in Japan',
    "        fields:",
    ...fields.flatMap((field) => fieldLines(field, key, " ".repeat(10))),
  ];
  return `${lines.join("\n")}\n`;
}

function listOf(answer: unknown): { readonly name: string; readonly rows: readonly Row[] } | undefined {
  if (!isRecord(answer)) return undefined;
  const lists = Object.entries(answer).flatMap(([name, value]) =>
    Array.isArray(value) && isWireName(name) ? [{ name, rows: value.filter(isRecord) }] : [],
  );
  const full = lists.filter(({ rows }) => rows.length > 0);
  return full.find(({ name }) => name === "data") ?? full[0];
}

/** Other names may be anything, and are not shown. */
const isWireName = (name: string) => /^[A-Za-z_][A-Za-z0-9_.-]{0,99}$/.test(name);

const meaning = (word: string) => `{ en: ${JSON.stringify(word)}, ja: ${JSON.stringify(word)} }`;
const namesOf = (fields: readonly InferredField[]) => fields.map(({ name }) => name).join(", ");

function parameterLines(query: InferredFrom["query"]): string[] {
  const known = Object.entries(marketParameters);
  const lines = Object.keys(query).flatMap((wire) => {
    const usual = known.find(([name, facts]) => (facts.wire ?? name) === wire);
    if (usual !== undefined) return [`          ${usual[0]}: {}`];
    if (!isWireName(wire)) return [];
    return [`          ${ownName(wire)}: { wire: ${JSON.stringify(wire)}, about: ${meaning(wire)} }`];
  });
  const isPaged = Object.hasOwn(query, "pagination_key");
  return isPaged ? lines : [...lines, "          pagination_key: {}"];
}

// Fields.

/** Records are declared within records, and within these once more. */
const deepest = 2;

function fieldsOf(rows: readonly Row[], depth = 0): InferredField[] {
  const taken = new Set<string>();
  return [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(isWireName).flatMap((wire) => {
    const values = rows.map((row) => row[wire]).filter((value) => !isUnknown(value));
    const within = withinOf(values);
    if (within !== undefined && depth === deepest) return [];
    if (depth > 0 && isOfPerson(wire)) return [];
    const found: Pick<InferredField, "kind" | "doubt" | "fields" | "unread"> =
      within === undefined ? kindWithin(kindOf(wire, values), wire, depth) : ofRecords(within, depth + 1);
    const name = freeName(found.kind === "code" && !taken.has("code") ? "code" : ownName(wire), taken);
    taken.add(name);
    return [{ wire, name, isAlways: values.length === rows.length, ...found }];
  });
}

/** The records in the values of a field, where it holds some. */
function withinOf(values: readonly unknown[]): { kind: "record" | "records"; rows: Row[] } | undefined {
  const isList = values.some(Array.isArray);
  const rows = values.flat().filter(isRecord);
  return rows.length === 0 ? undefined : { kind: isList ? "records" : "record", rows };
}

/** Records within a record are mostly about holders and the like: their addresses and representatives are not read. */
const isOfPerson = (wire: string) => /addr|rep$/i.test(wire);

function ofRecords({ kind, rows }: { kind: "record" | "records"; rows: Row[] }, depth: number) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const unread = names.filter((wire) => isWireName(wire) && isOfPerson(wire));
  return { kind, fields: fieldsOf(rows, depth), ...(unread.length > 0 && { unread }) };
}

/** A name there may be a person's, and is kept where it looks like an organisation's. */
function kindWithin(found: { kind: FieldKind; doubt?: string }, wire: string, depth: number) {
  if (depth === 0 || found.kind !== "text" || !/name|nm|cptty/i.test(wire)) return found;
  return { kind: "organisation" as const, doubt: "names that may be a person's are left out" };
}

/** Our name for one of the service's: MktCap is mktCap, EPS is eps, disc_date is discDate. */
function ownName(wire: string): string {
  const words = wire.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g) ?? [];
  const [first = "field", ...rest] = words.map((word) => word.toLowerCase());
  const name = first + rest.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("");
  return (/^[a-z]/.test(name) ? name : `field${name}`).slice(0, 50);
}

/** Words of the language of expressions that services may have as names of fields. */
const notFree = [
  "as",
  "break",
  "const",
  "continue",
  "else",
  "false",
  "for",
  "function",
  "if",
  "import",
  "in",
];
const notFreeEither = [
  "let",
  "loop",
  "namespace",
  "null",
  "package",
  "return",
  "true",
  "var",
  "void",
  "while",
];

function freeName(name: string, taken: ReadonlySet<string>): string {
  const own = [...notFree, ...notFreeEither].includes(name) ? `${name}Value` : name;
  let free = own;
  for (let number = 2; taken.has(free); number += 1) free = `${own}${number}`;
  return free;
}

const isTimeText = (value: unknown) =>
  typeof value === "string" && /^\d{1,2}:[0-5]\d(:[0-5]\d)?$/.test(value);
const isCodeText = (value: unknown) => typeof value === "string" && /^\d[0-9A-Z]{3}[0-9A-Z]?$/.test(value);
const namesSomething = /(no|id|code|cls|class|type|div|flag|key|num|fye)$/i;
const isRatio = /ratio|rate|yield|pct|percent|share|ro[aei]$|prop/i;

function kindOf(wire: string, values: readonly unknown[]): { kind: FieldKind; doubt?: string } {
  if (values.length === 0) return { kind: "text", doubt: "the answer has no value of it" };
  if (values.every((value) => typeof value === "boolean")) return { kind: "boolean" };
  if (values.some(Array.isArray)) {
    const isEmpty = values.every((value) => Array.isArray(value) && value.length === 0);
    return isEmpty ? { kind: "texts", doubt: "its lists are empty in this answer" } : { kind: "texts" };
  }
  if (values.every(isTimeText)) return { kind: "time" };
  if (values.every((value) => typeof value === "string" && isDay(value))) return { kind: "date" };
  if (/code$/i.test(wire) && values.every(isCodeText)) return { kind: "code" };
  const isNumber = values.every((value) => readDecimal(value) !== undefined);
  const isWritten = values.some((value) => typeof value === "string" && /^-?0\d/.test(value));
  const isName = namesSomething.test(wire) && values.every((value) => typeof value === "string");
  if (!isNumber || isWritten || isName) return { kind: "text" };
  const numbers = values.map((value) => readDecimal(value) ?? 0);
  if (!isRatio.test(wire)) return { kind: "number" };
  const isSmall = numbers.every((number) => Math.abs(number) <= 1);
  return isSmall
    ? { kind: "fraction", doubt: "no value is above 1: is 0.01 one percent (fraction), or 0.01 percent?" }
    : { kind: "percent", doubt: "is it percent (percent), or a number with a unit?" };
}

function fieldLines(field: InferredField, key: readonly string[], indent: string): string[] {
  const { wire, name, kind, fields, unread, isAlways, doubt } = field;
  const parts = [
    `wire: ${JSON.stringify(wire)}`,
    `type: ${kind}`,
    ...(kind === "number" ? ["unit: unknown"] : []),
    ...(isAlways && key.includes(name) ? ["required: true"] : []),
    ...(unread === undefined ? [] : [`unread: ${JSON.stringify(unread)}`]),
    `about: ${meaning(wire)}`,
  ];
  if (fields === undefined)
    return [`${indent}${name}: { ${parts.join(", ")} }${doubt === undefined ? "" : ` # ${doubt}`}`];
  const inner = `${indent}  `;
  const lines = fields.flatMap((one) => fieldLines(one, [], `${inner}  `));
  return [`${indent}${name}:`, ...parts.map((part) => inner + part), `${inner}fields:`, ...lines];
}

// Keys: fields whose values no two rows share.

const mostCandidates = 5;
const mostFieldsTried = 12;

/** The shortest first; all fields with a value everywhere, where no few of them tell the rows apart. */
function keysOf(fields: readonly InferredField[], rows: readonly Row[]): string[][] {
  const able = fields.filter(({ kind, isAlways }) => isAlways && ["text", "date", "code"].includes(kind));
  const tried = able.slice(0, mostFieldsTried);
  const isKey = (some: readonly InferredField[]) => {
    const seen = new Set(rows.map((row) => JSON.stringify(some.map(({ wire }) => row[wire]))));
    return seen.size === rows.length;
  };
  const singles = tried.map((one) => [one]);
  const pairs = tried.flatMap((one, at) => tried.slice(at + 1).map((other) => [one, other]));
  const triples = pairs.flatMap((pair) =>
    tried.slice(tried.indexOf(pair[1] as InferredField) + 1).map((third) => [...pair, third]),
  );
  for (const sets of [singles, pairs, triples]) {
    const keys = sets.filter(isKey).slice(0, mostCandidates);
    if (keys.length > 0) return keys.map((key) => key.map(({ name }) => name));
  }
  const all = able.length > 0 ? able : fields;
  return [all.map(({ name }) => name)];
}

function candidateLines(keys: readonly (readonly string[])[], rows: number): string[] {
  const all = keys.map((key) => `[${key.join(", ")}]`).join(" or ");
  const count = `the ${rows} row${rows === 1 ? "" : "s"} of this answer`;
  return [`        # tells ${count} apart: ${all}`];
}
