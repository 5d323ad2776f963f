/** `expected`: the values whose absence is told, whether they ever came or not. */
import type { Path } from "../../lib/yaml/parse-yaml.ts";
import type { EventType } from "../../model/event-types.ts";
import { compileExpression } from "../cel/compile-expression.ts";
import type { Language, Variables } from "../cel/language.ts";
import type { RuleContext } from "../conditions/member.ts";

/** Most values of a rule: each of them waits from the beginning on. */
const mostExpected = 5_000;

/** The values, once each; undefined with a mistake, which is reported. */
export function compileExpected(
  source: string,
  by: string | readonly string[] | undefined,
  path: Path,
  { context, language, types }: RuleContext,
): readonly string[] | undefined {
  const at = [...path, "absent", "expected"];
  const { yaml, report } = context;
  if (by !== undefined && [by].flat().length > 1) {
    report(yaml.at(at), "`expected` has the values of one expression in `by`", "leave one of them");
    return undefined;
  }
  const expression = context.at(at, () => compileExpression(source, language));
  if (expression === undefined) return undefined;
  const values = expression.evaluate(bareVariables(language, types, "", undefined));
  if (!Array.isArray(values) || !values.every((value) => typeof value === "string")) {
    report(yaml.at(at), "a list of texts that no event is needed for, such as lists.core, is needed here");
    return undefined;
  }
  const expected = [...new Set(values as string[])];
  if (expected.length > 0 && expected.length <= mostExpected) return expected;
  report(yaml.at(at), `from one to ${mostExpected} values are expected, and here are ${expected.length}`);
  return undefined;
}

/** The variables of what never came: an item with the expected value and nothing else. */
export function bareVariables(
  language: Language,
  [type = "rules.loaded"]: readonly EventType[],
  value: string,
  by: string | undefined,
): Variables {
  const field = by === undefined ? "code" : /^now\.(\w+)$/.exec(by)?.[1];
  const now = field === undefined ? {} : { [field]: value };
  return language.bind({
    ...{ specversion: "1.0", id: "", source: "/rules", type, subject: value, time: "" },
    ...{ datacontenttype: "application/json", data: { now } },
  });
}
