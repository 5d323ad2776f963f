/** A silence until the number of an alert grows: asked by call and by the link in a mail, and what is said of it. */
import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { controlPaths } from "../../../src/app/answers/control-routes.ts";
import { growthWords, limitOf } from "../../../src/model/silence.ts";
import { openStoreReader } from "../../../src/store/reader.ts";
import { createInquiry } from "../../../src/why/inquiry.ts";
import { noticeFacts } from "../../../src/why/verdict.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";
import { answeredStore } from "./answered-store.ts";

const start = "2026-11-20T17:30";
const key = "7203|Example Capital";
const ask = { untilGrows: "20%", author: "hana", because: "known" };

describe("A silence until it grows", () => {
  it("quiets one episode until its number passes the limit, and says the numbers in why", async () => {
    const { fire, post, told, store, path, get, until } = answeredStore(start);
    const { seq } = fire("short-large", { key, ratio: [1.08, 0.95] });
    fire("short-large", { key: "7203|Other", ratio: [1.5] });
    const given = await post(controlPaths.silences, { ...ask, match: String(seq) });
    expect(given).toMatchObject({
      status: 200,
      body: { match: `rule=short-large key="${key}"`, grows: { value: 1.08, percent: 20, limit: 1.3 } },
    });
    const quiet = fire("short-large", { key, ratio: [1.12, 1.08] });
    const other = fire("short-large", { key: "7203|Other", ratio: [1.6, 1.5] });
    const reader = openStoreReader(path);
    const why = (alert: { seq: number }, language?: "ja") => {
      const asked = {
        rules: {},
        config: { people: [] },
        calendar: {},
        at: 0,
        language,
        progress: () => undefined,
      };
      return noticeFacts(alert.seq, createInquiry({ ...asked, reader } as never)).map(
        ({ state, silence }) => [state, silence?.grows],
      );
    };
    expect(why(quiet)).toEqual([
      [
        "dropped",
        "silenced until the short position passes 1.30 % of shares outstanding (20 % beyond 1.08); it was 1.12 % of shares outstanding",
      ],
    ]);
    expect(why(quiet, "ja")).toEqual([
      ["dropped", "空売り残高割合が1.30%を超える（1.08から20%増）まで通知停止、今回は1.12%"],
    ]);
    expect(why(other)).toEqual([["told", undefined]]);
    expect(why(fire("short-large", { key, ratio: [1.31, 1.12] }))).toEqual([["told", undefined]]);
    reader.close();
    expect((await get(controlPaths.silences)).body.silences).toEqual([]);
    until("2026-11-20T17:31");
    expect(told(/ended/).map(({ now }) => now.why)).toEqual(["grew"]);
    expect(store.alerts.states("silence")).toEqual([]);
  });

  it("ends with its episode, and is not there for the next one", async () => {
    const { fire, post, told, until } = answeredStore(start);
    const { event } = fire("short-large", { key, ratio: [1.08] });
    await post(controlPaths.silences, { ...ask, alert: event.id });
    await post(controlPaths.resolve, { alert: event.id, by: "hana" });
    until("2026-11-20T17:31");
    expect(told(/ended/).map(({ now }) => now.why)).toEqual(["resolved"]);
  });

  type Answered = ReturnType<typeof answeredStore>;

  function closed({ store, path }: Answered): string {
    store.close();
    return path;
  }

  /** The database as a kill leaves it: what is only in memory does not come along. */
  function killed({ path }: Answered): string {
    const copy = join(tmpFolder(), "state.db");
    for (const suffix of ["", "-wal"])
      if (existsSync(path + suffix)) copyFileSync(path + suffix, copy + suffix);
    return copy;
  }

  it.each([
    ["closed", closed],
    ["killed", killed],
  ])(
    "is there after its database was %s, quiet below the limit, and ends once beyond it",
    async (_, left) => {
      const first = answeredStore(start);
      const { seq } = first.fire("short-large", { key, ratio: [1.08, 0.95] });
      await first.post(controlPaths.silences, { ...ask, match: String(seq) });
      const second = answeredStore("2026-11-20T18:30", {}, left(first));
      const state = (own: typeof first, ratio: readonly [number, number]) => {
        const alert = own.fire("short-large", { key, ratio });
        return own.store.alerts.ofAlert(alert.seq).map((one) => one.state);
      };
      expect(state(second, [1.12, 1.08])).toEqual(["dropped"]);
      const third = answeredStore("2026-11-20T19:30", {}, left(second));
      expect(state(third, [1.31, 1.12])).toEqual(["told"]);
      third.until("2026-11-20T19:31");
      const fourth = answeredStore("2026-11-20T20:30", {}, left(third));
      // It does not come back below the limit.
      expect(state(fourth, [1.2, 1.31])).toEqual(["told"]);
      expect(fourth.told(/silence.ended/).map(({ now }) => now.why)).toEqual(["grew"]);
    },
  );

  it("takes a matcher that one open alert matches, and a time beside it", async () => {
    const { fire, post, silences } = answeredStore(start);
    fire("short-large", { key, ratio: [1.08] });
    fire("other", { key, ratio: [1.08] });
    await post(controlPaths.silences, { ...ask, match: "rule=short-*", for: "2h" });
    expect(silences().map(({ until }) => until)).toEqual([Date.parse("2026-11-20T19:30:00+09:00")]);
  });

  it.each([
    [{ untilGrows: "20" }, 'a share such as 20%, not "20"'],
    [{ untilGrows: "0%" }, "a share such as 20%"],
    [{ match: "subject=7203" }, "it is about one open alert, and 3 open alerts match"],
    [{ match: "rule=nothing" }, "no open alert matches"],
    [{ match: "2" }, "alert #2 has no number that could grow"],
    [{ match: "4", untilGrows: "100%" }, "a number that falls falls by less than 100%"],
    [{ match: "6" }, "the number of alert #6 is 0"],
    [{ match: "99" }, "there is no alert 99"],
  ])("of %j is refused in words", async (changed, words) => {
    const { fire, post, silences, tell } = answeredStore(start);
    const closed = { code: "7203", number: "1", title: "x", disclosedOn: "2026-11-20" };
    tell([
      {
        type: "disclosure.published",
        source: "/sources/disclosures",
        subject: "7203",
        data: { now: closed },
      },
    ]);
    fire("paper", { key: "p" });
    fire("falls", { ratio: [0.8, 0.9] });
    fire("gone", { ratio: [0] });
    const { status, body } = await post(controlPaths.silences, { match: "2", ...ask, ...changed });
    expect([status === 200, body.error]).toEqual([false, expect.stringContaining(words)]);
    expect(silences()).toEqual([]);
  });
});

describe("The link in a mail", () => {
  it("offers it where the alert has a number, and sets it with one click", async () => {
    const { fire, links, open, silences } = answeredStore(start);
    const own = links(fire("short-large", { key, ratio: [1.08, 0.95] }), "email:desk");
    const words = "until the short position passes 1.30 % of shares outstanding (20 % beyond 1.08)";
    expect((await open(own?.silence ?? "")).html).toContain(`<button name="span" value="grows">${words}`);
    const { status, html } = await open(own?.silence ?? "", { span: "grows" });
    expect([status, html]).toEqual([200, expect.stringContaining(`Done. It is silenced ${words}.`)]);
    expect(silences()).toMatchObject([{ author: "email:desk", grows: { limit: 1.3 } }]);
    expect((await open(own?.silence ?? "", { span: "grows" })).html).toContain("Nothing to do.");
    expect((await open(own?.alert ?? "")).html).toContain(`It is silenced ${words}.`);
    const none = links(fire("plain"), "email:desk");
    expect((await open(none?.silence ?? "")).html).not.toContain('value="grows"');
    expect((await open(none?.silence ?? "", { span: "grows" })).status).toBe(400);
  });
});

it("the limit lies on the side to which the number moves, written out as exactly as the number", () => {
  const price = { en: "Close", ja: "終値" };
  const yen = { en: " yen", ja: "円" };
  const falling = {
    ...{ rule: "r", key: "k", field: "close", label: price, unit: yen },
    value: 2_345,
    percent: 20,
  };
  const growth = { ...falling, limit: limitOf(2_345, 20, true) };
  expect(growthWords(growth, "en")).toBe("the close falls below 1,876 yen (20 % below 2,345)");
  expect(growthWords(growth, "ja")).toBe("終値が1,876円を下回る（2,345から20%減）");
  expect([limitOf(-5, 20, true), limitOf(0.02, 20, false), limitOf(3, 20, false)]).toEqual([-6, 0.024, 3.6]);
});
