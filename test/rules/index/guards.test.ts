/** The conjunct by which the index asks many rules at once. */
import { expect, test } from "vitest";
import { planRule } from "../../../src/rules/index/candidates.ts";
import { rulesOf } from "../support.ts";

const guardOf = (on: "forum.comment.posted" | "margin.alert.added", when: string) => {
  const { rules } = rulesOf(`rules: [{ name: a, on: ${on}, title: x, when: '${when}' }]`);
  const [plan] = rules.flatMap((rule) => planRule(rule, 0, on));
  return plan?.candidate.guard;
};

test("a search for words in a text is one, and in a list of texts none", () => {
  const guard = guardOf("forum.comment.posted", 'now.body.has_any(["増配", "減配"])');
  expect(guard).toMatchObject({ relation: { kind: "search" }, limit: ["増配", "減配"] });
  expect(guardOf("margin.alert.added", 'now.reasons.has_any(["増配"])')).toBeUndefined();
});
