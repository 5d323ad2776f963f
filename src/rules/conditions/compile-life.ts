/** What begins and ends the alerts of a rule, as its file says it. */
import type { Path } from "../../lib/yaml/parse-yaml.ts";
import { parseDuration } from "../../model/duration.ts";
import { compileCondition, type Predicate } from "../cel/compile-expression.ts";
import type { OverEvents } from "../compiled-rule.ts";
import type { FileContext } from "../file-context.ts";
import type { Absence } from "./absence.ts";
import type { Flapping } from "./flapping.ts";
import type { RuleContext } from "./rule-context.ts";
import type { WrittenConditions } from "./schema.ts";

type Life = Pick<OverEvents, "when" | "lasting" | "absence" | "until" | "flapping">;

/** @param when the rule's, which must then be asked of every event where one for which it is false may end something */
export function compileLife(
  written: WrittenConditions,
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

/** Undefined where the schema refused a part of it. */
function absenceOf(written: WrittenConditions["absent"]): Absence | undefined {
  if (written?.for !== undefined) {
    const duration = parseDuration(written.for);
    return duration && { for: duration };
  }
  const [hours, minutes] = (written?.by ?? "").split(":").map(Number);
  if (written?.by === undefined || hours === undefined || minutes === undefined) return undefined;
  return { byMs: (hours * 60 + minutes) * 60_000, onTradingDays: written.on !== undefined };
}

function flappingOf(written: WrittenConditions["flapping"]): Flapping | undefined {
  const within = written && parseDuration(written.within);
  return within && { times: written.times, within };
}

/** `for` needs something that can hold so long. */
function checkLasting(written: WrittenConditions, path: Path, { yaml, report }: FileContext): void {
  if (written.for === undefined) return;
  const at = yaml.atKey([...path, "for"]);
  const { moves } = written;
  const momentary = [
    ...(moves !== undefined && moves.since === undefined ? ["moves"] : []),
    ...(["unseen", "sequence"] as const).filter((name) => written[name] !== undefined),
  ];
  for (const name of momentary)
    report(at, `\`${name}\` is so for the moment of an event alone, and nothing that lasts`);
  if (written.absent !== undefined) report(at, "a rule has either `for` or `absent`");
}
