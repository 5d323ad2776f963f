/** What `yagura why` says to a person whose language is Japanese. */
import { describe, expect, test, vi } from "vitest";
import { resolving } from "../../src/alerts/answers/episodes.ts";
import { lineWords } from "../../src/commands/alerts/line-words.ts";
import { mailsLines, noticeLines } from "../../src/commands/alerts/verdict-lines.ts";
import { printWhy } from "../../src/commands/alerts/why.ts";
import { refusalLines } from "../../src/commands/terminal.ts";
import { Refused } from "../../src/lib/problem.ts";
import { type NoticeReason, noticeReasons } from "../../src/model/alerts.ts";
import type { EventDraft } from "../../src/model/event.ts";
import type { MailFacts } from "../../src/model/page/why.ts";
import { type SuppressionReason, suppressionReasons } from "../../src/model/rule.ts";
import { decide } from "../../src/pipeline/quarantine-end.ts";
import { whyWords } from "../../src/why/words/words.ts";
import { sourceWrite } from "../store/batches.ts";
import { createScene, report, ruleOf, type Scene } from "./scene.ts";

const name = "short-sale-reports";
const sources = '{ short-sale-reports: { schedule: "0 0 18 * * *" } }';
const [day, since] = ["2026-01-05", "2026-01-05T08:30:00.000Z"];

/** Values of strangers and expressions of rules, which stay as they are. */
const theirs = ["Example Capital", "now.code in [", "not-known to anybody"];
/** What is left of English once code and these are taken away; two words after each other are a sentence. */
const englishIn = (lines: readonly string[]) =>
  lines
    .map((line) =>
      [...theirs, " JST"].reduce(
        (rest, words) => rest.replaceAll(words, "…"),
        line.replaceAll(/`[^`]+`/g, "…"),
      ),
    )
    .filter((line) => /[A-Za-z]{2,} [a-z]{2,}/.test(line));

const ofTest = { rule: "test", subject: "7203" };

/** Lines of the test's rule about 7203. @param heading of the section; its first line alone */
async function section(scene: Scene, heading: string, at?: string): Promise<string | undefined> {
  const lines = await scene.linesInJapanese({ ...ofTest, at });
  expect(englishIn(lines)).toEqual([]);
  const line = lines.find((each) => each.startsWith(`${heading} `));
  return line?.slice(heading.length).trim();
}

const rich = ruleOf(`when: now.ratio >= 1.0 && now.code in ["7203", "6758"]
by: [now.code, now.seller]
severity: warning
labels: { book: japan }
texts: { ja: { title: "{{ now.code }} の空売り {{ now.ratio }} %" } }
cooldown: 1h
notify: [email:desk]`);

test("an alert is told whole in Japanese, in lines of even headings", async () => {
  const scene = createScene(rich);
  scene.at(`${day}T09:00`, report(1.1, "7203", { published: day, occurred: "2026-01-02" }));
  scene.at(`${day}T09:30`, report(1.2));
  scene.withStore(`${day}T09:01`, ({ outbox }) => {
    const at = Date.parse(`${day}T09:01:00+09:00`);
    const [first, second] = outbox.of("email").due(at, 9, []);
    const answer = "nobody listens at this host and port (connect ECONNREFUSED 127.0.0.1:25)";
    const box = outbox.of("email");
    box.record([{ id: first?.id ?? 0, at, outcome: "postponed", retryAt: at + 60_000, answer }]);
    box.record([{ id: second?.id ?? 0, at, outcome: "sent", answer: "written to 2026.eml" }]);
  });
  const lines = await scene.linesInJapanese({ alert: "2" });
  expect(englishIn(lines)).toEqual([]);
  expect(lines).toEqual([
    "アラート    #2 alert.fired、2026-01-05 09:00:00 JST、SIMULATED 模擬データ",
    "            件名 7203 の空売り 1.1 %",
    "            ルール test（test.yaml:2）、重要度 注意、キー 7203|Example Capital",
    '            ラベル：book は "japan"',
    '            データ：code は "7203"、seller は "Example Capital"、ratio は 1.1、shares は 1、calculatedOn は "2026-01-05"',
    "原因        #1 short.report.increased、対象 7203、SIMULATED 模擬データ",
    "            発生 2026-01-02、公表 2026-01-05、検知 2026-01-05 09:00:00 JST",
    "取得        short-sale-reports、記録 2026-01-05 09:00:00 JST（short.report.increased 1件、alert.fired 1件）",
    "変化        ratio：1 → 1.1",
    "判定        アラートあり：#2 が発生しました",
    "条件        now.ratio >= 1.0：成立、now.ratio は 1.1",
    '            now.code in ["7203", "6758"]：成立、now.code は "7203"',
    "以後の抑制  2026-01-05 09:30:00 JST 同じアラートが発生したばかりで、クールダウン中です（2026-01-05 10:00:00 JST まで、イベント #3）",
    "通知        email:desk：通知済み 2026-01-05 09:00:00 JST。新しいアラートの最初の通知です",
    "配信        desk@example.com：待機中、受付 2026-01-05 09:00:00 JST、次回 2026-01-05 09:02:00 JST",
    "              2026-01-05 09:01:00 JST 延期：このホストとポートでは何も待ち受けていません（connect ECONNREFUSED 127.0.0.1:25）",
    "            second@example.com：送信済み、受付 2026-01-05 09:00:00 JST",
    "              2026-01-05 09:01:00 JST 送信済み：2026.eml に書き込みました",
  ]);
});

test("an alert that nobody was notified of, the last before more are held back, and an end by hand", async () => {
  const flapping = createScene(ruleOf("flapping: { times: 2, within: 1h }"));
  for (const minute of ["00", "10", "20"]) flapping.at(`${day}T09:${minute}`, report(1));
  const last = await flapping.linesInJapanese({ alert: "4" });
  expect(englishIn(last)).toEqual([]);
  expect(last.join("\n")).toContain("頻発しているため、これを最後に抑制されます（1時間に2回）");
  expect(last.join("\n")).toContain("通知        通知していません。ルールに宛先がなく、");
  expect(last.join("\n")).toContain("配信        なし：配信の対象ではありません");
  const ended = createScene(ruleOf("until: now.ratio < 1"));
  ended.at(`${day}T09:00`, report(2));
  const answered = ended.withStore(`${day}T10:00`, ({ alerts: memory, log }) =>
    resolving("2", { by: "花", because: "確認した" }, { memory, log }),
  );
  if (answered.kind !== "told") throw new Error(JSON.stringify(answered));
  ended.at(`${day}T10:00`, answered.draft);
  const end = await ended.linesInJapanese({ alert: "3" });
  expect(englishIn(end)).toEqual([]);
  expect(end.map((line) => line.trim())).toContain("終了：手動で終了（花：確認した）");
  expect(end.join("\n")).toContain("配信      なし：この終了は配信されません");
});

test("what is no alert, or was one of a rule that is gone, and what the log lost", async () => {
  const scene = createScene(rich);
  scene.at(`${day}T09:00`, report(1.1));
  const lost = { alert: "e-2", rule: "test", title: "x", address: "a@example.com", reason: "refused" };
  scene.at(`${day}T10:00`, {
    ...{ type: "mail.failed", source: "/outputs/email", subject: "7203" },
    data: { now: { ...lost, message: "550", attempts: 1 } },
  });
  const failed = await scene.linesInJapanese({ alert: "3" });
  expect(failed.slice(-2).map((line) => line.replace("注記", "").trim())).toEqual([
    "mail.failed を対象とするルールはありません",
    "送信の試行はすべて、元のアラートで確認できます：`yagura why e-2`",
  ]);
  scene.edit(`${day}T11:00`, ruleOf("", "other"));
  expect((await scene.linesInJapanese({ alert: "2" })).at(-1)).toMatch(
    /^注記 +ルール `test` は、現在はありません$/,
  );
  const counted = createScene(ruleOf("count: { within: 400d, at_least: 2 }"));
  for (const date of ["05", "06", "07"]) counted.at(`2026-01-${date}T09:00`, report(1));
  counted.withStore("2026-01-08T09:00", (store) => {
    store.prune({ before: Date.parse("2026-01-06T12:00:00+09:00") });
  });
  const kept = await counted.linesInJapanese(ofTest);
  expect(englishIn(kept)).toEqual([]);
  expect(kept.join("\n")).toMatch(
    /記録は #\d 以降しか残っていません。それ以前からのルールの状態は分かりません/,
  );
});

test("each reason of a decision is the page's, and a silence says who set it and why", () => {
  const words = lineWords.ja;
  const facts = { receiver: "email:desk", route: "night", state: "waiting", at: since } as const;
  const lineOf = (reason: NoticeReason) =>
    noticeLines([{ ...facts, reason, message: whyWords.ja.entry.notice(reason) }], words)[0];
  const lines = (Object.keys(noticeReasons) as NoticeReason[]).map(lineOf);
  expect(
    lines.filter((line) => !/^email:desk（振り分け night）：待機中。.*[ぁ-ん]/.test(line ?? "")),
  ).toEqual([]);
  expect(englishIn(lines.map(String))).toEqual([]);
  expect(lineOf("simulated")).toContain("`email.sendSimulated`");
  const silence = { match: "rule=test", author: "花", because: "決算" };
  const silenced = { ...facts, reason: "silenced", message: whyWords.ja.entry.notice("silenced") } as const;
  expect(noticeLines([{ ...silenced, until: since, by: "s-1", silence }], words)).toEqual([
    "email:desk（振り分け night）：待機中（2026-01-05 17:30:00 JST まで）。通知停止の対象です（通知停止 s-1、設定者 花、rule=test：決算）",
  ]);
});

test("deliveries tell their stages, what is not kept of them, and why there is none", () => {
  const words = lineWords.ja;
  const mail: MailFacts = {
    ...{ address: "desk@example.com", state: "failed", queuedAt: since, attempts: 3 },
    tries: [{ at: since, outcome: "refused", answer: "550 5.1.1 nobody" }],
  };
  expect(mailsLines({ mails: [mail], notices: [] }, undefined, words)).toEqual([
    "desk@example.com：送信断念、受付 2026-01-05 17:30:00 JST",
    "  記録のない以前の試行 2回",
    "  2026-01-05 17:30:00 JST 受信拒否：550 5.1.1 nobody",
  ]);
  const none = { mails: [], notices: [] };
  expect(mailsLines(none, "same-cause", words)[0]).toMatch(/^なし：同じイベントについて/);
  expect(mailsLines(none, "simulated", words)[0]).toMatch(/^なし：シミュレーションのデータは/);
  const tried = (attempts: number) =>
    mailsLines({ mails: [{ ...mail, attempts }], notices: [] }, undefined, lineWords.en)[1];
  expect(tried(2)).toBe("  1 attempt of before they were kept");
  expect(tried(3)).toBe("  2 attempts of before they were kept");
});

test("every reason that holds an alert back has its own sentence", () => {
  const said = (Object.keys(suppressionReasons) as SuppressionReason[]).map(whyWords.ja.entry.suppressed);
  expect(new Set(said).size).toBe(said.length);
  expect(englishIn(said)).toEqual([]);
  expect(said.filter((text) => !/(です|ません|ませんでした|ました|ています)$/.test(text))).toEqual([]);
});

describe("a rule and a subject", () => {
  const live = (rules: string, ...reports: [time: string, ratio: number][]) => {
    const scene = createScene(rules, sources);
    for (const [time, ratio] of reports) scene.at(`${day}T${time}`, report(ratio));
    return scene;
  };

  test.each<[why: string, rules: string, reports: [string, number][], said: string]>([
    [
      "when",
      "when: now.ratio > 1",
      [["09:00", 0.5]],
      "アラートなし：`when` が成立しません：`now.ratio > 1` は不成立（now.ratio は 0.5）",
    ],
    [
      "a field that is absent",
      "when: now.fund.size() > 0",
      [["09:00", 1]],
      "アラートなし：`when` が成立しません：`now.fund.size() > 0` は判定なし（now.fund は値なし）",
    ],
    [
      "a count",
      "count: { within: 1h, at_least: 3 }",
      [["09:00", 1]],
      "アラートなし：`count: { within: 1h, at_least: 3 }` が成立しません：count は 1",
    ],
    [
      "what held before",
      "count: { within: 1h, at_least: 2 }",
      [
        ["09:00", 1],
        ["09:01", 1],
        ["09:02", 1],
      ],
      "アラートなし：条件は以前から成立しています。アラートは、成立し始めたときに一度だけ発生します",
    ],
    [
      "a cooldown",
      "cooldown: 1h",
      [
        ["09:00", 1],
        ["09:30", 1],
      ],
      "抑制：同じアラートが発生したばかりで、クールダウン中です（2026-01-05 10:00:00 JST まで）",
    ],
    [
      "until",
      "until: now.ratio < 1",
      [
        ["09:00", 2],
        ["09:30", 2],
      ],
      "抑制：前のアラートが継続中です。`until` が成立するイベントはまだありません",
    ],
    [
      "an end",
      "until: now.ratio < 1",
      [
        ["09:00", 2],
        ["09:30", 0.5],
      ],
      "アラートあり：#4 で終了しました",
    ],
    [
      "an end of nothing",
      "until: now.ratio < 1",
      [["09:00", 0.5]],
      "アラートなし：このイベントで `until` が成立しました。アラートを終了させるだけで、新たに発生させることはありません",
    ],
    [
      "a wait",
      "for: 10m",
      [["09:00", 2]],
      "待機中：#1 から 2026-01-05 09:10:00 JST まで（10分）条件が成立し続ける必要があります",
    ],
    [
      "an absence",
      "absent: { for: 26h }",
      [["09:00", 2]],
      "待機中：2026-01-06 11:00:00 JST まで次のイベントがないことが条件です",
    ],
    [
      "few enough",
      "count: { within: 10m, at_most: 1 }",
      [
        ["09:00", 2],
        ["09:01", 3],
      ],
      "待機中：このまま次のイベントがなければ、2026-01-05 09:10:00 JST から `count: { within: 10m, at_most: 1 }` が成立する可能性があります",
    ],
  ])("says it of %s", async (_, keys, reports, said) => {
    expect(await section(live(ruleOf(keys), ...reports), "判定")).toBe(said);
  });

  test("what became of a wait", async () => {
    const broken = live(ruleOf("when: now.ratio > 1\nfor: 10m"), ["09:00", 2], ["09:08", 0.5]);
    expect(await section(broken, "その前")).toMatch(/必要がありました。#2 で成立しなくなりました$/);
    const absence = live(ruleOf("absent: { for: 1h }"), ["09:00", 2], ["09:30", 2]);
    expect(await section(absence, "その前")).toMatch(/条件でした。#2 がありました$/);
    absence.at(`${day}T10:30`);
    expect(await section(absence, "判定")).toMatch(/条件でした。#3 として発生しました$/);
    expect(await section(absence, "判定", `${day}T10:00`)).toMatch(
      /条件です。その後、#3 として発生しました$/,
    );
  });

  test("steps of a sequence, and what broke it", async () => {
    const steps =
      "{ on: short.report.increased, when: now.ratio > 1 }, { on: short.report.increased, when: now.ratio > 2 }";
    const without = "{ on: short.report.increased, when: now.ratio < 0.5 }";
    const scene = live(
      ruleOf(`sequence:\n  steps: [${steps}]\n  without: ${without}\n  within: 1d`),
      ...([
        ["09:00", 1.5],
        ["09:05", 0.4],
        ["09:10", 2.5],
      ] as [string, number][]),
    );
    const lines = await scene.linesInJapanese(ofTest);
    expect(englishIn(lines.map((line) => line.replace(/sequence: \{.*\}/, "")))).toEqual([]);
    expect(lines.join("\n")).toContain(
      "段階1は #3、段階2は未検知、2026-01-05 09:05:00 JST の後、最初からやり直し",
    );
    expect(lines.map((line) => line.trim())).toContain(
      "段階1：#3 short.report.increased、対象 7203、検知 2026-01-05 09:10:00 JST",
    );
  });

  test("an event that is no step, or comes too late", async () => {
    const steps =
      "{ on: short.report.increased, when: now.ratio > 1 }, { on: short.report.increased, when: now.ratio > 2 }";
    const scene = live(ruleOf(`sequence: { steps: [${steps}], within: 1d }`), ["09:00", 0.5]);
    expect(await section(scene, "判定")).toMatch(
      /^アラートなし：このイベントは `sequence: .*` に関わりません。どの段階にも当たらないか、遅すぎました$/,
    );
    const moves = live(ruleOf("moves: { of: now.fund.size(), by: 1 }"), ["09:00", 1]);
    expect(await section(moves, "判定")).toMatch(
      /^アラートなし：このイベントには `moves: .*` の値がないため、ルールの判定に関わりません$/,
    );
  });

  test("rules that were loaded again, and one that was not there yet", async () => {
    const scene = createScene(ruleOf("", "other"), sources);
    scene.edit(`${day}T08:00`, ruleOf("", "other"));
    scene.at(`${day}T09:00`, report(2));
    scene.edit(`${day}T10:00`, ruleOf("when: now.ratio > 5"));
    scene.edit(`${day}T11:00`, ruleOf(""));
    expect(await section(scene, "判定")).toBe(
      "不明：ルールはまだ有効ではありませんでした（読み込みは 2026-01-05 10:00:00 JST）",
    );
    scene.at(`${day}T12:00`, report(3));
    scene.edit(`${day}T13:00`, ruleOf("when: now.ratio > 5"));
    expect(await section(scene, "注記")).toBe(
      "残っている記録を現在のルールで判定し直すと、アラートは発生しません",
    );
  });
});

describe("where no event came", () => {
  const news = (type: EventDraft["type"], more: Record<string, unknown>, occurred?: string): EventDraft => ({
    ...{ type, source: `/sources/${name}`, subject: name, ...(occurred !== undefined && { occurred }) },
    data: { now: { source: name, ...more } },
  });
  const known = async (scene: Scene, at?: string) => {
    const lines = await scene.linesInJapanese({ ...ofTest, at });
    expect(englishIn(lines)).toEqual([]);
    const from = lines.findIndex((line) => line.startsWith("参考"));
    return lines.slice(from).map((line) => line.replace("参考", "").trim());
  };

  test("the subject that was meant, and the source that was never polled", async () => {
    const scene = createScene(ruleOf(""), sources);
    scene.at(`${day}T09:00`, report(1, "7230"));
    expect(await known(scene)).toEqual([
      "7203 には、ルールが対象とするイベントがありません",
      "`7230` のことですか",
      "short-sale-reports はまだ一度も取得していません",
    ]);
    expect(await scene.linesInJapanese({ alert: "9" })).toEqual([
      "イベント 9 は記録にありません。記録にあるのは #1 から #2 までです",
    ]);
  });

  test("what came for the subject instead, and what came for others", async () => {
    const scene = createScene(ruleOf(""), sources);
    scene.at(`${day}T09:00`, report(1, "9984"), report(1, "7203", { type: "short.report.opened" }));
    expect((await known(scene)).slice(0, 2)).toEqual([
      "7203 には、ルールが対象とするイベントがありません",
      "記録にあるイベント：short.report.opened（1件）",
    ]);
    expect((await scene.linesInJapanese({ rule: "test", subject: "FM08/FXERD01" })).join("\n")).toContain(
      "対象のイベントがあったもの：9984",
    );
    scene.at("2026-01-07T09:00", report(1));
    expect((await known(scene, "2026-01-06"))[0]).toBe(
      "7203 には、その時点まで、ルールが対象とするイベントがありません。最初は #5（2026-01-07 09:00:00 JST）です",
    );
  });

  test("what was there at first sight", async () => {
    const scene = createScene(ruleOf(""), sources);
    const put = [{ scope: "", key: "7203,E,", body: report(1).data.now }];
    scene.change(`${day}T17:30`, () => ({
      drafts: [news("source.baselined", { items: 250 })],
      batch: { source: sourceWrite({ name, put }) },
    }));
    expect(await section(scene, "保留")).toMatch(
      /short-sale-reports の初回取得時にあった250件は、新しいイベントとしては扱われません。これもその中にあります$/,
    );
  });

  test("the source as it was then", async () => {
    const scene = createScene(ruleOf(""), sources);
    scene.at("2026-01-05T09:00", news("source.baselined", { items: 1 }));
    const outage = { since, reason: "timeout", message: "nobody listens at this host and port" };
    scene.at("2026-01-06T09:00", news("source.failed", outage));
    scene.at("2026-01-07T09:00", news("source.recovered", { since, reason: "timeout" }));
    const late = { reason: "overdue", message: "the publication of 2026-01-08 was due", since };
    scene.at("2026-01-08T09:00", news("source.late", late, "2026-01-08"));
    scene.at("2026-01-09T09:00", report(1, "9984"));
    scene.at("2026-01-10T09:00", news("source.quarantined", { since, items: 1 }));
    scene.at("2026-01-11T09:00", report(1, "9984"));
    const then = async (at: string) => (await known(scene, at)).at(-1);
    expect(await known(scene, "2026-01-05T10:00")).toContain(
      "2026-01-05 09:00:00 JST short-sale-reports の全体または一部を初めて取得しました。1件は1つのイベントにまとめられました",
    );
    expect(await then("2026-01-06T10:00")).toMatch(
      /その時点で取得に失敗していました。応答がない（タイムアウト）：このホストとポートでは何も待ち受けていません$/,
    );
    expect(await then("2026-01-07T10:00")).toBe(
      "記録で分かるかぎり、short-sale-reports はその時点で正常でした",
    );
    expect(await then("2026-01-08T10:00")).toMatch(
      /公表が遅れていました。2026-01-08 の公表分が届いていませんでした$/,
    );
    expect(await then("2026-01-09T10:00")).toMatch(
      /最後のイベントは #5 short\.report\.increased（2026-01-09 09:00:00 JST）です$/,
    );
    expect(await then("2026-01-10T10:00")).toMatch(/その時点で隔離中でした。1件を保留していました$/);
    // English counts one as one.
    const { known: english } = await scene.silent("7203", "2026-01-10T10:00");
    expect(english.map(({ message }) => message)).toContain(
      "short-sale-reports was quarantined then: 1 item was held back",
    );
    expect(english.map(({ message }) => message)).toContain(
      "short-sale-reports was first seen, or a part of it: 1 item, told as one",
    );
  });

  test("the source as it is: failing, late, not configured, not watching", async () => {
    const scene = createScene(ruleOf(""), sources);
    const at = Date.parse(`${day}T18:00:00+09:00`);
    scene.change(`${day}T18:00`, () => ({
      drafts: [],
      batch: {
        source: {
          ...{ name, put: [], drop: [], attemptAt: at, publication: { late: { day, since } } },
          outage: { since, reason: "timeout", message: "nobody listens at this host and port" },
        },
      },
    }));
    expect((await known(scene)).slice(1)).toEqual([
      "2026-01-05 17:30:00 JST short-sale-reports は取得に失敗しています。応答がない（タイムアウト）：このホストとポートでは何も待ち受けていません",
      "2026-01-05 17:30:00 JST short-sale-reports は公表が遅れています。2026-01-05 の公表分がまだ届いていません",
    ]);
    const forum = createScene(
      "rules:\n  - { name: test, on: forum.comment.posted, title: x }\n",
      '{ forum-comments: { schedule: "0 * * * * *", codes: ["6758"] } }',
    );
    forum.at(`${day}T09:00`);
    expect(await known(forum)).toContain("forum-comments が対象とするのは 6758 だけです");
    const other = createScene(ruleOf(""), '{ margin-alerts: { schedule: "0 0 18 * * *" } }');
    other.at(`${day}T18:00`);
    expect(await known(other)).toContain("設定に情報源 short-sale-reports がないため、取得していません");
  });

  test("no monitor was at work", async () => {
    const scene = createScene(ruleOf(""), sources);
    scene.runs(`${day}T09:00`, `${day}T12:00`);
    scene.at(`${day}T10:00`, report(1, "9984"));
    scene.runs("2026-01-06T09:00", "2026-01-06T18:00");
    expect((await known(scene, `${day}T15:00`)).slice(-2)).toEqual([
      "2026-01-05 12:00:00 JST その時、モニターは動いていませんでした。最後に動作を確認したのは 2026-01-05 12:00:00 JST です（再開は 2026-01-06 09:00:00 JST）",
      "short-sale-reports はその時点では取得していないため、状況は分かりません。最後のイベントは #1 short.report.increased（2026-01-05 10:00:00 JST）です",
    ]);
  });

  test("a change in quarantine, and one that was discarded", async () => {
    const scene = createScene(ruleOf("").replace("increased", "corrected"), sources);
    const rewritten = report(0.7, "7203", { type: "short.report.corrected", rewrites: "7203" });
    const facts = { stage: "held" as const, since, items: 1, message: "1 of 1" };
    const hold = { ...facts, drafts: [rewritten], put: [], drop: [], cursor: undefined };
    scene.change(`${day}T17:30`, () => ({
      drafts: [news("source.quarantined", { since, items: 1 })],
      batch: { source: sourceWrite({ name, hold }) },
    }));
    expect(await section(scene, "保留")).toBe(
      "2026-01-05 17:30:00 JST short.report.corrected は1件の書き換えの一部として隔離されています。`yagura sources release short-sale-reports` か `discard short-sale-reports` で処理を決めてください",
    );
    const released = createScene(ruleOf("").replace("increased", "corrected"), sources);
    released.change(`${day}T17:30`, () => ({ drafts: [], batch: { source: sourceWrite({ name, hold }) } }));
    released.change(
      "2026-01-06T09:00",
      (store) => decide(name, "release", store) ?? { drafts: [], batch: {} },
    );
    expect(await section(released, "取得")).toMatch(
      /。2026-01-05 17:30:00 JST から隔離され、その後解放されました$/,
    );
    scene.change("2026-01-06T09:00", (store) => decide(name, "discard", store) ?? { drafts: [], batch: {} });
    expect(await section(scene, "保留")).toBe(
      "2026-01-05 17:30:00 JST short.report.corrected は大量の書き換えの一部として隔離され、破棄されました（2026-01-06 09:00:00 JST まで）",
    );
  });
});

test("the command speaks the caller's language, and English to programs", async () => {
  const scene = createScene(rich);
  scene.at(`${day}T09:00`, report(1.1));
  const printed = async (language: string, json: boolean) => {
    vi.stubEnv("YAGURA_LANGUAGE", language);
    let text = "";
    const write = vi.spyOn(process.stdout, "write").mockImplementation((part) => {
      text += String(part);
      return true;
    });
    await printWhy("2", { config: scene.config, json }).finally(() => {
      write.mockRestore();
      vi.unstubAllEnvs();
    });
    return text;
  };
  expect(await printed("ja", false)).toContain("判定      アラートあり：#2 が発生しました");
  expect(await printed("en", false)).toContain("outcome  fired: it fired: #2");
  expect(await printed("ja", true)).toBe(await printed("en", true));
  expect(await printed("ja", true)).toContain('"title":"7203 1.1"');
  expect(await printed("ja", true)).toContain('"because":"it fired: #2"');
});

test("questions that cannot be meant are refused in Japanese", async () => {
  const scene = createScene(ruleOf(""), sources);
  scene.at(`${day}T09:00`, report(1));
  const refusal = async (question: Parameters<Scene["why"]>[0]) => {
    const error = await scene.why(question).catch((reason: unknown) => reason);
    if (!(error instanceof Refused)) throw new Error(String(error));
    return refusalLines(error, "ja")[0];
  };
  expect(await refusal({ ...ofTest, at: "yesterday" })).toBe(
    "yagura: --at には日か、2026-11-20T17:30 のような日時を書きます（yesterday は違います）",
  );
  expect(await refusal({ rule: "test" })).toContain("--rule と --subject を指定してください");
  scene.edit(
    `${day}T10:00`,
    `${ruleOf("")}    enabled: false\n${ruleOf("", "other").replace("rules:\n", "")}`,
  );
  expect(await refusal(ofTest)).toContain("ルール「test」は無効です");
});
