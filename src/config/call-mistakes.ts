/**
 * Mistakes of declared calls that stand between their parts: a name that is none of the others, or twice the same. The
 * form of each part is checked elsewhere, so what has a wrong form is passed over here.
 */
import { didYouMean } from "../lib/text/nearest.ts";
import { marketParameters } from "../upstreams/market/call.ts";
import { type CallRegistry, callLimits, callRegistry } from "../upstreams/market/calls.ts";
import { type KindDetail, kindDetails } from "../upstreams/market/declared-fields.ts";
import { marketSet } from "../upstreams/market/record-sets.ts";
import { recordPrefix } from "../upstreams/record-set.ts";

interface CallMistake {
  /** From the section on. */
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly suggestion?: string | undefined;
  /** Whether it is about the key, and not about its value. */
  readonly isKey?: boolean;
}

type Written = Readonly<Record<string, unknown>>;

/** All mistakes of a section, call by call. */
export function callMistakes(section: unknown, builtIn: CallRegistry = callRegistry()): CallMistake[] {
  const calls = mapOf(section);
  const taken = [...builtIn.keys()];
  const limits = callLimits(builtIn);
  return Object.entries(calls).flatMap(([path, call], at) =>
    [
      ...limitMistakes(mapOf(mapOf(call).limit), limits),
      ...nameMistakes(path, taken, Object.keys(calls).slice(0, at)),
      ...callPartMistakes(mapOf(call)),
    ].map((mistake) => ({
      ...mistake,
      path: [path, ...mistake.path],
    })),
  );
}

function callPartMistakes(call: Written): CallMistake[] {
  return [...fieldMistakes(call), ...factMistakes(call), ...parameterMistakes(call), ...ruleMistakes(call)];
}

/** A limit that built-in calls count in as well has their figures. */
function limitMistakes(limit: Written, known: ReturnType<typeof callLimits>): CallMistake[] {
  const same = known.find(({ name }) => name === limit.name);
  if (same === undefined) return [];
  const { requestsPerMinute, isApart, ends } = same;
  const [path = "/"] = ends;
  if (limit.requests === requestsPerMinute && (limit.apart ?? false) === isApart) return [];
  const message = `the limit \`${same.name}\` has other figures in \`${path.slice(1)}\``;
  const suggestion = `write { name: ${same.name}, requests: ${requestsPerMinute}, apart: ${isApart} }`;
  return [{ path: ["limit"], message, suggestion }];
}

/** @param before the paths that are declared above it */
function nameMistakes(path: string, builtIn: readonly string[], before: readonly string[]): CallMistake[] {
  const same = builtIn.find((name) => name.toLowerCase() === path.toLowerCase());
  if (same !== undefined) return [aboutKey([], `\`${path}\` is built in`, "choose a path that is not")];
  const typesOf = (name: string) => recordPrefix({ service: "market", from: marketSet(name) });
  const other = [...builtIn, ...before].find((name) => typesOf(name) === typesOf(path));
  return other === undefined ? [] : [aboutKey([], `its events would be called as those of \`${other}\``)];
}

// Fields.

/** Words of the language of expressions, which `now.NAME` cannot say. */
const reserved = new Set(
  "true false null in as break const continue else for function if import let loop package namespace return var void while".split(
    " ",
  ),
);

function fieldMistakes({ fields, unread = [] }: Written, inside: readonly string[] = []): CallMistake[] {
  const sent = new Map(textsOf(unread).map(([, wire]) => [wire, "unread"]));
  return Object.entries(mapOf(fields)).flatMap(([name, written]) => {
    const at = [...inside, "fields", name];
    const field = mapOf(written);
    const mistakes = [...detailMistakes(at, field), ...fieldMistakes(field, at)];
    if (reserved.has(name))
      mistakes.push(aboutKey(at, `expressions have \`${name}\` as a word of their own`));
    for (const [place, wire] of textsOf(field.wire)) {
      const before = sent.get(wire);
      if (before === undefined) sent.set(wire, name);
      else {
        const message =
          before === name ? `\`${wire}\` stands here twice` : `\`${wire}\` is sent for \`${before}\` already`;
        mistakes.push({ path: [...at, "wire", ...place], message });
      }
    }
    return mistakes;
  });
}

const details: readonly KindDetail[] = ["unit", "length", "least", "values", "fields", "unread"];

/** What a field of its type needs and lacks, or has and does not take. */
function detailMistakes(at: readonly string[], field: Written): CallMistake[] {
  const { type } = field;
  const kind = typeof type === "string" ? kindDetails(type) : undefined;
  if (kind === undefined) return [];
  const { needs, takes = [] } = kind;
  const said = details.filter((detail) => field[detail] !== undefined);
  const odd = said.filter((detail) => detail !== needs && !takes.includes(detail));
  const lacks = needs !== undefined && field[needs] === undefined;
  const suggestion = needs === "unit" ? "such as JPY or shares" : undefined;
  return [
    ...(lacks
      ? [{ path: [...at, "type"], message: `a field of the type \`${type}\` needs \`${needs}\``, suggestion }]
      : []),
    ...odd.map((detail) => aboutKey([...at, detail], `a field of the type \`${type}\` has no \`${detail}\``)),
  ];
}

// Facts about records, which name fields.

/** Keys that name fields, with the types that these may have; none: any. */
const facts: Readonly<Record<string, { readonly types?: readonly string[]; readonly what?: string }>> = {
  key: {},
  day: { types: ["date"], what: "date" },
  published: { types: ["date"], what: "date" },
  publishedTime: { types: ["text", "time"], what: "time" },
  occurred: { types: ["date"], what: "date" },
  tracks: { types: ["number", "integer", "count", "percent", "fraction"], what: "number" },
  asides: {},
  form: {},
  calendar: { types: ["date"], what: "date" },
};

function factMistakes(call: Written): CallMistake[] {
  const fields = mapOf(call.fields);
  const names = Object.keys(fields);
  return Object.entries(facts).flatMap(([fact, { types, what }]) => {
    const seen = new Set<string>();
    const named = fact === "calendar" ? keysOf(call[fact]) : textsOf(call[fact]);
    const isKey = fact === "calendar";
    return named.flatMap(([place, name]): CallMistake[] => {
      const path = [fact, ...place];
      if (seen.has(name)) return [{ path, message: `\`${name}\` stands here twice` }];
      seen.add(name);
      if (!names.includes(name)) return [{ ...noSuch(path, name, "field", names), isKey }];
      const { type } = mapOf(fields[name]);
      const isFit = types === undefined || typeof type !== "string" || types.includes(type);
      return isFit ? [] : [{ path, isKey, message: `\`${name}\` is no ${what}` }];
    });
  });
}

// Parameters.

/** Options that `yagura fetch` has itself. */
const ownOptions = ["config", "format", "help", "infer", "json", "list", "names", "nonames", "since"];
const plain = (name: string) => name.replace(/[-_]/g, "").toLowerCase();

function parameterMistakes({ parameters, required, fields }: Written): CallMistake[] {
  const declared = mapOf(parameters);
  const names = Object.keys(declared);
  const known: Readonly<Record<string, { readonly wire?: string }>> = marketParameters;
  const sent = new Map<string, string>();
  const options = new Map<string, string>();
  const mistakes = names.flatMap((name): CallMistake[] => {
    const at = ["parameters", name];
    const { about, wire = known[name]?.wire ?? name, field } = mapOf(declared[name]);
    const found: CallMistake[] = [];
    if (about === undefined && !Object.hasOwn(known, name))
      found.push({
        path: at,
        message: "`about` is missing",
        suggestion: didYouMean(name, Object.keys(known)),
      });
    if (ownOptions.includes(plain(name)))
      found.push(aboutKey(at, `\`yagura fetch\` has an option \`--${name}\` of its own`));
    const [before, option] = [sent.get(String(wire)), options.get(plain(name))];
    if (before !== undefined) found.push(aboutKey(at, `\`${wire}\` is asked by \`${before}\` already`));
    else if (option !== undefined)
      found.push(aboutKey(at, `\`--${name}\` and \`--${option}\` are one option`));
    sent.set(String(wire), name);
    options.set(plain(name), name);
    const fieldsThere = Object.keys(mapOf(fields));
    if (typeof field === "string" && !fieldsThere.includes(field))
      found.push(noSuch([...at, "field"], field, "field", fieldsThere));
    return found;
  });
  const lacking = textsOf(required).flatMap(([place, name]) =>
    names.includes(name) ? [] : [noSuch(["required", ...place], name, "parameter", names)],
  );
  return [...mistakes, ...lacking];
}

/** The kinds of rules: the key that makes one, and whether it is about a parameter. */
const ruleKinds: Readonly<Record<string, boolean>> = {
  exactlyOne: false,
  atLeastOne: false,
  bothOrNone: false,
  notWith: true,
  onlyWith: true,
  onlyToday: true,
};

function ruleMistakes({ rules, parameters }: Written): CallMistake[] {
  const names = Object.keys(mapOf(parameters));
  const all: readonly unknown[] = Array.isArray(rules) ? rules : [];
  return all.flatMap((one, at): CallMistake[] => {
    const rule = mapOf(one);
    const path = ["rules", at];
    const kinds = Object.keys(rule).filter((key) => Object.hasOwn(ruleKinds, key));
    const [kind] = kinds;
    const unknown = ["parameter", ...kinds].flatMap((key) =>
      textsOf(rule[key]).flatMap(([place, name]) =>
        names.includes(name) ? [] : [noSuch([...path, key, ...place], name, "parameter", names)],
      ),
    );
    if (kind === undefined || kinds.length > 1) {
      const message = `a rule says one of ${Object.keys(ruleKinds).join(", ")}`;
      return [{ path, message }, ...unknown];
    }
    const needsParameter = ruleKinds[kind] === true;
    if (needsParameter && rule.parameter === undefined)
      return [{ path, message: `\`${kind}\` needs \`parameter\`` }, ...unknown];
    if (!needsParameter && rule.parameter !== undefined)
      return [aboutKey([...path, "parameter"], `\`${kind}\` has no \`parameter\``), ...unknown];
    return unknown;
  });
}

function noSuch(
  path: readonly PropertyKey[],
  name: string,
  kind: "field" | "parameter",
  names: readonly string[],
): CallMistake {
  const there = names.length === 0 ? undefined : `there are ${names.slice(0, 12).join(", ")}`;
  return {
    path,
    message: `\`${name}\` is no ${kind} of this call`,
    suggestion: didYouMean(name, names) ?? there,
  };
}

function aboutKey(path: readonly PropertyKey[], message: string, suggestion?: string): CallMistake {
  return { path, message, isKey: true, ...(suggestion !== undefined && { suggestion }) };
}

function mapOf(value: unknown): Written {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** The keys of a map, each with its place. */
function keysOf(value: unknown): [place: readonly PropertyKey[], text: string][] {
  return Object.keys(mapOf(value)).map((key) => [[key], key]);
}

/** The texts of a value that is one or a list of them, each with its place in it. */
function textsOf(value: unknown): [place: readonly PropertyKey[], text: string][] {
  if (typeof value === "string") return [[[], value]];
  const entries: readonly unknown[] = Array.isArray(value) ? value : [];
  return entries.flatMap((entry, at): [PropertyKey[], string][] =>
    typeof entry === "string" ? [[[at], entry]] : [],
  );
}
