/** News of what is damaged in the database: the facts of each kind, the subject, and the words. */
import { expect, test } from "vitest";
import { type Damage, damagedParts } from "../../src/model/store-faults.ts";
import { damagedChange } from "../../src/pipeline/news.ts";

const told: readonly (readonly [Damage, subject: string, facts: object, words: string])[] = [
  [
    { part: "log", from: 3, to: 7 },
    "log",
    { first: 3, last: 7, items: 5 },
    "entries 3 to 7 of the log. They are not sent",
  ],
  [
    { part: "log", from: 3, to: 3 },
    "log",
    { first: 3, last: 3, items: 1 },
    "entry 3 of the log. They are not sent",
  ],
  [{ part: "items", source: "s" }, "s", { source: "s" }, "the items of s. The source starts again"],
  [{ part: "hold", source: "s" }, "s", { source: "s" }, "the quarantine of s. It is held no more"],
  [{ part: "memories", rule: "r" }, "r", { rule: "r" }, "what rule r remembers. They start again"],
  [{ part: "memories" }, "memories", {}, "what rules remember. They start again"],
  [{ part: "cooldowns" }, "cooldowns", {}, "when rules fired last. An alert may come again"],
  [{ part: "mails", ids: [4, 5] }, "mails", { items: 2 }, "2 of the mails. They are not sent."],
  [{ part: "mails", ids: [] }, "mails", {}, "the mails. They are not sent."],
  [{ part: "silences" }, "silences", {}, "silences that were set. Alerts that were silenced come again"],
  [
    { part: "alerts" },
    "alerts",
    {},
    "which alerts are open, and what was sent about them. Lost ones start again",
  ],
  [{ part: "notices" }, "notices", {}, "decisions about notifications. Mails that waited"],
  [
    { part: "consumers" },
    "consumers",
    {},
    "how far consumers of the feed are. Consumers whose position is lost get a gap",
  ],
  [{ part: "devices" }, "devices", {}, "devices that take messages. Lost ones get no messages"],
  [{ part: "notes" }, "notes", {}, "notes of the monitor. They are made again"],
  [{ part: "history" }, "history", {}, "the history that `yagura why` reads. `yagura why` cannot"],
  [{ part: "file", message: "torn" }, "file", {}, "the file (torn). Look at the disk"],
];

test.each(told)("%j is told about %s with %j: %s", (damage, subject, facts, words) => {
  const { drafts, batch } = damagedChange([damage]);
  expect(batch).toEqual({ damaged: [damage] });
  const [draft] = drafts;
  expect([draft?.type, draft?.source, draft?.subject]).toEqual(["store.damaged", "/store", subject]);
  const { message, ...now } = draft?.data.now ?? {};
  expect(now).toEqual({ what: damage.part, ...facts });
  expect(String(message).startsWith(`Damaged in the database: ${words}`)).toBe(true);
});

test("every part that can be damaged is told", () => {
  expect(new Set(told.map(([{ part }]) => part))).toEqual(new Set(damagedParts));
});
