/** What stands in a test: the items that it puts there, and rules that are asked about events over them. */
import type { Fields } from "../../../src/model/event.ts";
import type { Firing } from "../../../src/model/rule.ts";
import type { Standing } from "../../../src/model/standing.ts";
import type { CompiledRules } from "../../../src/rules/rule-set.ts";
import type { ExampleEvent } from "../../../src/rules/schema/example-schema.ts";
import { createMemory } from "../../../src/rules/state/index.ts";
import { entry } from "../support.ts";

export interface StandingHouse {
  /** An item of a source stands so now; undefined: no more. */
  put(
    source: string,
    key: string,
    now: Fields | undefined,
    dates?: { occurred?: string; published?: string },
  ): void;
  match(event: ExampleEvent): Firing[];
}

/** Every source is known from the beginning. */
export function standingHouse(rules: CompiledRules): StandingHouse {
  const standing = rules.standing?.create() as Standing;
  for (const source of rules.standing?.sources ?? []) standing.know(source, true);
  const memory = { ...createMemory(), standing };
  let seq = 0;
  return {
    put(source, key, now, dates = {}) {
      const item = now && { subject: String(now.code), now, ...dates };
      standing.take({ source, key, item });
    },
    match(event) {
      seq += 1;
      return rules.match({ ...entry(event), seq }, memory);
    },
  };
}
