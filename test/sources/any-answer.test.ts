import { expect, test } from "vitest";
import { Failure } from "../../src/lib/failure.ts";
import { lastWeekdays } from "../../src/model/dates.ts";
import type { DisclosureRecord, disclosureCall } from "../../src/sources/disclosures/events.ts";
import { createDisclosureSource } from "../../src/sources/disclosures/index.ts";
import { createForumComments } from "../../src/sources/forum-comments/index.ts";
import type { MarginAlertRecord } from "../../src/sources/margin-alerts/events.ts";
import { createMarginAlerts } from "../../src/sources/margin-alerts/index.ts";
import type { ShortSaleRecord } from "../../src/sources/short-sale-reports/events.ts";
import { createShortSaleReports } from "../../src/sources/short-sale-reports/index.ts";
import type { Source } from "../../src/sources/source.ts";
import type { CommentRecord, ForumClient } from "../../src/upstreams/forum/records.ts";
import type { MarketClient } from "../../src/upstreams/market/calls.ts";
import { everyDay } from "../support/every-day.ts";
import { fc } from "../support/fast-check.ts";
import { createMemoryMarket, nameless } from "./memory-market.ts";
import { createMemoryState, type MemoryState } from "./memory-state.ts";
import { pollAndCommit } from "./poll-and-commit.ts";

/** Answers that parse and make no sense: pollAndCommit checks what holds for every answer. */
const today = "2026-11-20";
const day = fc.constantFrom(...lastWeekdays(today, 4));
const code = fc.constantFrom("7203", "130A", "25935");
const number = fc.oneof(
  fc.integer({ min: -2, max: 2 }),
  fc.integer({ min: 0, max: 300 }).map((n) => n / 100),
);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

/** A record whose fields that came out undefined are absent. */
function record<T>(fields: { [K in keyof T]?: fc.Arbitrary<T[K] | undefined> }): fc.Arbitrary<T> {
  const all = fc.record(fields as Record<string, fc.Arbitrary<unknown>>);
  return all.map((made) => Object.fromEntries(Object.entries(made).filter(([, v]) => v !== undefined)) as T);
}

const marginRow = record<MarginAlertRecord>({
  code,
  publishedOn: day,
  appliedOn: maybe(day),
  shortOutstanding: maybe(number),
  shortChange: maybe(number),
  shortRatio: maybe(number),
  longOutstanding: maybe(number),
  longChange: maybe(number),
  longRatio: maybe(number),
  shortLongRatio: maybe(number),
  regulation: maybe(fc.constantFrom("001", "101")),
  reasons: maybe(fc.subarray(["Restricted", "Monitoring"])),
  dailyPublication: maybe(fc.boolean()),
});

const shortRow = record<ShortSaleRecord>({
  code,
  name: maybe(fc.string()),
  seller: fc.constantFrom("A", "A|B", "%7C", "__proto__"),
  fund: maybe(fc.constantFrom("", "B", "|")),
  ratio: number,
  shares: maybe(number),
  calculatedOn: day,
  disclosedOn: day,
  previousRatio: maybe(number),
  previousOn: maybe(day),
});

const disclosureRow = record<DisclosureRecord>({
  number: fc.constantFrom("20261120000001", "20261120000002", "20261120000003"),
  code,
  name: maybe(fc.string()),
  title: fc.constantFrom("", "配当予想の修正", "（訂正）配当予想の修正", "訂正", "__proto__"),
  disclosedOn: day,
  disclosedTime: maybe(fc.constantFrom("09:00", "15:30:00")),
  items: maybe(fc.subarray(["11101", "11102"])),
  papers: maybe(fc.subarray(["full", "xbrl"])),
  status: maybe(fc.constantFrom("delete", "revision")),
});

const comment = record<CommentRecord>({
  part: fc.integer({ min: 0, max: 30 }),
  author: maybe(fc.string()),
  name: maybe(fc.string()),
  title: maybe(fc.constantFrom("a", "b")),
  body: fc.constantFrom("a", "b"),
  postedAt: maybe(fc.constant("2026-11-20T09:00+09:00")),
  yes: fc.nat({ max: 2 }),
  no: fc.nat({ max: 2 }),
});

/** A poll that fails leaves the state alone; everything else is checked by pollAndCommit. */
async function pollOrFail<Answer>(source: Source<Answer>, state: MemoryState): Promise<void> {
  const before = JSON.stringify(state.cursor);
  await pollAndCommit(source, state).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
    expect(JSON.stringify(state.cursor)).toBe(before);
  });
}

test("margin alerts survive any rows", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(marginRow, { maxLength: 8 }), { maxLength: 5 }), async (answers) => {
      const market = createMemoryMarket();
      const state = createMemoryState();
      const source = createMarginAlerts(market, () => today, nameless, everyDay);
      for (const rows of answers) {
        market.margin = rows;
        await pollOrFail(source, state);
      }
    }),
    { numRuns: 200 },
  );
});

test("short-sale reports survive any rows", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(shortRow, { maxLength: 8 }), { maxLength: 5 }), async (answers) => {
      const market = createMemoryMarket();
      const state = createMemoryState();
      const source = createShortSaleReports(market, () => today, nameless, everyDay);
      for (const rows of answers) {
        market.shorts = rows;
        await pollOrFail(source, state);
      }
    }),
    { numRuns: 200 },
  );
});

test("disclosures survive any rows, and a cursor that leads anywhere", async () => {
  const answer = fc.tuple(fc.array(disclosureRow, { maxLength: 8 }), maybe(fc.constantFrom("a", "b")));
  await fc.assert(
    fc.asyncProperty(fc.array(answer, { maxLength: 5 }), async (answers) => {
      const state = createMemoryState();
      for (const [rows, cursor] of answers) {
        const client = {
          async *pages(_call: typeof disclosureCall, { date }: { readonly date?: string }) {
            yield structuredClone(rows.filter(({ disclosedOn }) => disclosedOn === date));
            return cursor;
          },
        } as unknown as MarketClient;
        await pollOrFail(
          createDisclosureSource(client, () => today),
          state,
        );
      }
    }),
    { numRuns: 150 },
  );
});

test("comments survive any pages", async () => {
  const pages = fc.array(fc.array(comment, { maxLength: 6 }), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.array(pages, { maxLength: 6 }), async (polls) => {
      const state = createMemoryState();
      for (const answers of polls) {
        const client: ForumClient = {
          comments: async () => ({ comments: answers.shift() ?? [] }),
          ranking: () => Promise.reject(new Failure("server-error", "no ranking")),
          knows: async () => true,
        };
        await pollOrFail(
          createForumComments({ codes: ["7203"], pageSize: 3 }, client, () => today),
          state,
        );
      }
    }),
    { numRuns: 200 },
  );
});
