/**
 * Mistakes of declared calls that stand between their parts: a name that is none of the others, or twice the same. The
 * form of each part is checked elsewhere, so what has a wrong form is passed over here.
 */
import { didYouMean } from "../lib/text/nearest.ts";
import { marketParameters } from "../upstreams/market/call.ts";
import { type CallRegistry, callRegistry } from "../upstreams/market/calls.ts";
import { hasUnit } from "../upstreams/market/declared-calls.ts";
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
  return Object.entries(calls).flatMap(([path, call], at) =>
    [...nameMistakes(path, taken, Object.keys(calls).slice(0, at)), ...callPartMistakes(mapOf(call))].map(
      (mistake) => ({
        ...mistake,
        path: [path, ...mistake.path],
      }),
    ),
  );
}

function callPartMistakes(call: Written): CallMistake[] {
  return [...fieldMistakes(call), ...factMistakes(call), ...parameterMistakes(call)];
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

function fieldMistakes({ fields }: Written): CallMistake[] {
  const sent = new Map<string, string>();
  return Object.entries(mapOf(fields)).flatMap(([name, written]) => {
    const at = ["fields", name];
    const field = mapOf(written);
    const mistakes: CallMistake[] = [];
    if (reserved.has(name))
      mistakes.push(aboutKey(at, `expressions have \`${name}\` as a word of their own`));
    mistakes.push(...unitMistakes(at, field));
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

function unitMistakes(at: readonly string[], { type, unit }: Written): CallMistake[] {
  const isOfUnit = typeof type === "string" ? hasUnit(type) : undefined;
  if (isOfUnit === undefined) return [];
  if (isOfUnit && unit === undefined)
    return [
      { path: [...at, "type"], message: `a ${type} needs a \`unit\``, suggestion: "such as JPY or shares" },
    ];
  if (!isOfUnit && unit !== undefined)
    return [aboutKey([...at, "unit"], `a field of the type \`${type}\` has no unit`)];
  return [];
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
};

function factMistakes(call: Written): CallMistake[] {
  const fields = mapOf(call.fields);
  const names = Object.keys(fields);
  return Object.entries(facts).flatMap(([fact, { types, what }]) => {
    const seen = new Set<string>();
    return textsOf(call[fact]).flatMap(([place, name]): CallMistake[] => {
      const path = [fact, ...place];
      if (seen.has(name)) return [{ path, message: `\`${name}\` stands here twice` }];
      seen.add(name);
      if (!names.includes(name)) return [noSuch(path, name, "field", names)];
      const { type } = mapOf(fields[name]);
      const isFit = types === undefined || typeof type !== "string" || types.includes(type);
      return isFit ? [] : [{ path, message: `\`${name}\` is no ${what}` }];
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

/** The texts of a value that is one or a list of them, each with its place in it. */
function textsOf(value: unknown): [place: readonly number[], text: string][] {
  if (typeof value === "string") return [[[], value]];
  const entries: readonly unknown[] = Array.isArray(value) ? value : [];
  return entries.flatMap((entry, at): [number[], string][] =>
    typeof entry === "string" ? [[[at], entry]] : [],
  );
}
