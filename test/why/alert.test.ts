/** Why an alert came: its cause, its poll, the parts of its condition, its mails. */
import { expect, test } from "vitest";
import { rating, resolving } from "../../src/alerts/answers/episodes.ts";
import { answerLines } from "../../src/commands/alerts/why.ts";
import type { AlertAnswer } from "../../src/model/page/why.ts";
import type { Worth } from "../../src/model/worth.ts";
import { createScene, report, ruleOf } from "./scene.ts";

const large = ruleOf(`when: now.ratio >= 1.0 && now.code in ["7203", "6758"]
by: [now.code, now.seller]
severity: warning
cooldown: 1h
notify: [email:desk]`);

async function alertOf(scene: ReturnType<typeof createScene>, alert: string): Promise<AlertAnswer> {
  const answer = await scene.why({ alert });
  if (answer.about !== "alert") throw new Error(`about ${answer.about}`);
  return answer;
}

test("an alert names its rule, its cause, its poll, the change, and each part of its condition", async () => {
  const scene = createScene(large);
  const dated = { published: "2026-01-05", occurred: "2026-01-02" };
  scene.at("2026-01-05T17:30", report(0.6, "9984"), report(1.12, "7203", dated));
  const answer = await alertOf(scene, "3");
  expect(answer).toMatchObject({
    alert: {
      ...{ seq: 3, id: "e-3", type: "alert.fired", rule: "test", file: "test.yaml", line: 2 },
      ...{ key: "7203|Example Capital", severity: "warning", title: "7203 1.12" },
      time: "2026-01-05T08:30:00.000Z",
    },
    cause: {
      ...{ seq: 2, type: "short.report.increased", subject: "7203", published: "2026-01-05" },
      ...{ occurred: "2026-01-02", time: "2026-01-05T08:30:00.000Z" },
      poll: {
        source: "short-sale-reports",
        time: "2026-01-05T08:30:00.000Z",
        events: { "short.report.increased": 2, "alert.fired": 1 },
      },
      change: [{ field: "ratio", was: 1.02, now: 1.12 }],
    },
    verdict: {
      outcome: "fired",
      when: [
        { text: "now.ratio >= 1.0", holds: true, values: [{ text: "now.ratio", value: 1.12 }] },
        { text: 'now.code in ["7203", "6758"]', holds: true, values: [{ text: "now.code", value: "7203" }] },
      ],
    },
    notes: [],
  });
  expect(answer.mails.map(({ address, state, tries }) => [address, state, tries])).toEqual([
    ["desk@example.com", "waiting", []],
    ["second@example.com", "waiting", []],
  ]);
  expect(await scene.why({ alert: "e-3" })).toEqual(answer);
});

test("an alert shows its labels and its data", async () => {
  const scene = createScene(
    ruleOf(`labels: { book: japan, code: "c{{ now.code }}" }
data: { ratio: now.ratio, change: now.ratio - was.ratio }`),
  );
  scene.at("2026-01-05T17:30", report(1.12, "7203"));
  const answer = await alertOf(scene, "2");
  expect(answer.alert).toMatchObject({
    labels: { book: "japan", code: "c7203" },
    data: { ratio: 1.12, change: 0.1 },
  });
  const lines = answerLines(answer).join("\n");
  expect(lines).toContain('labels: book is "japan", code is "c7203"');
  expect(lines).toContain("data: ratio is 1.12, change is 0.1");
});

test("what held the same alert back is told, before it and after it, of its own key alone", async () => {
  const scene = createScene(large);
  scene.at("2026-01-05T09:00", report(1.1));
  scene.at("2026-01-05T09:30", report(1.2), report(1.2, "6758"));
  scene.at("2026-01-05T09:45", report(1.3, "6758"));
  scene.at("2026-01-05T10:00", report(1.4));
  scene.at("2026-01-05T10:59", report(1.5));
  const second = await alertOf(scene, "8");
  expect(second.alert.title).toBe("7203 1.4");
  expect(second.heldBackBefore).toMatchObject([
    { reason: "cooldown", cause: 3, at: "2026-01-05T00:30:00.000Z", until: "2026-01-05T01:00:00.000Z" },
  ]);
  expect(second.heldBackAfter).toMatchObject([{ reason: "cooldown", cause: 9 }]);
});

test("what came after the cause is not listed as before it, though it was committed with it", async () => {
  const scene = createScene(large);
  scene.at("2026-01-05T09:00", report(1.1), report(1.2));
  const together = await alertOf(scene, "3");
  expect(together.cause?.seq).toBe(1);
  expect(together.heldBackBefore).toEqual([]);
  expect(together.heldBackAfter).toMatchObject([{ reason: "cooldown", cause: 2 }]);
});

test("each attempt at each mail is told with its answer", async () => {
  const scene = createScene(large);
  scene.at("2026-01-05T09:00", report(1.1));
  scene.withStore("2026-01-05T09:01", ({ outbox }) => {
    const at = Date.parse("2026-01-05T09:01:00+09:00");
    const [first, second] = outbox.of("email").due(at, 9, []);
    outbox
      .of("email")
      .record([
        { id: first?.id ?? 0, at: at, outcome: "postponed", retryAt: at + 60_000, answer: "451 4.3.0 later" },
      ]);
    outbox
      .of("email")
      .record([{ id: first?.id ?? 0, at: at + 60_000, outcome: "sent", answer: "250 2.0.0 ok" }]);
    outbox
      .of("email")
      .record([
        { id: second?.id ?? 0, at: at, outcome: "postponed", retryAt: at + 60_000, answer: "no connection" },
      ]);
  });
  const answer = await alertOf(scene, "2");
  const lines = answerLines(answer).map((line) => line.trim());
  expect(lines).toContain(
    "second@example.com: waiting, queued 2026-01-05 09:00:00 JST, tried again 2026-01-05 09:02:00 JST",
  );
  expect(answer.mails).toEqual([
    {
      ...{ address: "desk@example.com", state: "sent", attempts: 2, queuedAt: "2026-01-05T00:00:00.000Z" },
      message: "e-2",
      tries: [
        { at: "2026-01-05T00:01:00.000Z", outcome: "postponed", answer: "451 4.3.0 later" },
        { at: "2026-01-05T00:02:00.000Z", outcome: "sent", answer: "250 2.0.0 ok" },
      ],
    },
    {
      ...{
        address: "second@example.com",
        state: "waiting",
        attempts: 1,
        queuedAt: "2026-01-05T00:00:00.000Z",
      },
      message: "e-2",
      nextAt: "2026-01-05T00:02:00.000Z",
      tries: [{ at: "2026-01-05T00:01:00.000Z", outcome: "postponed", answer: "no connection" }],
    },
  ]);
});

test("attempts of which no answer was kept are counted, where there are any", async () => {
  const scene = createScene(large);
  scene.at("2026-01-05T09:00", report(1.1));
  const answer = await alertOf(scene, "2");
  const [mail] = answer.mails;
  if (mail === undefined) throw new Error("the alert has no mail");
  const tries = [{ at: "2026-01-05T00:01:00.000Z", outcome: "postponed" as const, answer: "451 later" }];
  const lines = (attempts: number) =>
    answerLines({ ...answer, mails: [{ ...mail, attempts, tries }] })
      .map((line) => line.trim())
      .filter((line) => /attempts|451/.test(line));
  const tried = "2026-01-05 09:01:00 JST postponed: 451 later";
  expect(lines(1)).toEqual([tried]);
  expect(lines(3)).toEqual(["2 attempts of before they were kept", tried]);
});

test("a mail that was not tried yet is told with the time of its first attempt", async () => {
  const scene = createScene(large);
  scene.at("2026-01-05T09:00", report(1.1));
  const lines = answerLines(await alertOf(scene, "2")).map((line) => line.trim());
  expect(lines).toContain(
    "mails    desk@example.com: waiting, queued 2026-01-05 09:00:00 JST, tried first 2026-01-05 09:00:00 JST",
  );
});

test("people read short lines, without anything that steers a terminal", async () => {
  const scene = createScene(
    ruleOf('title: "{{ now.seller }}"\nwhen: now.seller != ""').replace(/ {4}title: "\{\{ now\.code.*\n/, ""),
  );
  const evil = report(1.1);
  scene.at("2026-01-05T09:00", {
    ...evil,
    data: { now: { ...evil.data.now, seller: "Evil\u001b[31m\nCapital\u202e" } },
  });
  const lines = answerLines(await alertOf(scene, "2"));
  expect(lines.join("")).not.toMatch(/[\p{Cc}\u202e]/u);
  expect(lines).toEqual([
    "alert    #2 alert.fired, 2026-01-05 09:00:00 JST, SIMULATED",
    "         title Evil[31m Capital",
    "         rule test, test.yaml:2, info, key 7203",
    '         data: code is "7203", seller is "Evil\\u001b[31m\\nCapital", ratio is 1.1, shares is 1, calculatedOn is "2026-01-05"',
    "cause    #1 short.report.increased about 7203, SIMULATED",
    "         seen 2026-01-05 09:00:00 JST",
    "poll     short-sale-reports, committed 2026-01-05 09:00:00 JST with short.report.increased 1, alert.fired 1",
    "outcome  fired: it fired: #2",
    'when     now.seller != "": true, now.seller is "Evil\\u001b[31m\\nCapital"',
    "told to  nobody: its rule names no receiver, and no route takes it: it is on the page and on the feed",
    "mails    it asked for none",
  ]);
});

test("on a terminal the lines are broken to its width, beside their headings", async () => {
  const scene = createScene(large);
  scene.at("2026-01-05T17:30", report(1.12));
  const answer = await alertOf(scene, "2");
  const lines = answerLines(answer, { columns: 60 });
  expect(lines.filter((line) => line.length > 60)).toEqual([]);
  expect(lines.length).toBeGreaterThan(answerLines(answer).length);
  expect(lines.filter((line) => /^\S/.test(line)).map((line) => line.split(" ")[0])).toEqual([
    ...["alert", "cause", "poll", "change", "outcome", "when", "told", "mails"],
  ]);
});

test("an alert of a rule that is gone or was edited says so", async () => {
  const scene = createScene(large);
  scene.at("2026-01-05T09:00", report(1.1));
  scene.edit("2026-01-05T10:00", large.replace("1.0", "2.0"));
  const edited = await alertOf(scene, "2");
  expect(edited.verdict).toMatchObject({ outcome: "fired", when: [{ holds: false }, { holds: true }] });
  expect(edited.verdict?.notes).toEqual([
    "judged again by the rule as it is now, over what the log keeps, it would not have fired",
    "rules were loaded again after this event, last 2026-01-05 10:00:00 JST: this is the rule as it is now",
  ]);
  scene.edit("2026-01-05T11:00", large.replace("name: test", "name: other"));
  const gone = await alertOf(scene, "2");
  expect(gone.notes).toEqual(["there is no rule `test` now"]);
  expect(gone.verdict).toBeUndefined();
});

test("what a person ended is not open any more for a rule with until", async () => {
  const scene = createScene(ruleOf("until: now.ratio < 1"));
  scene.at("2026-01-05T09:00", report(2));
  scene.at("2026-01-05T09:30", report(3));
  const held = await scene.why({ alert: "3" });
  expect(held).toMatchObject({ verdicts: [{ outcome: "held-back", open: { since: 1 } }] });
  const answered = scene.withStore("2026-01-05T10:00", ({ alerts: memory, log }) =>
    resolving("2", { by: "hana" }, { memory, log }),
  );
  if (answered.kind !== "told") throw new Error(JSON.stringify(answered));
  scene.at("2026-01-05T10:00", answered.draft);
  scene.at("2026-01-05T11:00", report(4));
  const fired = await scene.why({ alert: "5" });
  expect(fired).toMatchObject({ verdicts: [{ outcome: "fired", notes: [] }] });
  expect(fired).not.toMatchObject({ verdicts: [{ open: { since: 1 } }] });
});

test("an end says that no mail tells of it, and news of a lost mail names its alert", async () => {
  const scene = createScene(ruleOf("until: now.ratio < 1\nnotify: [email:desk]"));
  scene.at("2026-01-05T09:00", report(2));
  scene.at("2026-01-05T10:00", report(0.5));
  expect(answerLines(await alertOf(scene, "4"))).toContain("mails    none: no mail tells of this end");
  const now = { alert: "e-2", rule: "test", title: "x", address: "a@example.com", reason: "refused" };
  scene.at("2026-01-05T11:00", {
    ...{ type: "mail.failed", source: "/outputs/email", subject: "7203" },
    data: { now: { ...now, message: "550", attempts: 1 } },
  });
  expect(await scene.why({ alert: "5" })).toMatchObject({
    notes: ["no rule is about mail.failed", expect.stringContaining("`yagura why e-2`")],
  });
});

test("an event that raised nothing is asked about, too, with every rule that is about it", async () => {
  const scene = createScene(`${large}${ruleOf("when: now.ratio < 1", "small").replace("rules:\n", "")}`);
  scene.at("2026-01-05T09:00", report(0.6));
  const answer = await scene.why({ alert: "1" });
  expect(answer).toMatchObject({
    about: "event",
    verdicts: [
      { rule: { name: "test" }, outcome: "silent", because: expect.stringContaining("now.ratio is 0.6") },
      { rule: { name: "small" }, outcome: "fired", alerts: [{ seq: 2 }] },
    ],
  });
  if (answer.about === "event")
    expect(answerLines(answer).join("\n")).toContain("rule     small, test.yaml:");
});

test("what is not on the log says from where on it is kept", async () => {
  const scene = createScene(large);
  scene.at("2026-01-05T09:00", report(0.6), report(0.7));
  for (const alert of ["7", "other-1", "e-3", "zero"])
    expect(await scene.why({ alert })).toMatchObject({ about: "nothing", oldest: 1, head: 2 });
  expect(await scene.why({ alert: "7" })).toMatchObject({
    message: "there is no event 7 on the log, which is kept from #1 to #2",
  });
});

test("a mail that tells an alert of another recipient too is shown with both, and with no other", async () => {
  const rules = [
    ruleOf("severity: warning\nnotify: [email:desk, email:night]", "mild"),
    ruleOf("severity: critical\nnotify: [email:duty]", "grave").replace("rules:\n", ""),
  ];
  const scene = createScene(rules.join(""), "{}", {
    night: ["night@example.com"],
    duty: ["desk@example.com", "duty@example.com"],
  });
  scene.at("2026-01-05T17:30", report(1.12));
  const [one, other] = [await alertOf(scene, "2"), await alertOf(scene, "3")];
  const [mild, grave] = one.alert.rule === "mild" ? [one, other] : [other, one];
  const { id } = mild.alert;
  expect(mild.mails.map(({ address, message, also }) => [address, message, also])).toEqual([
    ["desk@example.com", grave.alert.id, [id]],
    ["second@example.com", id, undefined],
    ["night@example.com", id, undefined],
  ]);
  expect(grave.mails.map(({ address, message, also }) => [address, message, also])).toEqual([
    ["desk@example.com", grave.alert.id, [id]],
    ["duty@example.com", grave.alert.id, undefined],
  ]);
  const told = mild.mails.flatMap(({ message, also = [] }) => [message, ...also]);
  expect(mild.notices.map((notice) => [notice.receiver, notice.told?.in])).toEqual([
    ["email:desk", id],
    ["email:night", id],
  ]);
  expect(told).toContain(id);
  expect(answerLines(mild).join("\n")).toContain("desk@example.com: waiting");
});

test("a receiver that one person alone has is shown with their name", async () => {
  const people = [
    `青井: { tokens: [a], receivers: [email:night, email:desk] }`,
    "Jun: { tokens: [b], receivers: [email:desk] }",
  ];
  const rule = ruleOf("severity: warning\nnotify: [email:desk, email:night]");
  const scene = createScene(rule, `{}\npeople: { ${people.join(", ")} }`, { night: ["night@example.com"] });
  scene.at("2026-01-05T17:30", report(1.12));
  const answer = await alertOf(scene, "2");
  expect(answer.notices.map(({ receiver, person }) => [receiver, person])).toEqual([
    ["email:desk", undefined],
    ["email:night", "青井"],
  ]);
  expect(answerLines(answer).join("\n")).toContain("email:night (青井)");
});

test.each([
  ["no-receiver", "severity: info", "its rule names no receiver"],
  [
    "not-watched",
    `notify: 'has(mine(now.code).watchlist) ? ["email:desk"] : []'`,
    "only about stocks of the watchlists",
  ],
  ["own-choice", `notify: 'now.ratio > 9 ? ["email:desk"] : []'`, "chose nobody here"],
] as const)("an alert that notifies nobody says why: %s", async (reason, keys, words) => {
  const scene = createScene(ruleOf(keys));
  scene.at("2026-01-05T17:30", report(1.12, "7203"));
  const answer = await alertOf(scene, "2");
  expect(answer).toMatchObject({ notices: [], untold: { reason } });
  expect(answer.untold?.message).toContain(words);
  expect(answer.untold?.notify).toBe(keys.startsWith("notify") ? keys.slice(9, -1) : undefined);
  expect(answerLines(answer).join("\n")).toContain(`nobody: ${answer.untold?.message}`.slice(0, 40));
});

test("an alert that somebody was notified of gives no reason why not", async () => {
  const scene = createScene(large);
  scene.at("2026-01-05T17:30", report(1.12, "7203"));
  expect((await alertOf(scene, "2")).untold).toBeUndefined();
});

test("an alert tells when its event appeared on the service, by the event's own time, and when it was sent first", async () => {
  const scene = createScene(large);
  const at = "2026-01-05T17:30";
  const ms = Date.parse(`${at}:00+09:00`);
  const asked = { since: ms - 61_000, askedAt: ms - 1_000, answeredAt: ms };
  const first = { seq: 1, source: "short-sale-reports", appearedAt: 0, doubtMs: 0, committedAt: ms };
  scene.change(at, () => ({
    drafts: [report(0.6, "9984"), report(1.12, "7203", { published: "2026-01-05T17:29:12+09:00" })],
    batch: {},
  }));
  scene.change(at, () => ({ drafts: [], batch: { sightings: [{ ...asked, ...first }] } as never }));
  const answer = await alertOf(scene, "3");
  const doubtful = await scene.why({ alert: "1" });
  if (doubtful.about !== "event") throw new Error(doubtful.about);
  expect(doubtful.event.poll.noticed).toMatchObject({ doubtMs: 30_500 });
  const lines = answerLines(answer).join("\n");
  expect(lines).toContain(
    "on the service since 2026-01-05 17:29:12 JST, asked 17:29:59, answered 17:30:00, committed 17:30:00",
  );
  expect(answerLines(doubtful).join("\n")).toContain("since about 2026-01-05 17:29:29 JST (±31 s)");
  expect((await scene.linesInJapanese({ alert: "1" })).join("\n")).toContain(
    "サービスへの掲載 2026-01-05 17:29:29 JST 頃（±31秒）、問い合わせ 17:29:59、応答 17:30:00、記録 17:30:00",
  );
});

test("what somebody called it stands below, until it is taken back", async () => {
  const scene = createScene(ruleOf("when: now.ratio >= 1"));
  scene.at("2026-01-05T17:30", report(1.1));
  const rate = (time: string, worth: Worth) =>
    scene.change(time, ({ alerts, log }) => {
      const given = rating("2", worth, { by: "Aoi" }, { memory: alerts, log });
      if (given.kind !== "told") throw new Error(given.kind);
      return { drafts: [given.draft], batch: {} };
    });
  rate("2026-01-05T18:00", "useful");
  rate("2026-01-05T18:30", "not-useful");
  const said = "Aoi called it not useful, 2026-01-05 18:30:00 JST";
  expect(await scene.why({ alert: "2" })).toMatchObject({ about: "alert", notes: [said] });
  // The answer itself leads to its alert.
  expect(await scene.why({ alert: "4" })).toMatchObject({ about: "alert", notes: [said] });
  expect((await scene.linesInJapanese({ alert: "2" })).join("\n")).toContain("Aoiの回答：役に立たなかった");
  rate("2026-01-05T19:00", "taken-back");
  expect(await scene.why({ alert: "2" })).toMatchObject({ notes: [] });
});
