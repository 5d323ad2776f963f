/** Checks what a test of the right form means: names, fields, conditions, and the order of its steps. */
import type { RecordSource } from "../../../files/test-answers.ts";
import { lastingMs, type WrittenStep, type WrittenTest } from "../../../files/test-file-schema.ts";
import { didYouMean } from "../../../lib/text/nearest.ts";
import type { Path } from "../../../lib/yaml/parse-yaml.ts";
import { endOf, parseDuration } from "../../../model/duration.ts";
import type { EventType } from "../../../model/event.ts";
import { type EventTypes, matchesType, namesOf } from "../../../model/event-types.ts";
import { noWatchlist, type Watchlists } from "../../../model/watchlists.ts";
import { compileCondition } from "../../../rules/cel/compile-expression.ts";
import { shapeOf } from "../../../rules/cel/records.ts";
import { watchedOf } from "../../../rules/cel/reference.ts";
import { ruleLanguage } from "../../../rules/conditions/index.ts";
import type { FileContext } from "../../../rules/context/file-context.ts";
import { checkExample } from "../../../rules/schema/example-schema.ts";
import { isPart } from "./play-test.ts";
import { testCalendar } from "./scene.ts";

/** Names that tests may use. */
export interface TestNames {
  readonly types: EventTypes;
  readonly rules: readonly string[];
  readonly watchlists?: Watchlists;
  /** The settings' sources that watch records. */
  readonly records: readonly RecordSource[];
}

export interface Checking {
  readonly context: FileContext;
  readonly known: TestNames;
  /** Nothing of the test was left out since its form is wrong. */
  readonly isWhole: boolean;
}

export function checkTest(test: WrittenTest, path: Path, checking: Checking): void {
  for (const [index, name] of (test.rules ?? []).entries())
    checkRule(name, [...path, "rules", index], checking);
  checkSubscription(test, [...path, "subscribe"], checking);
  if (checking.isWhole) checkTimes(test, [...path, "steps"], checking);
  for (const [index, step] of test.steps.entries()) checkStep(step, [...path, "steps", index], checking);
}

function checkSubscription(
  { subscribe, watchlists: own }: WrittenTest,
  path: Path,
  { context, known }: Checking,
): void {
  const names = namesOf(known.types);
  const { types: patterns, where, watchlist } = subscribe;
  const watchlists = { ...known.watchlists, ...own };
  if (watchlist !== undefined && !Object.hasOwn(watchlists, watchlist))
    context.report(
      context.yaml.at([...path, "watchlist"]),
      noWatchlist(watchlist),
      didYouMean(watchlist, Object.keys(watchlists)),
    );
  for (const [index, pattern] of (patterns ?? []).entries())
    if (!names.some((type) => matchesType(pattern, type)))
      context.report(
        context.yaml.at([...path, "types", index]),
        `there is no event type \`${pattern}\``,
        didYouMean(pattern, names),
      );
  const meant = names.filter((type) => patterns?.some((pattern) => matchesType(pattern, type)) ?? true);
  if (where === undefined || meant.length === 0) return;
  context.at([...path, "where"], () =>
    compileCondition(where, ruleLanguage(meant, known.types, { watched: watchedOf(watchlists) })),
  );
}

/** Steps go on in time, and the first one says when the test begins. */
function checkTimes(test: WrittenTest, path: Path, { context: { yaml, report } }: Checking): void {
  const calendar = testCalendar(test);
  let before: number | undefined;
  for (const [index, { at, after, events }] of test.steps.entries()) {
    const place = [...path, index];
    if (index === 0 && at === undefined)
      report(yaml.at(place), "the first step needs `at`: when the test begins");
    const moment = at === undefined ? before : Date.parse(at);
    if (moment !== undefined && before !== undefined && moment < before)
      report(yaml.at([...place, "at"]), "this is before the step before");
    const length = after === undefined ? undefined : parseDuration(after);
    const begin = length === undefined || moment === undefined ? moment : endOf(moment, length, calendar);
    before = begin === undefined ? undefined : begin + lastingMs(events ?? []);
  }
}

function checkStep(step: WrittenStep, path: Path, checking: Checking): void {
  const { context } = checking;
  for (const [index, event] of (step.events ?? []).entries())
    checkExample(event, [...path, "events", index], context);
  const { expect } = step;
  for (const [index, event] of (expect?.events ?? []).entries())
    checkExpected(event, [...path, "expect", "events", index], context);
  for (const list of ["alerts", "resolved", "held_back"] as const)
    for (const [index, { rule }] of (expect?.[list] ?? []).entries())
      if (rule !== undefined) checkRule(rule, [...path, "expect", list, index, "rule"], checking);
}

function checkRule(name: string, path: Path, { context, known }: Checking): void {
  if (known.rules.includes(name)) return;
  context.report(context.yaml.at(path), `there is no rule \`${name}\``, didYouMean(name, known.rules));
}

type ExpectedEvent = NonNullable<NonNullable<WrittenStep["expect"]>["events"]>[number];

/**
 * Checks an expected event: an expectation that no event can meet proves nothing by failing. A part of a list or map is
 * enough, and any field may be expected to be absent.
 */
function checkExpected(expected: ExpectedEvent, path: Path, context: FileContext): void {
  const { type, now = {}, was = {}, changed } = expected;
  if (type === undefined) {
    checkNames(expected, path, context);
    return;
  }
  const item = context.types.known.get(type)?.item;
  const shape = item === undefined ? undefined : shapeOf(item);
  const wholeOf = (part: "now" | "was", fields: Fields): Fields =>
    Object.fromEntries(
      Object.entries(fields).filter(([name, value]) => {
        const kind = shape?.get(name)?.kind;
        if (kind === "number" && isPart(value)) {
          const place = context.yaml.at([...path, part, name]);
          context.report(place, `\`${name}\` is a number: \`contains\` is for texts`);
        }
        return typeof value !== "object" || kind === undefined;
      }),
    );
  const more = changed === undefined ? {} : { changed };
  checkExample({ type, now: wholeOf("now", now), was: wholeOf("was", was), ...more }, path, context);
}

type Fields = Readonly<Record<string, unknown>>;

/** Checks names of fields where no type is given: each has to be a field of some event. */
function checkNames({ now = {}, was = {} }: ExpectedEvent, path: Path, context: FileContext): void {
  const { types, yaml, report } = context;
  const all = new Set<string>();
  const items = new Set([...types.known].flatMap(([type, { item }]) => (isAlert(type) ? [] : [item])));
  for (const { shape } of items) for (const name of Object.keys(shape)) all.add(name);
  for (const [part, fields] of Object.entries({ now, was }))
    for (const name of Object.keys(fields))
      if (!all.has(name))
        report(yaml.atKey([...path, part, name]), `no event has a field \`${name}\``, didYouMean(name, all));
}

/** Alerts have a list of their own. */
function isAlert(type: EventType): boolean {
  return type.startsWith("alert.");
}
