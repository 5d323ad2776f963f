/** Mails about several alerts: groups, digests, a braked rule. */
import PostalMime from "postal-mime";
import { describe, expect, test } from "vitest";
import type { Alert } from "../../../src/model/news-items.ts";
import type { Notification, ToldAlert } from "../../../src/model/notification.ts";
import { compose } from "../../../src/outputs/email/mailer.ts";
import type { AskedMessage } from "../../../src/outputs/member.ts";
import { alertOf, askedOf, causeOf, mailAbout, mailTo, notificationOf, position, toldOf } from "./scene.ts";

interface Told extends Partial<Alert> {
  readonly code?: string;
  readonly name?: string;
}

/** An alert about a stock, the `seq`th entry of the log. */
function told(
  seq: number,
  { code = "9901", name = "架空電機", ...alert }: Told = {},
  more: Partial<ToldAlert> = {},
) {
  const item = { ...position, code, name };
  const data = { now: item, was: { ...item, ratio: 0.93 }, changed: ["ratio"] };
  const cause = causeOf({ subject: code, data });
  const type = more.reason === "resolved" ? "alert.resolved" : "alert.fired";
  const said = { title: `alert ${seq}`, ...alert };
  return toldOf(alertOf(said, cause, { seq, type }), cause, {
    since: Date.parse("2026-11-20T05:31:02Z"),
    ...more,
  });
}

function groupOf(
  all: readonly ToldAlert[],
  more: Partial<Notification> = {},
  asked: Partial<AskedMessage> = {},
) {
  return mailTo(askedOf(notificationOf(all, { kind: "group", name: "g-1", ...more }), asked));
}

const before = (seq: number) =>
  alertOf({ title: "before" }, causeOf(), { seq, at: "2026-11-20T02:00:00.000Z" });

test("a group is a table: company and code, what, when, change", () => {
  const { text, html, subject } = groupOf(
    [told(8), told(9, { code: "9902", name: "架空化学", severity: "warning" })],
    {
      about: "rule grown-short",
    },
  );
  expect(subject).toBe("[Yagura] Alerts: rule grown-short");
  expect(text).toContain(`WARNING 2 alerts, rule grown-short: 架空化学 (9902), 架空電機 (9901)

  架空化学 (9902)
    WARNING alert 9 · 17:31
      Short position: 0.93 -> 1.12 % of shares outstanding
  架空電機 (9901)
    alert 8 · 17:31
      Short position: 0.93 -> 1.12 % of shares outstanding

--
`);
  expect(html.match(/<tr>/g)).toHaveLength(3);
  expect(html).toContain("<bdi>架空化学 (9902)</bdi>");
});

test("its title says how many, about which stocks, the one with the gravest alert first", () => {
  const all = [
    told(8, { code: "9901", key: "a" }),
    told(9, { code: "9902", name: "架空化学", key: "b", severity: "critical" }),
    told(10, { code: "9903", name: "架空鉄道", key: "c", severity: "warning" }),
    told(11, { code: "9903", name: "架空鉄道", key: "d" }),
    told(12, { code: "9904", name: "架空銀行", key: "e" }),
    told(13, { code: "9905", name: "架空商事", key: "f" }),
  ];
  const watched = { watchlists: { core: [{ code: "9905" }] } };
  const [three, five] = [
    "架空化学 (9902), 架空鉄道 (9903), 架空電機 (9901)",
    "架空化学（9902）、架空鉄道（9903）、架空電機（9901）",
  ];
  expect(groupOf(all, { all: 6 }, watched).subject).toBe(`[Yagura] Critical: 6 alerts: ${three} and 2 more`);
  expect(groupOf(all, { all: 90 }).subject).toBe(`[Yagura] Critical: 90 alerts: ${three} and others`);
  expect(groupOf(all, { all: 6, about: "ルール 急増", language: "ja" }).text).toContain(
    `重大 アラート6件（ルール 急増）：${five}ほか2件\n`,
  );
  expect(groupOf(all, { all: 90, language: "ja" }).text).toContain(`重大 アラート90件：${five}など\n`);
  expect(groupOf(all.slice(1, 2), { all: 1 }).subject).toBe("[Yagura] Critical: 1 alert: 架空化学 (9902)");
});

test("the reader's stocks come first, then the gravest, then the oldest", () => {
  const all = [
    told(8, { code: "9903", key: "a", severity: "critical" }),
    told(9, { code: "9904", key: "b" }),
    told(10, { code: "9905", key: "c", severity: "warning" }),
    told(11, { code: "9902", key: "d" }),
    told(12, { code: "9902", key: "e", severity: "warning" }),
  ];
  const { text } = groupOf(all, {}, { watchlists: { core: [{ code: "9902" }] } });
  const order = [...text.matchAll(/alert (\d+) ·/g)].map(([, seq]) => Number(seq));
  expect(order).toEqual([12, 11, 8, 10, 9]);
});

test("the alerts of a stock stand together under its name", () => {
  const { text, html } = groupOf([
    told(8, { code: "9902", key: "a" }),
    told(9, { code: "9903", key: "b" }),
    told(10, { code: "9902", key: "c" }),
  ]);
  expect([...text.matchAll(/alert (\d+) ·/g)].map(([, seq]) => seq)).toEqual(["8", "10", "9"]);
  // Once more in the title.
  expect(text.match(/^ +\S+ \(9902\)$/gm)).toHaveLength(1);
  expect(html.match(/<bdi>\S+ \(9902\)<\/bdi>/g)).toHaveLength(1);
});

test("a row of another day says which", () => {
  const { text } = groupOf([told(8), told(9, { key: "b" })], { at: Date.parse("2026-11-20T15:00:00Z") });
  expect(text).toContain("alert 8 · Fri 20 Nov, 17:31\n");
});

test("of an episode the latest alert has the row, and counts from what the reader knew", () => {
  const first = told(8, { key: "a", title: "was" }, { before: before(3), times: 2 });
  const second = told(9, { key: "a", title: "is" }, { times: 3, before: first.entry });
  const { text } = groupOf([first, second]);
  expect(text).not.toContain("    was");
  expect(text).toContain(
    "架空電機 (9901)\n    is (alert 3) · 17:31\n      Short position: 0.93 -> 1.12 % of shares outstanding\n",
  );
});

test("a row has the number that the event is about, and days stand last among what changed", () => {
  const was = {
    ...{ code: "9901", name: "架空電機", publishedOn: "2026-11-18", appliedOn: "2026-11-17" },
    ...{ shortOutstanding: 72_300, longOutstanding: 330_200 },
  };
  const item = { ...was, publishedOn: "2026-11-19", shortOutstanding: 73_700, longOutstanding: 401_800 };
  const data = { now: item, was, changed: ["publishedOn", "shortOutstanding", "longOutstanding"] };
  const cause = causeOf({ type: "margin.alert.changed", data });
  const one = toldOf(alertOf({ title: "margin" }, cause), cause);
  expect(groupOf([one]).text).toContain("Margin purchases outstanding: 330,200 -> 401,800 shares\n");
  expect(groupOf([one], { kind: "alert" }).text).toMatch(
    /What changed\n {2}Margin sales outst.*\n {2}Margin purchases outst.*\n {2}Day of publication: Wed 18 Nov -> Thu 19 Nov\n/,
  );
});

test.each([
  ["9901: a comment", "a comment"],
  ["架空電機 (9901): a comment", "a comment"],
  ["架空電機（9901）：書き込み", "書き込み"],
  ["架空電機 (9901) left", "架空電機 (9901) left"],
  ["99015: other", "99015: other"],
  ["9901:", "9901:"],
])("a title that begins with its stock says it once in a row: %s", (title, words) => {
  expect(groupOf([told(8, { title })]).text).toContain(`\n  架空電機 (9901)\n    ${words} · 17:31\n`);
});

test("a stock whose item does not name it has the name that the log knows", () => {
  const asked = { nameOf: (code: string) => ({ name: `${code} 株式会社\n` }) };
  const comment = causeOf({
    type: "forum.comment.posted",
    data: { now: { code: "9901", part: 1, name: "kaze" } },
  });
  const one = toldOf(alertOf({ title: "9901: talk" }, comment), comment);
  expect(groupOf([one], {}, asked).text).toContain("\n  9901 株式会社 (9901)\n    talk ·");
  expect(groupOf([one], { kind: "alert" }, asked).text).toMatch(/^9901 株式会社 \(9901\): talk\n/);
  expect(groupOf([told(8)], {}, asked).text).toContain("架空電機 (9901)\n    alert 8");
});

describe("a company with an English name", () => {
  const named = { name: "架空電機", nameEnglish: "Example Electric" };
  const asked = { nameOf: (code: string) => (code === "9901" ? named : undefined) };
  const comment = causeOf({
    type: "forum.comment.posted",
    data: { now: { code: "9901", part: 1, name: "kaze", body: "架空電機 (9901) is fine" } },
  });
  const texts = { ja: { title: "9901：書き込み", body: "" } };
  const talk = toldOf(
    alertOf({ title: "9901: talk", body: "架空電機 (9901) is fine", texts }, comment),
    comment,
  );

  test("has it in an English mail: its subject, its head, its rows", () => {
    const mail = mailAbout({}, {}, asked);
    expect(mail.subject).toContain("Lantern Capital is short 1.12 % of Example Electric (9901)");
    expect(mail.text).not.toContain("架空電機");
    expect(groupOf([told(8)], {}, asked).text).toContain("\n  Example Electric (9901)\n    alert 8 ·");
  });

  test("is named where an alert has its code alone; what a stranger wrote stays", () => {
    const mail = groupOf([talk], { kind: "alert" }, asked);
    expect(mail.subject).toBe("[Yagura] Example Electric (9901): talk");
    expect(mail.text).toContain("架空電機 (9901) is fine");
    const japanese = groupOf([talk], { kind: "alert", language: "ja" }, asked);
    expect(japanese.subject).toBe("[Yagura] 架空電機（9901）：書き込み");
  });

  test("keeps its Japanese name in a Japanese mail", () => {
    expect(groupOf([told(8)], { language: "ja" }, asked).text).toContain("架空電機（9901）");
  });

  test("has the Japanese one where the service tells no other", () => {
    const { subject } = mailAbout({}, {}, { nameOf: () => ({ name: "架空電機" }) });
    expect(subject).toContain("架空電機 (9901)");
  });
});

test("a row says what is still open, and what is over", () => {
  const { text } = groupOf([
    told(8, { key: "a" }, { reason: "repeated", times: 4 }),
    told(9, { key: "b", why: "until" }, { reason: "resolved" }),
  ]);
  expect(text).toContain("alert 8 (open for 3 hours) · 17:31\n");
  expect(text).toContain("alert 9 (resolved) · 17:31\n");
});

test("a table has a hundred rows, and says how many more there are and where", () => {
  const all = Array.from({ length: 120 }, (_, index) => told(8 + index, { key: `k${index}` }));
  const publicUrl = "https://yagura.example.com";
  const { text, html } = groupOf(all, { all: 10_000 }, { publicUrl });
  expect(text.match(/alert \d+ ·/g)).toHaveLength(100);
  expect(text).toContain("\n  and 9,900 more: https://yagura.example.com/\n");
  expect(html).toContain('<a href="https://yagura.example.com/">and 9,900 more</a>');
  expect(groupOf(all, { all: 10_000 }).text).toContain("\n  and 9,900 more\n");
  expect(groupOf(all.slice(0, 100), { all: 100 }).text).not.toContain(" more");
});

test("a digest has the reader's stocks, then what is new, grew and ended, and the rest by rule", () => {
  const all = [
    told(8, { code: "9902", key: "mine" }),
    told(9, { key: "new" }),
    told(10, { key: "grown" }, { before: before(3), times: 2 }),
    told(11, { key: "over", why: "time" }, { reason: "resolved" }),
    ...Array.from({ length: 25 }, (_, index) =>
      told(20 + index, { code: `8${100 + index}`, key: `k${index}`, rule: "busy" }),
    ),
  ];
  const { text, subject } = groupOf(
    all,
    { kind: "digest", digest: "after the close", all: 300 },
    { watchlists: { core: [{ code: "9902" }] }, publicUrl: "https://y.example" },
  );
  expect(subject).toBe("[Yagura] Digest after the close, Fri 20 Nov, 17:31: 300 alerts");
  const headings = [...text.matchAll(/^(Your stocks|New|Updated|Resolved|Other)$/gm)].map(([words]) => words);
  expect(headings).toEqual(["Your stocks", "New", "Updated", "Resolved", "Other"]);
  const part = (from: string, to: string) =>
    text.slice(text.indexOf(`\n${from}\n`), text.indexOf(`\n${to}\n`));
  expect(part("Your stocks", "New").match(/alert \d+/g)).toEqual(["alert 8"]);
  expect(part("New", "Updated").match(/alert \d+ ·/g)).toHaveLength(20);
  expect(part("Updated", "Resolved")).toContain("alert 10 (alert 2)");
  expect(part("Resolved", "Other")).toContain("alert 11 (resolved)");
  // 26 are new besides the reader's own: 20 have a row.
  expect(text).toContain("\n  busy: 6, and 271 more: https://y.example/\n");
});

test("a digest has three alerts of one stock, the gravest, and says how many stocks it is about", () => {
  const all = [
    ...[8, 9, 10].map((seq) => told(seq, { code: "9902", key: `k${seq}` })),
    told(11, { code: "9902", key: "grave", severity: "warning" }),
    told(12, { code: "9903", key: "other" }),
  ];
  const digestOf = (more: Partial<Notification> = {}) =>
    groupOf(all, { kind: "digest", ...more }, { watchlists: { core: [{ code: "9902" }] } }).text;
  const text = digestOf();
  expect([...text.matchAll(/alert (\d+) ·/g)].map(([, seq]) => seq)).toEqual(["11", "8", "9", "12"]);
  expect(text).toContain("\n  grown-short: 1\n");
  expect(text).toContain("\nAbout 1 of your stocks and 1 other.\n");
  expect(digestOf({ all: 6 })).not.toContain("About");
});

test("a digest has no heading over nothing", () => {
  const { text } = groupOf([told(8)], { kind: "digest", digest: "before the open" });
  expect(text).toContain("\n\nNew\n");
  expect(text).not.toMatch(/Your stocks|Updated|Resolved\n|Other\n|Details|What changed/);
});

test("alerts about one stock that share nothing else have the title of the gravest, and each event one row", () => {
  const about = (seq: number, rule: string, said: string, causeSeq: number, more: Partial<Alert> = {}) => {
    const data = { now: { ...position, code: "9902", name: "架空化学" } };
    const cause = causeOf({ subject: "9902", data }, causeSeq);
    const alert = { rule, key: `9902|${causeSeq}`, title: `架空化学 (9902), ${said}`, ...more };
    return toldOf(alertOf(alert, cause, { seq, causeSeq }), cause);
  };
  const all = [
    about(8, "results", "results: 決算短信", 3),
    about(9, "forecast", "revised forecast: 業績予想及び配当予想の修正", 4, { severity: "warning" }),
    about(10, "dividend", "dividends: 業績予想及び配当予想の修正", 4),
  ];
  const { subject, text } = groupOf(all, { all: 3 });
  expect(subject).toBe(
    "[Yagura] Warning: 架空化学 (9902), revised forecast: 業績予想及び配当予想の修正, and 1 more",
  );
  // The stock stands once, above its rows.
  expect(text).toContain("\n    WARNING revised forecast: 業績予想及び配当予想の修正");
  expect(text).toContain("\n    results: 決算短信");
  expect(text).not.toContain("dividends");
  const japanese = groupOf(all, { all: 3, language: "ja" }).subject;
  expect(japanese).toContain("業績予想及び配当予想の修正 ほか1件");
  expect(groupOf(all, { all: 9 }).subject).toContain("9 alerts");
});

test("a braked rule says how many alerts it gave, and what follows", () => {
  const { text, subject } = groupOf([told(8, { severity: "warning" })], { kind: "brake", all: 1_053 });
  const words = "No more messages from rule grown-short today: it fired 1,053 alerts";
  const more =
    "That is far more than on any of the last 30 days. All its alerts are on the page and the feed. Alerts about stocks on your watchlists are counted apart from others.";
  expect(subject).toBe(`[Yagura] ${words}`);
  expect(text.startsWith(`${words}\n\n${more}\n\n--\n`)).toBe(true);
  const own = groupOf([told(8, { watchlists: ["mine"] })], { kind: "brake", all: 21 });
  expect(own.subject).toBe(
    "[Yagura] No more messages from rule grown-short about your stocks today: it fired 21 alerts",
  );
});

test("messages that a cap held are one line with their number, since when, and where", () => {
  const held = { count: 12, since: Date.parse("2026-11-20T01:05:00Z") };
  const { text } = groupOf([told(8)], { kind: "alert", held }, { publicUrl: "https://y.example" });
  expect(text).toContain("\n12 messages were held back since Fri 20 Nov, 10:05: https://y.example/\n");
  expect(groupOf([told(8)], { held: { ...held, count: 1 } }).text).toContain(
    "\n1 message was held back since Fri 20 Nov, 10:05\n",
  );
});

test("a route that tells says so, and a rule that names the receiver does", () => {
  expect(groupOf([told(8)], { route: "urgent", receiver: "email:night" }).text).toContain(
    'the route "urgent" in the settings',
  );
  expect(groupOf([told(8)], { route: "urgent" }).text).toContain('the rule "grown-short" sends');
  expect(groupOf([told(8), told(9, { rule: "other" })]).text).toContain("because rules send");
});

test("strangers' words stay text in every cell, and the mail is sound", async () => {
  const words = `<b onclick="x()">a</b>\r\nBcc: thief@example.org\u202e\u0000`;
  const hostile = told(8, { title: words, rule: words, key: words, name: words, code: "9901" });
  for (const kind of ["group", "digest"] as const) {
    const mail = groupOf([hostile, told(9, { key: "b" })], {
      kind,
      about: words,
      digest: words,
      route: words,
    });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none may be left
    for (const part of [mail.subject, mail.text, mail.html]) expect(part).not.toMatch(/[\u202e\u0000\r]/);
    expect(mail.html).not.toMatch(/<b |<[^>]*\bonclick/i);
    const opened = await PostalMime.parse(await compose(mail));
    expect(opened.headers.map(({ key }) => key)).not.toContain("bcc");
    expect(opened.to?.map((to) => to.address)).toEqual(["desk@example.com"]);
  }
});
