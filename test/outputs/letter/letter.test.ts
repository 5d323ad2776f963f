import { parseDocument } from "htmlparser2";
import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { builtInTypes } from "../../../src/files/event-types.ts";
import { numbered } from "../../../src/model/event.ts";
import { messageIdOf } from "../../../src/outputs/email/headers.ts";
import { compose } from "../../../src/outputs/email/mailer.ts";
import {
  address,
  alertOf,
  askedOf,
  causeOf,
  from,
  mailAbout as mailOf,
  mailTo,
  notificationOf,
  position,
  toldOf,
} from "./scene.ts";

test("the text says title, body, what changed with names and units, the times in Japan and the rule", () => {
  expect(mailOf().text).toBe(`Lantern Capital is short 1.12 % of 架空電機 (9901)

Calculated 2026-11-18.

What changed
  Short position: 0.93 -> 1.12 % of shares outstanding
  Shares sold short: 3,020,000 -> 3,640,000 shares

Details
  Seller: Lantern Capital
  Day of the position: Wed 18 Nov
  Day of disclosure: Thu 19 Nov

Times, in Japan
  Detected by Yagura: Fri 20 Nov, 17:31
  Alert rule: grown-short

--
You get this because the rule "grown-short" sends its alerts to this address. To change or stop it, edit that rule in the rule files of your Yagura, or the recipients in its configuration.
All alerts are on the page, which opens only on the machine of Yagura: http://127.0.0.1:8080/
`);
});

/** Elements of a document with their parents' names before them, such as `table tr td`. */
function elementsOf(node: { children?: unknown[] }, above = ""): string[] {
  return (node.children ?? []).flatMap((child) => {
    const { name, attribs, ...rest } = child as { name?: string; attribs?: { scope?: string } };
    if (name === undefined) return [];
    const path = `${above} ${name}${attribs?.scope ? `[scope=${attribs.scope}]` : ""}`.trim();
    return [path, ...elementsOf(rest as { children?: unknown[] }, path)];
  });
}

test("the HTML part is made of elements that every mail program knows, its rows in tables", () => {
  const paths = new Set(elementsOf(parseDocument(mailOf({ severity: "warning" }).html)));
  const table = "html body table";
  for (const path of [`${table} tr th[scope=row]`, `${table} tr td bdi`]) expect([...paths]).toContain(path);
  const known = "!doctype html head meta title body span h1 h2 p br bdi table tr th[scope=row] td".split(" ");
  for (const path of paths) expect(known).toContain(path.split(" ").at(-1));
});

test("the HTML part says the same", () => {
  const { html } = mailOf();
  for (const words of [
    "Lantern Capital is short",
    "Calculated 2026-11-18.",
    "<bdi>0.93</bdi> → <bdi>1.12 % of shares outstanding</bdi>",
    "Fri 20 Nov, 17:31",
    "grown-short",
  ]) {
    expect(html).toContain(words);
  }
});

test.each([
  ["info", false, "[Yagura] t"],
  ["warning", false, "[Yagura] Warning: t"],
  ["critical", false, "[Yagura] Critical: t"],
  ["info", true, "[SIMULATED] [Yagura] t"],
  ["critical", true, "[SIMULATED] [Yagura] Critical: t"],
] as const)("severity %s, simulated %s: the subject is %s", (severity, simulated, subject) => {
  const mail = mailOf({ severity, title: "t" }, {}, { isSimulated: () => simulated });
  expect(mail.subject).toBe(subject);
  for (const part of [mail.text, mail.html]) expect(part.includes("SIMULATED")).toBe(simulated);
});

test("draft, alert and time belong together", () => {
  const mail = mailOf();
  expect(mail).toMatchObject({ alertSeq: 8, address, from, date: "2026-11-20T08:31:02.123Z" });
});

test("a Message-ID is the same for the same alert and address, another for another, and hides the address", () => {
  const from = "Yagura <yagura@mail.example.com>";
  const one = messageIdOf("0a1b-8", address, from);
  expect(one).toMatch(/^<0a1b-8\.[0-9a-f]{16}@mail\.example\.com>$/);
  expect(messageIdOf("0a1b-8", address, from)).toBe(one);
  expect(new Set([one, messageIdOf("0a1b-9", address, from), messageIdOf("0a1b-8", "x@y", from)]).size).toBe(
    3,
  );
  expect(messageIdOf("0a1b-8", address, "nonsense >\r\n")).toMatch(/^<[^<>\s]+@yagura\.invalid>$/);
});

test("what is new has no table of changes, but all its details", () => {
  const { text } = mailOf({}, { type: "short.report.opened", data: { now: position } });
  expect(text).not.toContain("What changed");
  expect(text).toContain("Short position: 1.12 % of shares outstanding");
});

test("a field that appears or goes says so, and nothing stands for what is not there", () => {
  const data = {
    now: { code: "9901", regulation: "001", longChange: null },
    was: { code: "9901", shortChange: 5, longChange: "" },
    changed: ["regulation", "shortChange", "longChange"],
  };
  const { text, html } = mailOf({}, { type: "margin.alert.changed", data });
  expect(text).toContain(
    "Margin regulation: caution or restriction by the securities finance company (no value before)",
  );
  expect(text).toContain("Change of margin sales: no value now (before: 5 shares)");
  for (const part of [text, html])
    expect(part).not.toMatch(/\bnone\b|undefined|null|—|Change of margin purchases/);
});

test("a revised series lists its periods and carries its own unit", () => {
  const was = { db: "FM08", code: "X", unit: "円", period: "2026-01-06", value: 150.1 };
  const revisions = [
    { period: "2026-01-05", from: 1234.5, to: 1235 },
    { period: "2026-01-04", from: 7 },
  ];
  const now = { ...was, value: 150.25, revisions };
  const { text } = mailOf(
    {},
    { type: "statistics.series.revised", data: { now, was, changed: ["value", "revisions"] } },
  );
  expect(text).toContain("Latest value: 150.10 -> 150.25 円");
  expect(text).toContain("Mon 5 Jan: 1,234.5 → 1,235.0");
  expect(text).toContain("Sun 4 Jan: 7, withdrawn");
});

test("a unit that begins with a number stands in brackets, so that it does not read as a part of the value", () => {
  const now = { db: "MD02", code: "X", unit: "100 million yen", period: "2026-01", value: 108_726 };
  const { text } = mailOf({}, { type: "statistics.series.updated", data: { now } });
  expect(text).toContain("Latest value: 108,726 (100 million yen)");
});

test("two numbers side by side have the same decimals, unless they have the noise of a division", () => {
  const row = (was: number, value: number) =>
    mailOf(
      {},
      {
        type: "statistics.series.updated",
        data: { now: { code: "X", value }, was: { code: "X", value: was }, changed: ["value"] },
      },
    ).text;
  expect(row(2.3, 0.46)).toContain("Latest value: 2.30 -> 0.46\n");
  expect(row(12_000, 0.5)).toContain("Latest value: 12,000.0 -> 0.5\n");
  expect(row(1, 1 / 3)).toContain("Latest value: 1 -> 0.333333\n");
});

test("revised and new periods stand first among what changed", () => {
  const was = { db: "FM08", code: "X", period: "2026-01-06", value: 150.1 };
  const revisions = [{ period: "2026-01-05", from: 1, to: 2 }];
  const now = { ...was, value: 150.25, revisions };
  const data = { now, was, changed: ["value", "revisions"] };
  expect(mailOf({}, { type: "statistics.series.revised", data }).text).toContain(
    "What changed\n  Revised periods: Mon 5 Jan: 1 → 2\n  Latest value: 150.10 -> 150.25\n",
  );
  const added = [{ period: "2026-01-07", value: 151 }];
  const news = { now: { ...was, period: "2026-01-07", value: 151, added }, was, changed: ["added", "value"] };
  const { text } = mailOf({}, { type: "statistics.series.updated", data: news });
  expect(text).toContain("What changed\n  New periods: Wed 7 Jan: 151\n  Latest value: 150.1 -> 151.0\n");
});

test("no text stands in a mail twice: not the title in the body, nor the item's text beside the alert's", () => {
  const now = { code: "9901", part: 7, title: "決算について", body: "上方修正が\r\n出ました", name: "kaze" };
  const { text, html } = mailOf(
    { title: "9901: a comment", body: "9901: a comment\n決算について\n上方修正が\n出ました" },
    { type: "forum.comment.posted", data: { now } },
  );
  for (const part of [text, html])
    for (const words of ["決算について", "出ました"]) expect(part.split(words)).toHaveLength(2);
  expect(text.split("9901: a comment")).toHaveLength(2);
  expect(text).toContain("Name: kaze");
  const same = mailOf(
    { body: "" },
    { type: "forum.comment.posted", data: { now: { ...now, body: now.title } } },
  );
  expect(same.text.split("決算について")).toHaveLength(2);
  const short = mailOf(
    { body: "a word or two" },
    { type: "forum.comment.posted", data: { now: { ...now, title: "word" } } },
  );
  expect(short.text).toContain("Title: word");
  const alone = mailOf({ title: "t", body: "t" }, { type: "forum.comment.posted", data: { now } });
  expect(alone.text).toMatch(/^t\n9901\n\nDetails\n/);
});

test("no two rows of a mail have one name, whatever the event is about", () => {
  const figure = 1.5;
  for (const [type, { item }] of builtInTypes.known) {
    const fields = Object.keys(item.shape);
    const now = Object.fromEntries(fields.map((field) => [field, figure]));
    const data = {
      now,
      was: Object.fromEntries(fields.map((field) => [field, 1])),
      changed: fields.slice(0, 3),
    };
    const event = numbered(
      {
        type,
        source: "/sources/x",
        subject: "x",
        published: "2026-01-05",
        occurred: "2026-01-05",
        data,
      } as never,
      { epoch: "e", seq: 7, time: "2026-11-20T08:31:02.123Z" },
    ).event;
    const { text } = mailTo(askedOf(notificationOf([toldOf(alertOf({}, event), event)])));
    const names = [...text.matchAll(/^ {2}([^:]+):/gm)].map(([, name]) => name);
    expect(names.length, type).toBeGreaterThan(2);
    expect(
      names.filter((name, index) => names.indexOf(name) < index),
      type,
    ).toEqual([]);
  }
});

test("an entry that is no alert is a bug", () => {
  const event = causeOf();
  expect(() =>
    mailTo(askedOf(notificationOf([toldOf(alertOf({ rule: 1 as never }, event), event)]))),
  ).toThrow();
});

const hostile = {
  crlf: "hello\r\nBcc: thief@example.org\r\n\r\nbody",
  html: `<script>alert(1)</script><img src="http://evil.example/x.png" onerror='x()'>&amp;`,
  direction: "safe \u202egpj.exe\u202c \u2066x\u2069",
  long: "架".repeat(10_000),
  controls: "a\u0000b\u001b[31mc\u0085d\u2028e",
  half: "a\ud83dz",
};

test.each(Object.entries(hostile))(
  "a hostile title and item (%s) arrive as text in a sound mail",
  async (_, words) => {
    const data = { now: { code: "9901", part: 1, title: words, body: words, name: words, yes: 0, no: 0 } };
    const mail = mailOf({ title: words, body: words, rule: words }, { type: "forum.comment.posted", data });
    const opened = await PostalMime.parse(await compose(mail));
    expect(opened.subject).toBe(mail.subject);
    expect(opened.to?.map((to) => to.address)).toEqual([address]);
    expect(opened.cc ?? opened.bcc).toBeUndefined();
    expect(opened.headers.map(({ key }) => key)).not.toContain("bcc");
    expect(mail.subject.length).toBeLessThan(260);
    for (const part of [mail.subject, mail.text, mail.html]) {
      expect(part).not.toMatch(/[\u202a-\u202e\u2066-\u2069\r]/);
      expect(part).not.toMatch(/[\p{Cs}]/u);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: none may be left
      expect(part).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
    }
    expect(mail.html).not.toMatch(/<(script|img|a|link|iframe|form|object)\b/i);
    expect(mail.html).not.toMatch(/<[^>]*\bon\w+=/i);
    expect(mail.html.length).toBeLessThan(120_000);
  },
);

test("a stranger's text of several lines cannot pass for a row of ours", () => {
  const body = "first\nRule: all-clear\n  Rule: all-clear\n--\nYou get this";
  const { text } = mailOf(
    { body: "" },
    { type: "forum.comment.posted", data: { now: { code: "9901", part: 1, body } } },
  );
  const rows = text.split("\n").filter((line) => /^( {2})?(Rule:|--|You get this)/.test(line));
  expect(rows.filter((line) => line.includes("all-clear"))).toEqual([]);
});

test("the HTML loads nothing and sets no colour of text or ground on the page", () => {
  const { html } = mailOf({ severity: "critical" }, {}, { isSimulated: () => true });
  expect(html).not.toMatch(/\b(src|href|url\()/i);
  expect(html).toContain('name="color-scheme" content="light dark"');
  expect(/<body[^>]*>/.exec(html)?.[0]).not.toMatch(/color|background/);
});

test.each<[Record<string, unknown>, string[], string]>([
  [{}, ["core"], "On your list core."],
  [{ shares: 300, price: 2_500 }, ["core"], "On your list core: 300 shares at 2,500 yen."],
  [
    { shares: 1_200, side: "short", note: "Bought <b>late</b>\u202e." },
    ["core", "new"],
    "On your lists core, new: short 1,200 shares. Bought <b>late</b>.",
  ],
  [{ side: "long" }, ["a", "b", "c", "d", "e", "f"], "On your lists a, b, c, d, e and 1 more: long."],
])("a mail names the watchlists of its subject, with what is noted: %j", (noted, lists, words) => {
  const watchlists = Object.fromEntries(lists.map((name) => [name, [{ code: "9901", ...noted }]]));
  const { text, html } = mailOf({}, {}, { watchlists });
  expect(text).toContain(`\n\nCalculated 2026-11-18.\n\n${words}\n\nWhat changed\n`);
  expect(html).toContain(words.replaceAll("<", "&lt;").replaceAll(">", "&gt;"));
  expect(html).not.toContain("<b>");
});

test("a mail says once what a service asks to be said of its data, and nothing of made-up data", () => {
  const credit = { en: "Source: Example Bank.", ja: "出典：架空銀行" };
  const told = [alertOf(), alertOf({ rule: "other" }, causeOf(), { seq: 9 })].map((entry) => toldOf(entry));
  const saying = (isMade: boolean, language: "en" | "ja") =>
    mailTo(
      askedOf(notificationOf(told, { kind: "group", language }), {
        isSimulated: () => isMade,
        creditOf: ({ type }) => (type.startsWith("short.") ? credit : undefined),
      }),
    );
  expect(saying(false, "en").text.match(/Source: Example Bank\./g)).toHaveLength(1);
  expect(saying(false, "ja").html).toContain("出典：架空銀行");
  expect(saying(true, "en").text).not.toContain("Example Bank");
});
