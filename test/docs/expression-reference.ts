/** Constructs of expressions as authors write them, for the tables of docs/rules-reference.md. A test holds them to the vocabulary. */

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
    about: "the item: the report, the comment, the series; its last state if it is gone",
    example: "now.ratio >= 1",
  },
  { write: "was", about: "the item as it was before, if there was one", example: "was.ratio < 1" },
  {
    write: "changed",
    about: "the names of the fields that differ between `now` and `was`",
    example: '"ratio" in changed',
  },
  { write: "event.type", about: "the type of the event", example: 'event.type == "short.report.opened"' },
  {
    write: "event.subject",
    about: "the stock or the series that the event is about",
    example: 'event.subject == "7203"',
  },
  {
    write: "event.source",
    about: "the source that gave the event",
    example: 'event.source == "/sources/short-sale-reports"',
  },
  { write: "event.id", about: "the event's id", example: "event.id" },
  {
    write: "event.time",
    about: "when Yagura saw the event, in UTC",
    example: 'event.time > "2026-01-05T00:00:00Z"',
  },
  {
    write: "event.published",
    about: "when the service published the item",
    example: 'event.published > "2026-01-05"',
  },
  {
    write: "event.occurred",
    about: "the day that the item is about",
    example: "event.occurred == event.published",
  },
  {
    write: "event.simulated",
    about: "whether its service is simulated, or the alert is about such an event",
    example: "!event.simulated",
  },
  { write: "lists.NAME", about: "a list from the top of a file", example: "now.code in lists.core" },
  {
    write: "tables.NAME[key].COLUMN",
    about: "a value of a table's row",
    example: 'tables.sectors[now.code].name == "Autos"',
  },
  {
    write: "watchlists.NAME",
    about: "the codes on a watchlist of the settings",
    example: "now.code in watchlists.core",
  },
  { write: "params.NAME", about: "a parameter of the rule", example: "now.ratio >= params.level" },
  {
    write: "latest.NAME[SUBJECT]",
    about: "the newest item of another source about a stock or a series",
    example: "latest.marginAlerts[now.code].shortRatio > 2",
  },
  {
    write: "standing.NAME",
    about: "a value over the current items of a source, from the top of a file",
    example: "standing.totalShort > 5",
  },
];

export const operators: readonly Construct[] = [
  {
    write: "== != < <= > >=",
    about: "comparison; dates and times are compared as text",
    example: "now.ratio >= 0.5",
  },
  {
    write: "+ - * / %",
    about: "arithmetic; there is one kind of numbers, and + also joins texts",
    example: "now.rank - was.rank >= 20",
  },
  { write: "&& || ! ( )", about: "and, or, not", example: "now.ratio > 1 && !has(now.fund)" },
  { write: "a ? b : c", about: "b if a is true, else c", example: 'now.ratio > 1 ? "large" : "small"' },
  {
    write: "x in [...], x in lists.NAME",
    about: "x is one of these",
    example: 'now.code in ["7203", "6758"]',
  },
  {
    write: "list[0]",
    about: "an entry, counted from 0",
    example: "now.revisions[size(now.revisions) - 1].period",
  },
  {
    write: "{key: value, ...}[x]",
    about: "the value that a table has for x; absent if it has none",
    example: 'now.ratio > {"7203": 1.5, "6758": 0.8}[now.code]',
  },
  {
    write: "x.?field, x[?key]",
    about: "a field or an entry that may be absent, for use with `orValue`",
    example: 'now.?fund.orValue("no fund")',
  },
];

export const functions: readonly Construct[] = [
  { write: "has(now.field)", about: "the field is there", example: "has(now.fund)" },
  {
    write: "mine(code)",
    about: "what a watchlist notes about a stock, by the columns of the list",
    example: "now.ratio >= mine(now.code).short",
  },
  { write: "size(x)", about: "characters of a text, entries of a list", example: "size(now.reasons) > 1" },
  { write: "abs(x)", about: "the number without its sign", example: "abs(now.shortChange) > 100000" },
  { write: "min(x, y)", about: "the smaller of two numbers", example: "min(now.yes, now.no)" },
  { write: "max(x, y)", about: "the larger of two numbers", example: "max(now.yes, now.no)" },
  {
    write: "round(x), round(x, digits)",
    about: "the number, rounded to a whole number or to so many digits",
    example: "round(now.ratio - was.ratio, 2)",
  },
  { write: "string(x)", about: "the value as text", example: 'string(now.part) + "!"' },
  { write: "double(x)", about: "the text as a number", example: "double(now.regulation) > 1" },
  { write: "int(x)", about: "the value as a number, without its decimals", example: "int(now.ratio) >= 2" },
  {
    write: "x.contains(y)",
    about: "x contains the text; width, case and kana do not matter",
    example: 'now.body.contains("ストップ高")',
  },
  {
    write: "x.startsWith(y)",
    about: "x begins with the text, compared in the same way",
    example: 'now.name.startsWith("例示")',
  },
  {
    write: "x.endsWith(y)",
    about: "x ends with the text, compared in the same way",
    example: 'now.seller.endsWith("Capital")',
  },
  {
    write: "x.has_any([...])",
    about: "x contains any of these words, compared in the same way; x may be a list of texts",
    example: 'now.body.has_any(["増配", "減配"])',
  },
  {
    write: "x.matched_words([...])",
    about: "the list of these words that x contains, in the order of the text",
    example: "size(now.body.matched_words(lists.core)) >= 2",
  },
  {
    write: 'x.matches("...")',
    about: "a regular expression (RE2) matches somewhere in the text, compared letter by letter",
    example: 'now.body.matches("[0-9]{4}円")',
  },
  {
    write: "list.exists(x, ...)",
    about: "this is true for at least one entry",
    example: "now.revisions.exists(r, r.from > r.to)",
  },
  {
    write: "list.all(x, ...)",
    about: "this is true for every entry",
    example: "now.revisions.all(r, r.from > r.to)",
  },
  {
    write: "list.exists_one(x, ...)",
    about: "this is true for exactly one entry",
    example: 'now.reasons.exists_one(r, r == "monitoring")',
  },
  {
    write: "list.filter(x, ...)",
    about: "the entries for which this is true",
    example: "size(now.added.filter(p, p.value > 100)) > 1",
  },
  {
    write: "list.map(x, ...)",
    about: "the list of this value of each entry",
    example: "now.revisions.map(r, r.period)",
  },
  {
    write: "x.orValue(y)",
    about: "the value, or y if it is absent",
    example: "now.?shortRatio.orValue(0) + now.?longRatio.orValue(0) > 10",
  },
  {
    write: "isTradingDay(d)",
    about:
      "the exchange trades on this day, a text such as 2026-01-05; this and the next two are absent for what is no day",
    example: "!isTradingDay(now.calculatedOn)",
  },
  {
    write: "tradingDaysBetween(a, b)",
    about: "trading days after the day a, up to and including the day b; negative where b is earlier",
    example: "tradingDaysBetween(now.calculatedOn, now.disclosedOn) > 3",
  },
  {
    write: "addTradingDays(d, n)",
    about:
      "the trading day that comes n trading days after a day, or before it if n is negative; the day itself for 0",
    example: "addTradingDays(now.calculatedOn, 2) < now.disclosedOn",
  },
  {
    write: "timestamp(x)",
    about: "the moment that a text such as 2026-01-05T09:00:00Z stands for",
    example: 'timestamp(event.time) - timestamp(event.published) > duration("1h")',
  },
  {
    write: 'x.getHours(), x.getHours("Asia/Tokyo")',
    about: "the hour of a moment, in UTC or in a time zone; the whole hours of a span",
    example: 'timestamp(event.time).getHours("Asia/Tokyo") >= 15',
  },
  {
    write: "x.getDayOfWeek()",
    about:
      "the day of the week of a moment, 0 on a Sunday; this and the functions below take a time zone as `getHours` does",
    example: 'timestamp(event.time).getDayOfWeek("Asia/Tokyo") == 1',
  },
];

/** The rest of CEL, for those who look for it. */
export const more: readonly Construct[] = [
  {
    write: "cel.bind(x, value, ...)",
    about: "gives a value a name",
    example: "cel.bind(d, now.ratio - was.ratio, d > 0.5 || d < -0.5)",
  },
  {
    write: 'duration("1h30m")',
    about: "a span of time, written with h, m, s and ms",
    example: 'duration("90m").getMinutes() == 90',
  },
  {
    write: "x.getFullYear(), x.getMonth(), x.getDate(), x.getDayOfMonth(), x.getDayOfYear()",
    about: "parts of a moment; days and months count from 0, except that `getDate` counts from 1",
    example: "timestamp(event.time).getMonth() == 0",
  },
  {
    write: "x.getMinutes(), x.getSeconds(), x.getMilliseconds()",
    about: "parts of a moment, or the length of a span in these units",
    example: "timestamp(event.time).getMinutes() < 30",
  },
  {
    write: "x.lowerAscii(), x.upperAscii(), x.trim()",
    about: "the text in small or capital letters (A to Z only), or without blanks around it",
    example: "now.name.trim().upperAscii()",
  },
  {
    write: "x.substring(from, to), x.indexOf(y, from), x.lastIndexOf(y, from)",
    about: "a part of a text, or the place of a part; places count characters from 0, and -1 means not found",
    example: 'now.name.substring(0, now.name.indexOf("("))',
  },
  {
    write: 'x.split(","), list.join(", ")',
    about: "the parts of a text as a list, or a list of texts as one",
    example: 'now.reasons.join(" and ")',
  },
  {
    write: "optional.of(x), optional.none(), x.hasValue(), x.value(), x.or(y)",
    about: "functions for values that may be absent",
    example: "now.?fund.or(now.?seller).hasValue()",
  },
  {
    write: "bool(x), bytes(x), uint(x), dyn(x), type(x)",
    about: "values of other kinds, which events do not have",
    example: 'bool("true")',
  },
];
