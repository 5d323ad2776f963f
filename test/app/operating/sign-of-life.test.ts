/** The sign of life is given while all is well, and withheld for each thing that is not. */
import { expect, onTestFinished, test } from "vitest";
import { createWellness, signOfLifeMs, startSignOfLife } from "../../../src/app/operating/sign-of-life.ts";
import { createHttp } from "../../../src/lib/http/http.ts";
import { StoreError } from "../../../src/model/store-faults.ts";
import type { SourceStatus } from "../../../src/why/status.ts";
import { serve } from "../../lib/http/loopback.ts";
import { batch, entry, mail, noon, sourceWrite } from "../../store/batches.ts";
import { tmpStore } from "../../store/house.ts";
import { createHandClock } from "../../support/hand-clock.ts";
import { until } from "../../support/until.ts";

const name = "margin-alerts";
const since = new Date(noon).toISOString();
const hourMs = 3_600_000;

/** A monitor of one source that is polled every hour, and the service that waits for its sign of life. */
async function stage(status = 204) {
  const clock = createHandClock(noon);
  const store = tmpStore();
  store.commit(
    batch({ entries: [entry(1)], source: sourceWrite({ name, attemptAt: noon, successAt: noon }) }),
  );
  const answer = { status };
  const outside = await serve((_, response) => {
    response.statusCode = answer.status;
    response.end();
  });
  let sources: Record<string, SourceStatus> = { [name]: { state: "ok" } };
  let failure: StoreError | undefined;
  let areRefused = false;
  const { deliveries, sources: attempts } = store;
  const troubles = createWellness({
    store: { failure: () => failure, deliveries, sources: attempts },
    status: { sources: () => sources },
    rules: { isRefused: () => areRefused },
    nextAt: () => (Math.floor(clock.now() / hourMs) + 1) * hourMs,
    clock,
  });
  const lines: string[] = [];
  const line = (fields: object, words: string) => void lines.push(`${words} ${JSON.stringify(fields)}`);
  const parts = { troubles, clock, log: { info: line, warn: line, error: line } };
  const url = `${outside.url}/ping/aSecretPart`;
  const stop = startSignOfLife({ url, ...parts, http: createHttp({ retries: 0 }) });
  onTestFinished(stop);
  await until("the first sign", () => outside.asked.length === 1);
  return {
    ...{ clock, store, outside, lines, stop, answer },
    is: (more: Partial<SourceStatus>) => {
      sources = { [name]: { state: "ok", ...more } };
    },
    refuse: (are: boolean) => {
      areRefused = are;
    },
    fails: (error: StoreError | undefined) => {
      failure = error;
    },
    /** Five minutes go by; whether a sign of life came. */
    async isGiven(): Promise<boolean> {
      const before = outside.asked.length;
      const words = lines.length;
      clock.move(signOfLifeMs);
      // What withholds it is known at once; a call takes its way.
      if (lines.slice(words).some((said) => said.startsWith("the sign of life is withheld"))) return false;
      await until("a sign of life", () => outside.asked.length > before);
      return true;
    },
  };
}

type Stage = Awaited<ReturnType<typeof stage>>;
const sentTo = (store: Stage["store"]) => store.outbox.of("email");

/** What is not well, and what mends it. */
const faults: Record<string, readonly [begin: (at: Stage) => unknown, end: (at: Stage) => unknown]> = {
  "a source that fails": [
    ({ is }) => is({ state: "failing", since, reason: "timeout" }),
    ({ is }) => is({ state: "ok" }),
  ],
  "a source in quarantine": [
    ({ is }) => is({ state: "quarantined", since, items: 60 }),
    ({ is }) => is({ state: "ok" }),
  ],
  "a late publication": [
    ({ is }) => is({ late: { day: "2026-11-20", since } }),
    ({ is }) => is({ late: undefined }),
  ],
  "a database that cannot be written": [
    ({ fails }) => fails(new StoreError("yagura.db: the disk is full")),
    ({ fails }) => fails(undefined),
  ],
  "a mail that waits after two attempts": [
    ({ store }) => {
      store.commit(batch({ mails: [mail(1)] }));
      for (const at of [noon, noon + 60_000])
        sentTo(store).record([
          { id: 1, at, outcome: "postponed", answer: "451 later", retryAt: at + 60_000 },
        ]);
    },
    ({ store }) => sentTo(store).record([{ id: 1, at: noon + 600_000, outcome: "sent", answer: "250" }]),
  ],
  "rules that were refused": [({ refuse }) => refuse(true), ({ refuse }) => refuse(false)],
  "a mail of ten minutes ago that a server neither takes nor refuses": [
    ({ store }) => store.commit(batch({ mails: [mail(1)] })),
    ({ store, clock }) => sentTo(store).record([{ id: 1, at: clock.now(), outcome: "sent", answer: "250" }]),
  ],
  "a mail that was given up last": [
    ({ store }) => {
      store.commit(batch({ mails: [mail(1), mail(1, "night@example.com")] }));
      const failed = { id: 1, at: noon, reason: "refused" as const, error: "550 no" };
      store.commit(batch({ entries: [entry(2)], failedMails: [failed] }));
    },
    ({ store }) => sentTo(store).record([{ id: 2, at: noon + 600_000, outcome: "sent", answer: "250" }]),
  ],
};

test.each(Object.entries(faults))("%s withholds it until that ends", async (_, [begin, end]) => {
  const at = await stage();
  expect(await at.isGiven()).toBe(true);
  begin(at);
  expect(await at.isGiven()).toBe(false);
  at.clock.move(2 * signOfLifeMs);
  expect(at.outside.asked).toHaveLength(2);
  end(at);
  expect(await at.isGiven()).toBe(true);
  expect(at.lines.filter((line) => line.startsWith("the sign of life is withheld"))).toHaveLength(1);
  expect(at.lines.at(-1)).toMatch(/^the sign of life is given again/);
});

test("a first attempt that is put off does not withhold it: mail servers do that to strangers", async () => {
  const at = await stage();
  at.store.commit(batch({ mails: [mail(1)] }));
  const outcome = { id: 1, at: noon, outcome: "postponed", answer: "451", retryAt: noon + 60_000 } as const;
  sentTo(at.store).record([outcome]);
  expect(await at.isGiven()).toBe(true);
});

test("a source that is not polled any more withholds it ten minutes after its time, though it never failed", async () => {
  const at = await stage();
  for (let given = 0; given < 14; given += 1) expect(await at.isGiven()).toBe(true);
  expect(await at.isGiven()).toBe(false);
  expect(at.lines.join("\n")).toContain("margin-alerts is not polled by its schedule");
  at.store.commit(batch({ source: sourceWrite({ name, attemptAt: at.clock.now() }) }));
  expect(await at.isGiven()).toBe(true);
});

test("a clock that stands withholds it, and one that was set for so long that who waits for it notices", async () => {
  const at = await stage();
  expect(await at.isGiven()).toBe(true);
  at.clock.set(noon);
  expect(await at.isGiven()).toBe(false);
  for (let stands = 0; stands < 3; stands += 1) {
    at.clock.set(noon);
    at.clock.move(signOfLifeMs);
  }
  at.clock.move(3 * signOfLifeMs);
  expect(at.outside.asked).toHaveLength(2);
  expect(await at.isGiven()).toBe(true);
  at.clock.set(at.clock.now() + 50_000);
  expect(await at.isGiven()).toBe(true);
});

test("an address that does not answer is told once, without its secret part", async () => {
  const at = await stage();
  at.answer.status = 500;
  await at.isGiven();
  await until("the words", () => at.lines.length === 1);
  await at.isGiven();
  at.answer.status = 200;
  await at.isGiven();
  await until("its end", () => at.lines.length === 2);
  expect(at.lines[0]).toBe('the address of the sign of life does not answer {"reason":"server-error"}');
  expect(at.lines.join()).not.toContain("aSecretPart");
});

test("no call is made after the stop", async () => {
  const at = await stage();
  at.stop();
  at.clock.move(10 * signOfLifeMs);
  expect([at.clock.waiting, at.outside.asked.length]).toEqual([0, 1]);
});
