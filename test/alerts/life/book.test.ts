/** The book of one step: what is kept is read once, whatever is asked for how often. */
import { expect, test } from "vitest";
import { createBook } from "../../../src/alerts/life/book.ts";
import type { AlertMemory } from "../../../src/model/alerts.ts";

test("a state is read once in a step, also one that there is none of, and its own changes lie over it", () => {
  const asked: string[] = [];
  const memory = {
    state(kind: string, key: string) {
      asked.push(`${kind} ${key}`);
      return key === "known" ? { days: { "2026-01-05": 1 } } : undefined;
    },
  } as unknown as AlertMemory;
  const book = createBook(memory);
  const read = () => ["known", "none"].map((key) => book.get("rule", key)?.days);
  expect([read(), read(), read()].at(-1)).toEqual([{ "2026-01-05": 1 }, undefined]);
  book.put({ kind: "rule", key: "none", body: { days: { "2026-01-06": 2 } } });
  book.put({ kind: "rule", key: "known", body: undefined });
  expect(read()).toEqual([undefined, { "2026-01-06": 2 }]);
  expect(asked).toEqual(["rule known", "rule none"]);
});
