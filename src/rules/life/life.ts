/** How an alert begins and ends: the keys of a rule that say so, and what is made of them. */
import * as z from "zod";
import type { Path } from "../../lib/yaml/parse-yaml.ts";
import { parseDuration } from "../../model/duration.ts";
import { compileCondition, type Predicate } from "../cel/compile-expression.ts";
import type { OverEvents } from "../compiled-rule.ts";
import { momentaryKeys } from "../conditions/index.ts";
import type { RuleContext } from "../conditions/member.ts";
import type { FileContext } from "../file-context.ts";
import { length } from "../schema/schema-parts.ts";
import { absenceOf, absentKey } from "./absence.ts";
import { flappingKey, flappingOf } from "./flapping.ts";

/** A key each. */
export const lifeKeys = {
  for: length(
    "time for which everything that the rule asks for must hold without a break; an event for which `when` is false or `until` is true ends the wait",
    "30m",
  ).optional(),
  absent: absentKey,
  until: z
    .string()
    .min(1)
    .optional()
    .describe(
      "the alert is over when an event of the rule's types comes for which this is true (CEL); until then it is not given again, and that event gives no alert",
    )
    .meta({ examples: ["now.ratio < 0.5"] }),
  flapping: flappingKey,
};

/** Those that look back: what they see has to be kept so long. */
export const lookingBack = ["absent", "flapping"] as const;

const lifeSchema = z.strictObject(lifeKeys);
type WrittenLife = z.output<typeof lifeSchema>;
type Life = Pick<OverEvents, "when" | "lasting" | "absence" | "until" | "flapping">;

/** @param when the rule's, which must then be asked of every event where one for which it is false may end something */
export function compileLife(
  written: WrittenLife,
  path: Path,
  { context, language }: RuleContext,
  when: Predicate | undefined,
): Life {
  const { until } = written;
  checkLasting(written, path, context);
  const lasting = written.for === undefined ? undefined : parseDuration(written.for);
  const ends = lasting !== undefined || until !== undefined;
  return {
    when: ends ? when : undefined,
    lasting,
    absence: absenceOf(written.absent),
    flapping: flappingOf(written.flapping),
    until:
      until === undefined
        ? undefined
        : context.at([...path, "until"], () => compileCondition(until, language)),
  };
}

/** `for` needs something that can hold so long. */
function checkLasting(written: WrittenLife, path: Path, { yaml, report }: FileContext): void {
  if (written.for === undefined) return;
  const at = yaml.atKey([...path, "for"]);
  for (const key of momentaryKeys(written))
    report(at, `\`${key}\` is so for the moment of an event alone, and nothing that lasts`);
  if (written.absent !== undefined) report(at, "a rule has either `for` or `absent`");
}
