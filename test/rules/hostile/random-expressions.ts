/** Expressions by chance, the same ones for the same seed: mostly of the right types, some of none. */

export type Random = (below: number) => number;

/** Numbers by chance (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

export interface Words {
  readonly texts: readonly string[];
  readonly numbers: readonly string[];
  readonly textLists: readonly string[];
  readonly recordLists: readonly (readonly [
    list: string,
    texts: readonly string[],
    numbers: readonly string[],
  ])[];
}

type Kind = "truth" | "text" | "number" | "texts";

/** Names that may be used at a place. */
interface Scope extends Words {
  readonly random: Random;
  readonly depth: number;
  readonly loops: number;
}

export function randomExpression(random: Random, words: Words): string {
  const kind = pick(random, ["truth", "truth", "truth", "text", "number", "texts"] as const);
  return make(kind, { ...words, random, depth: 2 + random(6), loops: 0 });
}

function make(kind: Kind, scope: Scope): string {
  const { random, depth } = scope;
  // Now and then another kind than is needed.
  const given = random(60) === 0 ? pick(random, ["truth", "text", "number", "texts"] as const) : kind;
  const inner = { ...scope, depth: depth - 1 };
  const maker = depth <= 0 ? leaves[given] : makers[given];
  return random(200) === 0 ? pick(random, oddities) : maker(inner);
}

const leaves: Readonly<Record<Kind, (scope: Scope) => string>> = {
  truth: ({ random, texts }) =>
    pick(random, ["true", "false", "has(now.code)", "has(was.code)", `${pick(random, texts)} == 'a'`]),
  text: ({ random, texts }) => pick(random, [...texts, "''", "'a'", '"株"', "'ｱ\\u0301'"]),
  number: ({ random, numbers }) =>
    pick(random, [...numbers, "0", "1", "-1", "0.5", "1e308", "9007199254740993"]),
  texts: ({ random, textLists }) => pick(random, [...textLists, "[]", "['a', 'b']"]),
};

const makers: Readonly<Record<Kind, (scope: Scope) => string>> = {
  truth(scope) {
    const { random } = scope;
    switch (random(15)) {
      case 0:
      case 1:
        return `(${make("truth", scope)} ${pick(random, ["&&", "||"])} ${make("truth", scope)})`;
      case 2:
        return `!${make("truth", scope)}`;
      case 3:
        return `${make("number", scope)} ${comparison(random)} ${make("number", scope)}`;
      case 4:
        return `${make("text", scope)} ${comparison(random)} ${make("text", scope)}`;
      case 5:
        return `${make("text", scope)} in ${make("texts", scope)}`;
      case 6:
        return `${make("text", scope)}.${pick(random, ["contains", "startsWith", "endsWith"])}(${make("text", scope)})`;
      case 7:
        return `${pick(random, [make("text", scope), make("texts", scope)])}.has_any(${make("texts", scope)})`;
      case 8:
        return `${make("text", scope)}.matches('${pick(random, patterns)}')`;
      case 9:
        return `(${make("truth", scope)} ? ${make("truth", scope)} : ${make("truth", scope)})`;
      case 10:
        return loop(pick(random, ["exists", "all", "exists_one"]), "truth", scope);
      case 11:
        return `${moment(scope)} ${comparison(random)} ${moment(scope)}`;
      case 12:
        return bound("truth", scope);
      case 13:
        return `${make("text", scope)} in {${make("text", scope)}: ${make("number", scope)}}`;
      default:
        return `${make("texts", scope)} == ${make("texts", scope)}`;
    }
  },
  text(scope) {
    const { random } = scope;
    switch (random(10)) {
      case 5:
        return `${make("text", scope)}.${pick(random, ["trim", "lowerAscii", "upperAscii"])}()`;
      case 6:
        return `${make("text", scope)}.substring(${make("number", scope)}, ${random(30)})`;
      case 7:
        return `${make("texts", scope)}.join(${make("text", scope)})`;
      case 8:
        return `now.?${pick(random, ["code", "title", "period"])}.orValue(${make("text", scope)})`;
      case 9:
        return bound("text", scope);
      case 0:
        return `(${make("text", scope)} + ${make("text", scope)})`;
      case 1:
        return `string(${make("number", scope)})`;
      case 2:
        return `(${make("truth", scope)} ? ${make("text", scope)} : ${make("text", scope)})`;
      case 3:
        return `${make("texts", scope)}[${random(4)}]`;
      default:
        return leaves.text(scope);
    }
  },
  number(scope) {
    const { random } = scope;
    switch (random(12)) {
      case 7:
        return `${make("text", scope)}.${pick(random, ["indexOf", "lastIndexOf"])}(${make("text", scope)})`;
      case 8:
        return `${moment(scope)}.${pick(random, ["getHours", "getDayOfYear", "getMonth"])}(${pick(random, ["", "'Asia/Tokyo'", make("text", scope)])})`;
      case 9:
        return `{${make("text", scope)}: ${make("number", scope)}, 'a': 1}[${make("text", scope)}]`;
      case 10:
        return `int(${pick(random, [make("text", scope), make("number", scope)])})`;
      case 11:
        return `${make("texts", scope)}.map(x, ${make("number", scope)})[${make("number", scope)}]`;
      case 0:
      case 1:
        return `(${make("number", scope)} ${pick(random, ["+", "-", "*", "/", "%"])} ${make("number", scope)})`;
      case 2:
        return `size(${pick(random, [make("text", scope), make("texts", scope)])})`;
      case 3:
        return `${pick(random, ["abs", "round", "double"])}(${make("number", scope)})`;
      case 4:
        return `${pick(random, ["min", "max", "round"])}(${make("number", scope)}, ${make("number", scope)})`;
      case 5:
        return `-${make("number", scope)}`;
      default:
        return leaves.number(scope);
    }
  },
  texts(scope) {
    const { random } = scope;
    switch (random(7)) {
      case 5:
        return `${make("text", scope)}.split(${make("text", scope)})`;
      case 6:
        return `(${make("texts", scope)} + ${make("texts", scope)})`;
      case 3:
        return `${pick(random, [make("text", scope), make("texts", scope)])}.matched_words(${make("texts", scope)})`;
      case 0:
        return `[${Array.from({ length: random(5) }, () => make("text", scope)).join(", ")}]`;
      case 1:
        return loop("filter", "truth", scope);
      case 2:
        return loop("map", "text", scope);
      default:
        return leaves.texts(scope);
    }
  },
};

function moment(scope: Scope): string {
  const { random } = scope;
  const span = pick(random, ["'1h'", "'90m'", "'-1.5s'", make("text", scope)]);
  const at = `timestamp(${pick(random, ["event.time", "event.published", make("text", scope)])})`;
  return random(2) === 0 ? at : `(${at} ${pick(random, ["+", "-"])} duration(${span}))`;
}

function bound(body: Kind, scope: Scope): string {
  const { loops } = scope;
  const inner = { ...scope, loops: loops + 1, texts: [...scope.texts, `v${loops}`] };
  return `cel.bind(v${loops}, ${make("text", scope)}, ${make(body, inner)})`;
}

function loop(name: string, body: Kind, scope: Scope): string {
  const { random, loops, recordLists } = scope;
  const variable = `v${loops}`;
  const inner = { ...scope, loops: loops + 1 };
  if (name !== "filter" && recordLists.length > 0 && random(2) === 0) {
    const [list, texts, numbers] = pick(random, recordLists);
    const own = (fields: readonly string[]) => fields.map((field) => `${variable}.${field}`);
    const around = {
      ...inner,
      texts: [...scope.texts, ...own(texts)],
      numbers: [...scope.numbers, ...own(numbers)],
    };
    return `${list}.${name}(${variable}, ${make(body, around)})`;
  }
  return `${make("texts", scope)}.${name}(${variable}, ${make(body, { ...inner, texts: [...scope.texts, variable] })})`;
}

const patterns = ["a+", "(a+)+$", "[ァ-ヶ]{2,5}", "\\\\p{Han}+円", "(a|aa)+$", "^x", "(.*a){9}$", "("];

const oddities =
  "null {} {'a':1} b'a' 1u type(1) dyn(1) dyn(now.code) dyn(timestamp(0)).getTime optional.none() bytes('a') constructor __proto__ now.constructor now['code'] event.__proto__ cel.bind(x,1,x) int('1') [[1]] [now] now was lists (now) ''' \\ \u0000 // ; = === @ # $ ` => now.?code now[0] 0x1F 1e999 'a'.b().c() [1].map(x) x.y.z".split(
    " ",
  );

function comparison(random: Random): string {
  return pick(random, ["==", "!=", "<", "<=", ">", ">="]);
}

export function pick<T>(random: Random, of: readonly T[]): T {
  const picked = of[random(of.length)];
  if (picked === undefined) throw new TypeError("nothing to pick from");
  return picked;
}
