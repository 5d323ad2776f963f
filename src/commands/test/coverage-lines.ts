/** Coverage for people: a line a rule and a line a part, with what no test and no example has seen. */
import { textTable } from "../../lib/text/table.ts";
import { tameLine } from "../../lib/text/tame.ts";
import type { RuleCoverage } from "./coverage.ts";

const longestText = 80;

interface Row {
  readonly text: string;
  readonly seen: string;
  /** Parts that were never seen; "" for none. */
  readonly never: string;
}

/** @param columns cells of the terminal; undefined: as wide as the table is */
export function coverageTable(rules: readonly RuleCoverage[], columns?: number): string {
  const rows = rules.flatMap((rule) => {
    const [first, ...others] = rowsOf(rule);
    const head = { ...first, text: rule.rule };
    return [head, ...others.map((row) => ({ ...row, text: `  ${tameLine(row.text, longestText)}` }))];
  });
  const cells = rows.map(({ text = "", seen = "", never = "" }) => [text, seen, never]);
  return textTable([["rule and its conditions", "seen", "never seen"], ...cells], columns);
}

/** Tells in one line how much of everything was seen. */
export function coverageSummary(rules: readonly RuleCoverage[]): string {
  const fired = rules.filter((rule) => rule.fired > 0 || (rule.timed ?? 0) > 0).length;
  const branches = rules.flatMap((rule) => [
    ...rule.parts.flatMap((part) => [part.true, part.false]),
    ...rule.conditions.flatMap(({ held, not }) => [held, not]),
  ]);
  const seen = branches.filter((count) => count > 0).length;
  return `${fired} of ${rules.length} rules fired, ${seen} of ${branches.length} branches of their conditions were seen`;
}

function rowsOf(rule: RuleCoverage): Row[] {
  return [
    ruleRow(rule),
    ...rule.parts.map(({ of, text, true: yes, false: no, absent }) => ({
      text: `${of} ${text}`,
      seen: counted({ true: yes, false: no, absent }),
      never: missing({ true: yes, false: no }),
    })),
    ...rule.conditions.map(({ text, held, not }) => ({
      text,
      seen: counted({ held, "not held": not }),
      never: missing({ held, "not held": not }),
    })),
  ];
}

function ruleRow({ fired, silent, timed, heldBack, parts, conditions }: RuleCoverage): Row {
  // A rule that asks nothing of its events is never silent.
  const asks = parts.length > 0 || conditions.length > 0 || timed !== undefined;
  const all = timed === undefined ? fired : fired + timed;
  const reasons = Object.entries(heldBack).map(([reason, count]) => [`held back by ${reason}`, count]);
  const seen = counted({ fired: all, silent, ...Object.fromEntries(reasons) });
  return { text: "", seen, never: missing(asks ? { fired: all, silent } : { fired: all }) };
}

function counted(counts: Readonly<Record<string, number>>): string {
  const seen = Object.entries(counts).filter(([, count]) => count > 0);
  return seen.map(([name, count]) => `${name} ${count}`).join(", ");
}

function missing(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .filter(([, count]) => count === 0)
    .map(([name]) => name)
    .join(", ");
}
