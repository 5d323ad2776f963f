/** What an expression may be made of, as its authors write it. A test holds it against the vocabulary. */

export interface Construct {
  /** As it is written. */
  readonly write: string;
  readonly about: string;
  /** An expression about events of any of the five sources. */
  readonly example: string;
}

export const values: readonly Construct[] = [
  {
    write: "now",
    about: "the item: the report, the comment, the series. For what is gone, its last state",
    example: "now.ratio >= 1",
  },
  { write: "was", about: "the item before, where there is one", example: "was.ratio < 1" },
  { write: "changed", about: "the names of the fields that differ", example: '"ratio" in changed' },
  { write: "event.type", about: "the type of the event", example: 'event.type == "short.report.opened"' },
  {
    write: "event.subject",
    about: "what it is about: the stock, the series",
    example: 'event.subject == "7203"',
  },
  { write: "event.source", about: "who told it", example: 'event.source == "/sources/short-sale-reports"' },
  { write: "event.id", about: "its id", example: "event.id" },
  {
    write: "event.time",
    about: "when Yagura saw it, in UTC",
    example: 'event.time > "2026-01-05T00:00:00Z"',
  },
  {
    write: "event.published",
    about: "when the service published it",
    example: 'event.published > "2026-01-05"',
  },
  { write: "event.occurred", about: "the day it is about", example: "event.occurred == event.published" },
  { write: "lists.NAME", about: "a list of the file", example: "now.code in lists.core" },
];

export const operators: readonly Construct[] = [
  {
    write: "== != < <= > >=",
    about: "comparison; dates and times compare as text",
    example: "now.ratio >= 0.5",
  },
  {
    write: "+ - * / %",
    about: "arithmetic; all numbers are alike, and + joins texts",
    example: "now.rank - was.rank >= 20",
  },
  { write: "&& || ! ( )", about: "and, or, not", example: "now.ratio > 1 && !has(now.fund)" },
  { write: "a ? b : c", about: "b where a holds, else c", example: 'now.ratio > 1 ? "large" : "small"' },
  { write: "x in [...], x in lists.NAME", about: "one of these", example: 'now.code in ["7203", "6758"]' },
  {
    write: "list[0]",
    about: "an entry, counted from 0",
    example: "now.revisions[size(now.revisions) - 1].period",
  },
  {
    write: "{key: value, ...}[x]",
    about: "what a table has for x; without a row for it there is no value",
    example: 'now.ratio > {"7203": 1.5, "6758": 0.8}[now.code]',
  },
  {
    write: "x.?field, x[?key]",
    about: "a field or an entry that may be absent, for `orValue` and the like",
    example: 'now.?fund.orValue("no fund")',
  },
];

export const functions: readonly Construct[] = [
  { write: "has(now.field)", about: "the field is there", example: "has(now.fund)" },
  { write: "size(x)", about: "characters of a text, entries of a list", example: "size(now.reasons) > 1" },
  { write: "abs(x)", about: "without its sign", example: "abs(now.shortChange) > 100000" },
  { write: "min(x, y)", about: "the lesser of two numbers", example: "min(now.yes, now.no)" },
  { write: "max(x, y)", about: "the greater of two numbers", example: "max(now.yes, now.no)" },
  { write: "round(x), round(x, digits)", about: "rounded", example: "round(now.ratio - was.ratio, 2)" },
  { write: "string(x)", about: "as text", example: 'string(now.part) + "!"' },
  { write: "double(x)", about: "as a number", example: "double(now.regulation) > 1" },
  { write: "int(x)", about: "as a number, without its decimals", example: "int(now.ratio) >= 2" },
  {
    write: "x.contains(y)",
    about: "has the text in it, without regard to width, case and kana",
    example: 'now.body.contains("ストップ高")',
  },
  {
    write: "x.startsWith(y)",
    about: "begins with it, compared the same way",
    example: 'now.name.startsWith("例示")',
  },
  {
    write: "x.endsWith(y)",
    about: "ends with it, compared the same way",
    example: 'now.seller.endsWith("Capital")',
  },
  {
    write: "x.has_any([...])",
    about: "any of these words, compared the same way; x may be a list of texts",
    example: 'now.body.has_any(["増配", "減配"])',
  },
  {
    write: "x.matched_words([...])",
    about: "which of these words, as a list, in the order of the text",
    example: "size(now.body.matched_words(lists.core)) >= 2",
  },
  {
    write: 'x.matches("...")',
    about: "a regular expression (RE2), compared letter by letter, somewhere in the text",
    example: 'now.body.matches("[0-9]{4}円")',
  },
  { write: "list.exists(x, ...)", about: "some entry", example: "now.revisions.exists(r, r.from > r.to)" },
  { write: "list.all(x, ...)", about: "all entries", example: "now.revisions.all(r, r.from > r.to)" },
  {
    write: "list.exists_one(x, ...)",
    about: "exactly one entry",
    example: 'now.reasons.exists_one(r, r == "monitoring")',
  },
  {
    write: "list.filter(x, ...)",
    about: "the entries that hold",
    example: "size(now.added.filter(p, p.value > 100)) > 1",
  },
  { write: "list.map(x, ...)", about: "a value of each entry", example: "now.revisions.map(r, r.period)" },
  {
    write: "x.orValue(y)",
    about: "what may be absent, or y where it is",
    example: "now.?shortRatio.orValue(0) + now.?longRatio.orValue(0) > 10",
  },
  {
    write: "timestamp(x)",
    about: "the moment that a text is, such as 2026-01-05T09:00:00Z",
    example: 'timestamp(event.time) - timestamp(event.published) > duration("1h")',
  },
  {
    write: 'x.getHours(), x.getHours("Asia/Tokyo")',
    about: "the hour of a moment in UTC or on a wall clock; of a span, its whole hours",
    example: 'timestamp(event.time).getHours("Asia/Tokyo") >= 15',
  },
  {
    write: "x.getDayOfWeek()",
    about: "0 on a Sunday; like `getHours` also of a zone, as those below",
    example: 'timestamp(event.time).getDayOfWeek("Asia/Tokyo") == 1',
  },
];

/** What CEL has besides, for those who look for it. */
export const more: readonly Construct[] = [
  {
    write: "cel.bind(x, value, ...)",
    about: "a name for a value",
    example: "cel.bind(d, now.ratio - was.ratio, d > 0.5 || d < -0.5)",
  },
  {
    write: 'duration("1h30m")',
    about: "a span of h, m, s, ms",
    example: 'duration("90m").getMinutes() == 90',
  },
  {
    write: "x.getFullYear(), x.getMonth(), x.getDate(), x.getDayOfMonth(), x.getDayOfYear()",
    about: "of a moment; `getDate` counts from 1, the others from 0",
    example: "timestamp(event.time).getMonth() == 0",
  },
  {
    write: "x.getMinutes(), x.getSeconds(), x.getMilliseconds()",
    about: "of a moment, or all of a span",
    example: "timestamp(event.time).getMinutes() < 30",
  },
  {
    write: "x.lowerAscii(), x.upperAscii(), x.trim()",
    about: "a text with its letters A to Z changed, or without the blanks around it",
    example: "now.name.trim().upperAscii()",
  },
  {
    write: "x.substring(from, to), x.indexOf(y, from), x.lastIndexOf(y, from)",
    about: "a part of a text, and where a part is; places count characters from 0, and -1 is nowhere",
    example: 'now.name.substring(0, now.name.indexOf("("))',
  },
  {
    write: 'x.split(","), list.join(", ")',
    about: "a text in parts, and texts joined",
    example: 'now.reasons.join(" and ")',
  },
  {
    write: "optional.of(x), optional.none(), x.hasValue(), x.value(), x.or(y)",
    about: "values that may be absent",
    example: "now.?fund.or(now.?seller).hasValue()",
  },
  {
    write: "bool(x), bytes(x), uint(x), dyn(x), type(x)",
    about: "other kinds of values, which events have none of",
    example: 'bool("true")',
  },
];
