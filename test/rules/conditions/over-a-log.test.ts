/**
 * Rules over several events, through judge and a real database, with crashes and restarts, against an oracle that
 * looks at the whole log for each event.
 */
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { EventDraft } from "../../../src/model/event.ts";
import type { Alert } from "../../../src/model/items.ts";
import { weekdaysOnly } from "../../../src/model/trading-calendar.ts";
import { judge } from "../../../src/pipeline/judge.ts";
import { measure } from "../../../src/rules/conditions/measure.ts";
import { openStore, type Store } from "../../../src/store/store.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";
import { rulesOf } from "../support.ts";

const measures = ["count", "distinct", "sum", "maximum"] as const;

interface Rule {
  readonly measure: (typeof measures)[number];
  readonly minutes: number;
  readonly atLeast: number;
  readonly byAuthor: boolean;
}

interface Comment {
  readonly code: string;
  readonly author: string;
  readonly yes: number;
  readonly minute: number;
}

const rule: fc.Arbitrary<Rule> = fc.record({
  measure: fc.constantFrom(...measures),
  minutes: fc.integer({ min: 1, max: 20 }),
  atLeast: fc.integer({ min: 1, max: 8 }),
  byAuthor: fc.boolean(),
});
const comment: fc.Arbitrary<Comment> = fc.record({
  code: fc.constantFrom("7203", "6758"),
  author: fc.constantFrom("a", "b", "c"),
  yes: fc.integer({ min: 0, max: 5 }),
  minute: fc.integer({ min: 0, max: 59 }),
});
/** A poll's comments, in order of their time; then what befalls the process. */
const poll = fc.record({
  comments: fc.array(comment, { maxLength: 6 }),
  fate: fc.constantFrom("goes on", "goes on", "restarts", "crashes before the commit"),
});

const start = Date.parse("2026-01-05T00:00:00Z");
const timeOf = ({ minute }: Comment) => start + minute * 60_000;

function yaml(rules: readonly Rule[]): string {
  const lines = rules.map((made, index) => {
    const of = { count: "", distinct: "of: now.author, ", sum: "of: now.yes, ", maximum: "of: now.yes, " };
    return `
  - name: rule-${index}
    on: forum.comment.posted
    by: ${made.byAuthor ? "[now.code, now.author]" : "now.code"}
    ${made.measure}: { ${of[made.measure]}within: ${made.minutes}m, at_least: ${made.atLeast} }
    title: "{{ found.${made.measure} }}"`;
  });
  return `rules:${lines.join("")}`;
}

const draft = (made: Comment): EventDraft => ({
  type: "forum.comment.posted",
  source: "/sources/forum-comments",
  subject: made.code,
  published: new Date(timeOf(made)).toISOString(),
  data: { now: { ...made, part: 1, body: "b", no: 0 } },
});

/** What a rule should say of the comments, in their order: `index key title`. */
function expected(made: Rule, comments: readonly Comment[]): string[] {
  const keyOf = ({ code, author }: Comment) => (made.byAuthor ? `${code}|${author}` : code);
  const numberOf = (some: readonly Comment[]) =>
    measure(
      made.measure,
      some.map(({ author, yes }) => (made.measure === "distinct" ? author : yes)),
    ) ?? 0;
  const held = new Map<string, boolean>();
  return comments.flatMap((one, index) => {
    const key = keyOf(one);
    const before = comments.slice(0, index).filter((other) => keyOf(other) === key);
    const newest = Math.max(one.minute, ...before.map(({ minute }) => minute));
    const counts = one.minute > newest - made.minutes;
    const inWindow = (some: readonly Comment[]) =>
      some.filter(({ minute }) => minute > newest - made.minutes);
    const holds = (some: readonly Comment[]) => some.length > 0 && numberOf(some) >= made.atLeast;
    const stillHeld = held.get(key) === true && holds(inWindow(before));
    const now = inWindow([...before, one]);
    const fires = counts && holds(now) && !stillHeld;
    held.set(key, counts ? holds(now) : stillHeld);
    return fires ? [`${index} ${key} ${numberOf(now)}`] : [];
  });
}

test("the same alerts whatever befalls the process between polls", () => {
  fc.assert(
    fc.property(
      fc.array(rule, { minLength: 1, maxLength: 3 }),
      fc.array(poll, { maxLength: 12 }),
      (made, polls) => {
        const path = join(tmpFolder(), "state.db");
        const rules = rulesOf(yaml(made));
        const open = (): Store => openStore(path, { now: () => start });
        let store = open();
        const comments: Comment[] = [];
        const said: string[] = [];
        const house = () =>
          ({
            store,
            rules: () => rules,
            mails: () => [],
            calendar: () => weekdaysOnly,
            now: () => start,
          }) as never;
        for (const { comments: fresh, fate } of polls) {
          const judgeFresh = () => judge({ drafts: fresh.map(draft), batch: {} }, house());
          if (fate === "crashes before the commit") {
            judgeFresh();
            store.close();
            store = open();
          }
          const { batch } = judgeFresh();
          store.commit(batch);
          const causes = batch.entries.filter(({ event }) => event.type === "forum.comment.posted");
          for (const { event } of batch.entries) {
            if (event.type !== "alert.fired") continue;
            const { rule: name, key, title, cause } = event.data.now as unknown as Alert;
            const at = comments.length + causes.findIndex(({ seq }) => seq === cause.seq);
            said.push(`${name} ${at} ${key} ${title}`);
          }
          comments.push(...fresh);
          if (fate === "restarts") {
            store.close();
            store = open();
          }
        }
        store.close();
        const all = made.flatMap((one, index) =>
          expected(one, comments).map((line) => `rule-${index} ${line}`),
        );
        expect(said.sort()).toEqual(all.sort());
      },
    ),
    { numRuns: 60, endOnFailure: true },
  );
}, 60_000);
