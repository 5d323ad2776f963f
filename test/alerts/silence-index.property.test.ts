import { expect, it } from "vitest";
import { indexSilences } from "../../src/alerts/create-policy.ts";
import { matcherOf, matcherValue } from "../../src/alerts/matcher.ts";
import type { Silence } from "../../src/model/silence.ts";
import { fc } from "../support/fast-check.ts";
import { factsOf } from "./facts.ts";

const few = fc.constantFrom("a", "b", "c", "a=b", "a b");
const value = fc.oneof(few.map(matcherValue), fc.constantFrom("*", "a*", "*b"));
const condition = fc
  .tuple(
    fc.constantFrom("rule", "key", "subject", "source", "watchlist"),
    fc.constantFrom("=", "=", "!="),
    fc.array(value, { minLength: 1, maxLength: 3 }),
  )
  .map(([key, operator, values]) => `${key}${operator}${values.join()}`);
const match = fc.array(condition, { minLength: 1, maxLength: 3 }).map((all) => all.join(" "));
const facts = fc
  .record({ rule: few, key: few, subject: few, watchlists: fc.uniqueArray(few, { maxLength: 2 }) })
  .map((some) => factsOf(some));

it("finds the silences that match an alert as asking each of them does, in their order", () => {
  fc.assert(
    fc.property(fc.array(match, { maxLength: 12 }), fc.array(facts, { maxLength: 5 }), (texts, alerts) => {
      const silences = texts.map(
        (text, at): Silence => ({
          ...{ id: `s${at}`, match: text, from: 0, until: 1, fate: "hold", author: "aki", because: "known" },
        }),
      );
      const find = indexSilences(silences);
      for (const alert of alerts) {
        const asked = silences.filter((silence) => matcherOf(silence.match).matches(alert));
        expect(find(alert).map(({ id }) => id)).toEqual(asked.map(({ id }) => id));
      }
    }),
    { numRuns: 1_000 },
  );
});
