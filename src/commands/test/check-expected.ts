/** Checks what a test expects of events: an expectation that no event can meet proves nothing by failing. */

import type { WrittenStep } from "../../app/test-files/test-file-schema.ts";
import { didYouMean } from "../../lib/text/nearest.ts";
import type { Path } from "../../lib/yaml/parse-yaml.ts";
import type { EventType } from "../../model/event-types.ts";
import { shapeOf } from "../../rules/cel/shape.ts";
import { checkExample } from "../../rules/check-example.ts";
import type { FileContext } from "../../rules/file-context.ts";
import { isPart } from "./matching.ts";

type ExpectedEvent = NonNullable<NonNullable<WrittenStep["expect"]>["events"]>[number];

/** Checks an expected entry. A part of a list or map is enough, and any field may be expected to be absent. */
export function checkExpected(expected: ExpectedEvent, path: Path, context: FileContext): void {
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

/** Without a type a field has to be one of some event. */
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
