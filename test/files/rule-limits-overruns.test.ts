import { expect, test } from "vitest";
import { createOverrunNews } from "../../src/files/active-rules.ts";
import type { Log } from "../../src/lib/log.ts";
import type { RuleSet } from "../../src/model/rule.ts";
import { entry, rulesOf } from "../rules/support.ts";

const words = JSON.stringify(Array.from({ length: 2_000 }, (_, at) => `word${at}`));
const costly = `lists: { words: ${words} }
rules:
  - { name: costly, on: forum.comment.posted, title: x, when: "lists.words.exists(w, now.body.contains(w))" }
  - { name: cheap, on: forum.comment.posted, title: x, when: "now.part == 1" }
`;
const posted = (body: string) =>
  entry({ type: "forum.comment.posted", now: { code: "7203", part: 1, body, yes: 0, no: 0 } });

test("a rule that takes too long does not match, is logged once and counted each time", async () => {
  const logged: unknown[] = [];
  const note = (fields: unknown) => void logged.push(fields);
  const log = { debug: note, info: note, warn: note, error: note } as unknown as Log;
  let active: RuleSet = rulesOf(costly);
  const look = createOverrunNews(() => active, log);

  look();
  expect(active.match(posted("a short text about word7")).map(({ rule }) => rule)).toEqual([
    "costly",
    "cheap",
  ]);
  look();
  expect(logged).toEqual([]);

  const long = posted("株".repeat(20_000));
  expect(active.match(long).map(({ rule }) => rule)).toEqual(["cheap"]);
  look();
  active.match(long);
  active.match(long);
  look();
  look();
  expect(logged).toEqual([{ rule: "costly" }]);
  expect(active.overruns?.get("costly")).toBe(3);

  active = rulesOf(costly);
  active.match(long);
  look();
  expect(logged).toEqual([{ rule: "costly" }, { rule: "costly" }]);
});

test("recipients that an expression gives and nobody knows are logged once and counted each time", async () => {
  const logged: unknown[] = [];
  const note = (fields: unknown) => void logged.push(fields);
  const log = { warn: note } as unknown as Log;
  const active = rulesOf(
    "rules: [{ name: a, on: forum.comment.posted, title: x, notify: '[now.body, \"email:desk\"]' }]",
    ["desk"],
  );
  const look = createOverrunNews(() => active, log);
  expect(active.match(posted("email:desk"))[0]?.notify).toEqual(["email:desk"]);
  look();
  expect(logged).toEqual([]);
  expect(active.match(posted("email:boss"))[0]?.notify).toEqual(["email:desk"]);
  look();
  active.match(posted("boss"));
  look();
  expect(logged).toEqual([{ rule: "a" }]);
  expect(active.strangers?.().get("a")).toBe(2);
});
