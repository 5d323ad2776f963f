/** Calls by which commands and the page answer alerts: what is told, and what is refused in words. */
import { describe, expect, it } from "vitest";
import { answeredStore } from "./answered-store.ts";

const start = "2026-11-20T17:30";
const silence = { match: "rule=short-* subject=7203", for: "3h", author: "hana", because: "results are out" };

describe("An acknowledgement", () => {
  it("is told once, with the alert that it is about, however often it is given", async () => {
    const { fire, post, told, get } = answeredStore(start);
    const first = fire("short-large");
    const again = fire("short-large", { title: "a newer title" });
    const ask = { alert: `#${again.seq}`, by: "hana", because: "asked the desk" };
    expect(await post("/control/acknowledge", ask)).toEqual({
      status: 200,
      body: { alert: first.event.id, by: "hana", already: false },
    });
    expect(await post("/control/acknowledge", { alert: first.event.id, by: "ren" })).toEqual({
      status: 200,
      body: { alert: first.event.id, by: "hana", already: true },
    });
    expect(told(/acknowledged/)).toEqual([
      {
        type: "alert.acknowledged",
        subject: "7203",
        now: {
          ...{ alert: first.event.id, rule: "short-large", key: "7203", severity: "warning" },
          ...{ title: "a newer title", labels: {}, by: "hana", because: "asked the desk" },
        },
      },
    ]);
    const { body } = await get("/control/alerts");
    expect(body.alerts).toEqual([
      expect.objectContaining({ state: "acknowledged", times: 2, title: "a newer title", seq: first.seq }),
    ]);
  });

  it("holds no characters that steer a terminal, and no endless text", async () => {
    const { fire, post, told } = answeredStore(start);
    const { seq } = fire("short-large");
    const because = `\u001b[31mred\r\nsecond\u202e${"x".repeat(1_900)}`;
    await post("/control/acknowledge", { alert: String(seq), by: "a\u0000b", because });
    const now = told(/acknowledged/)[0]?.now;
    expect(now.by).toBe("ab");
    expect(now.because).toMatch(/^\[31mred secondx+…$/);
    expect(now.because.length).toBe(500);
  });

  it.each([
    ["of an alert that is not there", "99", 404, /no alert 99 on the log, which is kept from #1 to #1/],
    ["of an id of another database", "other-1", 404, /no alert other-1/],
    ["of what is no number", "the-last", 404, /no alert the-last/],
  ])("%s is refused", async (_, alert, status, error) => {
    const { fire, post } = answeredStore(start);
    fire("short-large");
    const answer = await post("/control/acknowledge", { alert, by: "hana" });
    expect([answer.status, answer.body.error]).toEqual([status, expect.stringMatching(error)]);
  });

  it("of another event, and one without a name, is a wrong call", async () => {
    const { tell, post } = answeredStore(start);
    tell([
      { type: "rules.loaded", source: "/rules", subject: "rules", data: { now: { files: [], rules: [] } } },
    ]);
    expect(await post("/control/acknowledge", { alert: "1", by: "hana" })).toEqual({
      status: 400,
      body: { error: "#1 is no alert, but rules.loaded" },
    });
    expect((await post("/control/acknowledge", { alert: "1" })).status).toBe(400);
    expect((await post("/control/acknowledge", { alert: "1", by: "hana", force: true })).status).toBe(400);
  });
});

describe("What an alert was worth", () => {
  const rate = (alert: string, worth: string, by = "hana") => ({ alert, worth, by });

  it("is told of an open alert and of one that is over, and changes neither", async () => {
    const { fire, post, told, get, store } = answeredStore(start);
    const [open, over] = [fire("short-large"), fire("short-new")];
    await post("/control/resolve", { alert: over.event.id, by: "ren" });
    const before = store.alerts.episodes(10);
    expect(await post("/control/rate", { ...rate(`#${open.seq}`, "useful"), because: "sold" })).toEqual({
      status: 200,
      body: { alert: open.event.id, by: "hana", worth: "useful", already: false },
    });
    expect((await post("/control/rate", rate(over.event.id, "not-useful"))).status).toBe(200);
    expect(told(/rated/).map(({ subject, now }) => [subject, now])).toEqual([
      [
        "7203",
        {
          ...{ alert: open.event.id, rule: "short-large", key: "7203", severity: "warning", labels: {} },
          ...{ title: "short-large of 7203", worth: "useful", by: "hana", because: "sold" },
        },
      ],
      ["7203", expect.objectContaining({ alert: over.event.id, worth: "not-useful" })],
    ]);
    expect(store.alerts.episodes(10)).toEqual(before);
    expect((await get("/control/alerts")).body.alerts).toMatchObject([
      { state: "firing", rated: { alert: open.event.id, worth: "useful", by: "hana" } },
    ]);
  });

  it("is said anew, where the last answer counts, and taken back", async () => {
    const { fire, post, told, get } = answeredStore(start);
    const { event } = fire("short-large");
    const body = async (worth: string, by?: string) =>
      (await post("/control/rate", rate(event.id, worth, by))).body;
    expect(await body("taken-back")).toEqual({ error: "nobody has said what alert #1 was worth" });
    expect(await body("useful")).toMatchObject({ already: false });
    expect(await body("useful")).toMatchObject({ already: true });
    expect(await body("not-useful", "ren")).toMatchObject({ already: false });
    const rated = async () => (await get("/control/alerts")).body.alerts;
    expect(await rated()).toMatchObject([{ rated: { worth: "not-useful", by: "ren" } }]);
    expect(await body("taken-back")).toMatchObject({ already: false });
    expect((await rated()) as object[]).toEqual([expect.not.objectContaining({ rated: expect.anything() })]);
    expect(told(/rated/).map(({ now }) => now.worth)).toEqual(["useful", "not-useful", "taken-back"]);
    expect((await post("/control/rate", rate(event.id, "great"))).status).toBe(400);
  });

  it("of an episode before is not said of the one that is open now", async () => {
    const { fire, post, get } = answeredStore(start);
    const { event } = fire("short-large");
    await post("/control/rate", rate(event.id, "useful"));
    await post("/control/resolve", { alert: event.id, by: "ren" });
    fire("short-large");
    expect((await get("/control/alerts")).body.alerts).toEqual([
      expect.not.objectContaining({ rated: expect.anything() }),
    ]);
  });
});

describe("An end by hand", () => {
  it("is told with who ended it and why; the alert is over, and a later one is another", async () => {
    const { fire, post, told, get } = answeredStore(start);
    const first = fire("short-large");
    const ask = { alert: first.event.id, by: "hana", because: "the figures were wrong" };
    expect(await post("/control/resolve", ask)).toMatchObject({ status: 200, body: { already: false } });
    expect(told(/resolved/)).toEqual([
      {
        type: "alert.resolved",
        subject: "7203",
        now: expect.objectContaining({
          ...{ rule: "short-large", key: "7203", why: "hand", by: "hana", because: "the figures were wrong" },
          cause: expect.objectContaining({ seq: first.seq }),
        }),
      },
    ]);
    expect((await get("/control/alerts")).body.alerts).toEqual([]);
    expect(await post("/control/resolve", ask)).toEqual({
      status: 409,
      body: { error: "alert #1 is resolved already" },
    });
    fire("short-large");
    expect((await post("/control/acknowledge", ask)).status).toBe(409);
  });
});

describe("A silence", () => {
  it("is told with its end and the open alerts that it quiets, the latest first", async () => {
    const { fire, post, told, get } = answeredStore(start);
    fire("short-large");
    fire("margin-high");
    fire("short-large", { subject: "6758" });
    fire("short-growing");
    const { status, body } = await post("/control/silences", silence);
    const set = {
      ...{ id: "s5", match: silence.match, fate: "drop", author: "hana", because: "results are out" },
      ...{ from: "2026-11-20T08:30:00.000Z", until: "2026-11-20T11:30:00.000Z" },
    };
    expect([status, body]).toEqual([200, { ...set, already: false }]);
    expect(told(/silence/)).toEqual([
      { type: "silence.added", subject: "s5", now: { ...set, alerts: ["e-4", "e-1"] } },
    ]);
    expect((await get("/control/silences")).body.silences).toEqual([set]);
    const { alerts } = (await get("/control/alerts")).body as { alerts: Record<string, unknown>[] };
    expect(alerts.map(({ id, state, quieted }) => [id, state, quieted])).toEqual([
      ["e-4", "silenced", { by: "s5", fate: "drop", until: set.until }],
      ["e-3", "firing", undefined],
      ["e-2", "firing", undefined],
      ["e-1", "silenced", { by: "s5", fate: "drop", until: set.until }],
    ]);
  });

  it("is set for the rule and subject of an alert, too, and for one of both", async () => {
    const { fire, post, silences } = answeredStore(start);
    const { seq } = fire("short-large", { subject: "FM08/FX ERD" });
    const like = { ...silence, match: undefined, alert: `#${seq}` };
    expect((await post("/control/silences", like)).status).toBe(200);
    expect(silences().map(({ match }) => match)).toEqual(['rule=short-large subject="FM08/FX ERD"']);
    for (const wrong of [
      { ...like, match: "rule=*" },
      { ...like, alert: undefined },
    ])
      expect(await post("/control/silences", wrong)).toEqual({
        status: 400,
        body: { error: "say what it is about, by one of `match` and `alert`" },
      });
    expect((await post("/control/silences", { ...like, alert: "9" })).status).toBe(404);
  });

  it("names at most a hundred alerts", async () => {
    const { fire, post, told } = answeredStore(start);
    for (let code = 1_000; code < 1_101; code += 1) fire("short-large", { subject: String(code) });
    await post("/control/silences", { ...silence, match: "rule=short-large" });
    const now = told(/silence/)[0]?.now;
    expect(now.alerts).toHaveLength(100);
    expect(now.alerts[0]).toBe("e-101");
    expect(now.alerts).not.toContain("e-1");
  });

  it.each([
    ["for a trading day", { for: "1bd" }, "2026-11-23T17:30"],
    ["until a time in Japan", { for: undefined, until: "2026-11-24T09:00" }, "2026-11-24T09:00"],
    ["until a time with its zone", { for: undefined, until: "2026-11-24T00:00:00Z" }, "2026-11-24T09:00"],
  ])("lasts %s", async (_, asked, end) => {
    const { post } = answeredStore(start);
    const { body } = await post("/control/silences", { ...silence, ...asked });
    expect(body.until).toBe(new Date(`${end}:00+09:00`).toISOString());
  });

  it("until a day lasts to its end", async () => {
    const { post } = answeredStore(start);
    const { body } = await post("/control/silences", { ...silence, for: undefined, until: "2026-11-24" });
    expect(body.until).toBe("2026-11-24T14:59:59.999Z");
  });

  it.each([
    ["without an end", { for: undefined }, "say how long, by one of `for` and `until`"],
    ["with two ends", { until: "2026-11-24" }, "say how long, by one of `for` and `until`"],
    [
      "with an end that is no time",
      { for: "a while" },
      '`for` takes a length of time such as 30m, 3h, 2d or 1bd, not "a while"',
    ],
    ["of no length", { for: "0h" }, '`for` takes a length of time such as 30m, 3h, 2d or 1bd, not "0h"'],
    [
      "until what is no time",
      { for: undefined, until: "2026-02-30" },
      '`until` takes a time such as 2026-11-24T09:00, or a day, not "2026-02-30"',
    ],
    ["whose end is over", { for: undefined, until: "2026-11-20T17:30" }, "its end is in the past"],
    ["of more than 30 days", { for: "31d" }, "a silence lasts at most 30 days"],
    ["without a reason", { because: " \u200b " }, "say why, for those who miss the alerts: `because`"],
    [
      "about a key that there is not",
      { match: "rul=short-*" },
      "what it is about, character 1: unknown key `rul` (did you mean `rule`?)",
    ],
    [
      "about nothing",
      { match: " " },
      "what it is about, character 1: this is about no alert (for all of them write rule=*)",
    ],
    ["with a fate that there is not", { fate: "later" }, expect.stringMatching(/^fate: /)],
  ])("%s is refused in words", async (_, asked, error) => {
    const { post, told } = answeredStore(start);
    expect(await post("/control/silences", { ...silence, ...asked })).toEqual({
      status: 400,
      body: { error },
    });
    expect(told(/silence/)).toEqual([]);
  });

  it("is one of a thousand at most; one that has ended makes room", async () => {
    const { post, until, silences, tell, told } = answeredStore(start);
    await post("/control/silences", silence);
    const now = told(/silence/)[0]?.now;
    const others = Array.from({ length: 999 }, (_, index) => `s${index + 2}`);
    const type = "silence.added";
    tell(others.map((id) => ({ type, source: "/alerts", subject: id, data: { now: { ...now, id } } })));
    expect(silences()).toHaveLength(1_000);
    expect(await post("/control/silences", silence)).toEqual({
      status: 409,
      body: { error: "1000 silences are set: end some before you add one" },
    });
    until("2026-11-20T20:30");
    expect((await post("/control/silences", silence)).status).toBe(200);
  });

  it("is ended by hand once, by whom is told", async () => {
    const { post, told, get } = answeredStore(start);
    await post("/control/silences", silence);
    const ask = { id: "s1", author: "ren" };
    expect((await post("/control/silences/expire", ask)).status).toBe(200);
    expect(told(/ended/)).toEqual([
      {
        type: "silence.ended",
        subject: "s1",
        now: { id: "s1", match: silence.match, why: "hand", author: "ren" },
      },
    ]);
    expect((await get("/control/silences")).body.silences).toEqual([]);
    expect(await post("/control/silences/expire", ask)).toEqual({
      status: 404,
      body: { error: "no silence s1 is set: `yagura silence list` shows those that are" },
    });
  });

  it("stands first in the list if it ends first, and is gone once it is over", async () => {
    const { post, get, until } = answeredStore(start);
    await post("/control/silences", { ...silence, for: "5h" });
    await post("/control/silences", { ...silence, for: "2h" });
    const listed = async () =>
      ((await get("/control/silences")).body.silences as { id: string }[]).map(({ id }) => id);
    expect(await listed()).toEqual(["s2", "s1"]);
    until("2026-11-20T19:30");
    expect(await listed()).toEqual(["s1"]);
  });
});

it("an answer that could not be written is told so, and nothing is changed", async () => {
  const { fire, post, fill, told, get } = answeredStore(start);
  const { seq } = fire("short-large");
  fill(true);
  for (const [path, body] of [
    ["/control/acknowledge", { alert: String(seq), by: "hana" }],
    ["/control/resolve", { alert: String(seq), by: "hana" }],
    ["/control/rate", { alert: String(seq), by: "hana", worth: "useful" }],
    ["/control/silences", silence],
  ] as const)
    expect(await post(path, body)).toEqual({ status: 503, body: { error: "the disk is full" } });
  fill(false);
  expect(told(/./).map(({ type }) => type)).toEqual(["alert.fired"]);
  expect((await get("/control/alerts")).body.alerts).toEqual([expect.objectContaining({ state: "firing" })]);
});

describe("One answer to many alerts", () => {
  const many = "/control/alerts/answer";

  it("counts those of which it holds now and held before, and says of each other one why not", async () => {
    const { fire, post, told } = answeredStore(start);
    const [large, rising, over] = [fire("short-large"), fire("short-rising"), fire("short-new")];
    await post("/control/acknowledge", { alert: rising.event.id, by: "ren" });
    await post("/control/resolve", { alert: over.event.id, by: "ren" });
    const alerts = [large.event.id, rising.event.id, over.event.id, "e-99", large.event.id];
    expect(await post(many, { do: "acknowledge", alerts, by: "hana", because: "known" })).toEqual({
      status: 200,
      body: {
        ...{ done: 1, already: 1 },
        refused: [
          { alert: over.event.id, error: `alert #${over.seq} is resolved already` },
          { alert: "e-99", error: expect.stringContaining("there is no alert e-99") },
        ],
      },
    });
    expect(told(/acknowledged/).map(({ now }) => [now.rule, now.by])).toEqual([
      ["short-rising", "ren"],
      ["short-large", "hana"],
    ]);
    const rated = { do: "useful", alerts: [over.event.id, "e-99"], by: "hana" };
    expect((await post(many, rated)).body).toMatchObject({ done: 1, refused: [{ alert: "e-99" }] });
    const ended = await post(many, { do: "resolve", alerts: [large.event.id], by: "hana" });
    expect(ended.body).toEqual({ done: 1, already: 0, refused: [] });
  });

  it("is one silence for the alerts of one rule about one subject", async () => {
    const { fire, post, told } = answeredStore(start);
    const alerts = [
      fire("short-large", { key: "a" }),
      fire("short-large", { key: "b" }),
      fire("short-large", { key: "c", subject: "6758" }),
    ].map(({ event }) => event.id);
    const asked = { do: "silence", alerts, by: "hana", because: "results are out", for: "3h" };
    expect((await post(many, asked)).body).toEqual({ done: 2, already: 1, refused: [] });
    expect(told(/silence.added/).map(({ now }) => now.match)).toEqual([
      "rule=short-large subject=7203",
      "rule=short-large subject=6758",
    ]);
  });

  it("is refused as a whole where it cannot be meant", async () => {
    const { post } = answeredStore(start);
    const asked = { do: "acknowledge", alerts: ["e-1"], by: "hana" };
    for (const wrong of [
      { ...asked, alerts: [] },
      { ...asked, alerts: Array.from({ length: 1_001 }, (_, index) => `e-${index}`) },
      { ...asked, by: "" },
      { ...asked, for: "3h" },
      { ...asked, do: "silence" },
      { ...asked, do: "forget" },
    ])
      expect((await post(many, wrong)).status, JSON.stringify(wrong).slice(0, 80)).toBe(400);
  });
});
