/** Random conditions over the fields of short-sale reports and of the forum ranking, and random events for them. */
import type { Event, EventType } from "../../src/model/event.ts";
import { fc } from "../support/fast-check.ts";

/** Texts that look like numbers and like each other, so that what should differ could be mixed up. */
const texts = ["7203", "7203.0", "1", "", "true", "Ａ社", "a社", "é", "null"];
const numbers = [0, 1, 1.5, -2, 7203, 1e21];

const textPaths = ["now.code", "was.code", "now.seller", "now.fund", "event.subject", "event.published"];
const numberPaths = ["now.ratio", "was.ratio", "now.shares", "now.rank"];

const pick = fc.constantFrom<string[]>;
const quoted = fc.constantFrom(...texts).map((text) => JSON.stringify(text));
const written = fc.constantFrom(...numbers).map(String);
const operator = pick("==", "!=", "<", "<=", ">", ">=");

function joined(...parts: fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  return fc.tuple(...parts).map((each) => each.join(" "));
}

const listOf = (values: fc.Arbitrary<string>) =>
  fc.array(values, { minLength: 1, maxLength: 4 }).map((each) => `[${each.join(", ")}]`);

const sum = fc.oneof(
  { weight: 4, arbitrary: pick(...numberPaths) },
  { weight: 2, arbitrary: written },
  joined(pick(...numberPaths), pick("+", "-", "*", "/", "%"), fc.oneof(pick(...numberPaths), written)),
  pick("abs(now.ratio - was.ratio)", "round(now.ratio, 1)", "-now.shares", "min(now.ratio, was.ratio)"),
);

const plain = fc.oneof(
  { weight: 6, arbitrary: joined(pick(...textPaths), pick("=="), quoted) },
  { weight: 2, arbitrary: joined(quoted, operator, pick(...textPaths)) },
  { weight: 4, arbitrary: joined(pick(...numberPaths), operator, written) },
  { weight: 3, arbitrary: joined(sum, operator, sum) },
  {
    weight: 3,
    arbitrary: joined(pick(...textPaths), pick("in"), fc.oneof(listOf(quoted), pick("lists.some"))),
  },
  { weight: 2, arbitrary: joined(pick(...numberPaths), pick("in"), listOf(written)) },
  { weight: 2, arbitrary: joined(pick("now.term"), pick("==", "!="), pick('"daily"', '"weekly"')) },
  {
    weight: 2,
    arbitrary: pick('event.type == "short.report.opened"', 'event.type != "forum.ranking.moved"'),
  },
  { weight: 2, arbitrary: pick(...textPaths, ...numberPaths).map((path) => `has(${path})`) },
  joined(pick(...textPaths), operator, pick(...textPaths)),
  joined(pick(...textPaths), operator, quoted),
  pick("now.seller.contains('ａ')", "now.code.startsWith('72')", "now.seller.endsWith('社')"),
  pick("now.seller.has_any(['ａ', '1'])", "has_any(now.fund, ['Ａ社'])", "now.code.has_any(lists.some)"),
  pick("size(changed) > 1", "changed.size() == 2", "1.0 < size(changed)", "size(changed) != size(changed)"),
  pick(
    "size(now.seller) / 2 > 1",
    "size(now.seller) > 3",
    "now.code.size() != size(now.seller)",
    "1.5 < size(now.seller + 'é')",
  ),
  pick("'ratio' in changed", "'' in changed", "!('shares' in changed)"),
  pick("string(now.ratio) == '1.5'", "now.code + now.seller == '1a社'"),
);

/** Conditions that only the library evaluates. */
const libraryOnly = pick(
  "now.code in changed",
  "size(now.seller.matched_words(['ａ', '1'])) == 1",
  "now.code.matches('^7')",
  "changed.exists(name, name == 'code')",
);

const { tree } = fc.letrec<{ tree: string; leaf: string }>((tie) => ({
  leaf: fc.oneof({ weight: 12, arbitrary: plain }, libraryOnly),
  tree: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    { weight: 3, arbitrary: tie("leaf") },
    { weight: 4, arbitrary: fc.tuple(tie("tree"), tie("tree")).map(([a, b]) => `(${a} && ${b})`) },
    { weight: 2, arbitrary: fc.tuple(tie("tree"), tie("tree")).map(([a, b]) => `(${a} || ${b})`) },
    tie("tree").map((a) => `!(${a})`),
    fc.tuple(tie("tree"), tie("tree"), tie("tree")).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
  ),
}));

/** About an event: what names nothing of one has other kinds of numbers. */
export const anyCondition: fc.Arbitrary<string> = fc
  .oneof(
    tree,
    // Rules as people write them.
    fc.array(plain, { minLength: 2, maxLength: 5 }).map((parts) => parts.join(" && ")),
  )
  .filter((condition) => /\b(now|was|event|changed|lists)\b/.test(condition));

/** A field and a number that is written out. */
const anyMoved = fc.oneof(
  joined(pick("now.ratio", "was.ratio"), pick("+", "-", "*", "/"), written),
  joined(written, pick("+", "-", "*", "/"), pick("now.ratio", "size(changed)")),
);

/** Comparisons of a few things with many values, which no equality tells apart. */
export const anyGuard: fc.Arbitrary<string> = fc.oneof(
  joined(pick("now.ratio", "was.ratio", "now.ratio - was.ratio"), operator, written),
  joined(written, operator, pick("now.ratio", "now.shares * 2")),
  joined(pick("was.ratio", "abs(now.shares)"), operator, anyMoved),
  joined(anyMoved, operator, pick("now.rank", "now.shares * 2", "size(changed)")),
  joined(pick("now.code", "event.subject"), operator, quoted),
  joined(pick("size(changed)", "changed.size()"), operator, written),
  fc
    .tuple(pick("now.seller", "now.code"), pick("contains", "startsWith", "endsWith"), quoted)
    .map(([path, search, part]) => `${path}.${search}(${part})`),
  fc
    .tuple(
      pick("now.seller", "now.code"),
      fc.oneof(listOf(quoted.filter((text) => text !== '""')), pick("lists.some")),
    )
    .map(([path, list]) => `${path}.has_any(${list})`),
  pick("^7", "a?社$", "[0-9]", "^$").map((pattern) => `now.seller.matches("${pattern}")`),
  fc.tuple(pick("now.code", "now.seller"), listOf(quoted)).map(([path, list]) => `!(${path} in ${list})`),
  fc.tuple(pick("now.ratio", "now.shares"), operator, written).map((parts) => `!(${parts.join(" ")})`),
  fc.tuple(pick("now.ratio", "now.shares"), operator, anyMoved).map((parts) => `!(${parts.join(" ")})`),
  quoted.map((part) => `!now.seller.contains(${part})`),
  joined(pick("now.ratio * 2", "now.shares + 1"), pick("in"), listOf(written)),
  joined(
    pick("now.ratio > 1 ||", "now.code == '1' ||", "has(now.fund) &&"),
    pick("now.shares"),
    operator,
    written,
  ),
);

/** Comparisons of few kinds, so that many are of one. */
export const anyFieldComparison: fc.Arbitrary<string> = fc
  .tuple(
    pick("now.shares < now.ratio K", "now.shares >= K now.ratio", "now.ratio K <= was.ratio"),
    pick("+", "-", "*", "/"),
    fc.constantFrom(0, 0.5, 1, 1.5, 2, -2, -0.5, 7203, 1e21).map(String),
  )
  .map(([form, how, by]) =>
    form.replace(/(K )|( K)/, (_, before) => (before ? `${by} ${how} ` : ` ${how} ${by}`)),
  );

export const listedTexts = ["7203", "1", "a社"];

const someValue = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<unknown>(...texts, ...numbers) },
  fc.constantFrom<unknown>(null, undefined, true, false, Number.NaN, -0, ["7203"], { code: "7203" }),
);
const someText = fc.oneof({ weight: 6, arbitrary: fc.constantFrom<unknown>(...texts) }, someValue);
const someNumber = fc.oneof({ weight: 6, arbitrary: fc.constantFrom<unknown>(...numbers) }, someValue);

const item = fc.record(
  {
    code: someText,
    seller: someText,
    fund: someText,
    ratio: someNumber,
    shares: someNumber,
    rank: someNumber,
    term: fc.constantFrom<unknown>("daily", "weekly", "monthly", 1),
  },
  { requiredKeys: [] },
);

export const anyType = fc.constantFrom<EventType>(
  "short.report.opened",
  "short.report.increased",
  "short.report.closed",
  "forum.ranking.moved",
);

/** Fields that are absent, null or of another type among them. */
export const anyEvent: fc.Arbitrary<Event> = fc
  .record(
    {
      type: anyType,
      subject: fc.constantFrom(...texts),
      published: fc.constantFrom(...texts),
      now: item,
      was: item,
      changed: fc.subarray(["ratio", "code", "shares"]),
    },
    { requiredKeys: ["type", "subject", "now"] },
  )
  .map(({ type, subject, published, now, was, changed }) => ({
    specversion: "1.0",
    id: "any-1",
    source: "/sources/short-sale-reports",
    type,
    subject,
    time: "2026-01-05T09:00:00.000Z",
    ...(published === undefined ? {} : { published }),
    datacontenttype: "application/json",
    data: {
      now,
      ...(was === undefined ? {} : { was }),
      ...(changed === undefined ? {} : { changed }),
    },
  }));
