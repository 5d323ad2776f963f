/**
 * Strangers' names, titles and comments through whole mails: composed, sent, read again as mail programs do. What is to
 * be seen is computed apart; what stands around it is that of the same mail with harmless words.
 */
import { Parser } from "htmlparser2";
import PostalMime, { decodeWords } from "postal-mime";
import { expect, test } from "vitest";
import { alertLinks } from "../../../../src/app/answers/signed-links.ts";
import type { Notification, ToldAlert } from "../../../../src/model/notification.ts";
import { parseDestination, type SmtpDestination } from "../../../../src/outputs/email/destination.ts";
import { compose } from "../../../../src/outputs/email/mailer.ts";
import { openLine } from "../../../../src/outputs/email/open-line.ts";
import { fc } from "../../../support/fast-check.ts";
import { runsOf } from "../../../support/runs.ts";
import {
  address,
  alertOf,
  askedOf,
  causeOf,
  from,
  mailTo,
  notificationOf,
  position,
  toldOf,
} from "../../letter/scene.ts";
import { smtpServer } from "../servers.ts";
import { oddLetters, shownLine, shownLines, strangers } from "./strangers.ts";

const numRuns = runsOf({ quick: 100, long: 10_000 });

/** All that strangers and people write and a mail tells. */
interface Words {
  readonly name: string;
  readonly title: string;
  readonly body: string;
  readonly seller: string;
  /** Who ended it, why, what a group shares, what is noted about a stock. */
  readonly by: string;
  readonly because: string;
  readonly about: string;
  readonly note: string;
  readonly subject: string;
}

const harmless: Words = {
  ...{ name: "name", title: "title", body: "body", seller: "seller", by: "by", because: "because" },
  ...{ about: "about", note: "note", subject: "9901" },
};

const words: fc.Arbitrary<Words> = fc.record({
  ...{ name: strangers, title: strangers, body: strangers, seller: strangers, by: strangers },
  ...{ because: strangers, about: strangers, note: strangers },
  subject: fc.oneof(fc.constant("9901"), strangers),
});

const kinds = ["alert", "again", "over", "group", "digest", "brake"] as const;
type Kind = (typeof kinds)[number];

const publicUrl = "https://yagura.example.com";
const links = {
  publicUrl,
  stockPage: "https://stocks.example.com/{code}",
  links: (
    entry: Parameters<typeof alertLinks>[0] extends never
      ? never
      : { event: Parameters<typeof alertLinks>[0] },
    receiver: string,
  ) => alertLinks(entry.event, receiver, { publicUrl, key: Buffer.alloc(32, 7) }),
};

function toldAs(kind: Kind, said: Words, seq: number): ToldAlert {
  const { name, seller, title, body, by, because, subject } = said;
  const item = { ...position, code: subject, name, seller };
  const cause = causeOf({ subject, data: { now: item, was: { ...item, ratio: 0.5 }, changed: ["ratio"] } });
  const type = kind === "over" ? "alert.resolved" : "alert.fired";
  const ended = kind === "over" ? { why: "hand" as const, by, because } : {};
  const entry = alertOf({ title, body, severity: "warning", key: subject, ...ended }, cause, { seq, type });
  const before = alertOf({ title: seller, body }, cause, { seq: 5 });
  return toldOf(entry, cause, kind === "again" ? { before, times: 2, reason: "changed" } : {});
}

function mailFrom(kind: Kind, language: "en" | "ja", said: Words) {
  const told = [toldAs(kind, said, 8)];
  if (kind === "group" || kind === "digest") told.push(toldAs(kind, { ...said, subject: "9902" }, 9));
  const { about, note, subject } = said;
  const more: Partial<Notification> = {
    ...{ kind: kind === "again" || kind === "over" ? "alert" : kind, language, about, name: `m-${kind}` },
    ...(kind === "again" && { thread: { first: "m-1", latest: "m-1", subject: "[Yagura] first" } }),
  };
  const watchlists = { mine: [{ code: subject, note }] };
  return mailTo(askedOf(notificationOf(told, more), { ...links, watchlists }));
}

interface Page {
  /** Each element with its attributes but for texts of people, in their order; line breaks are not counted. */
  readonly elements: ReadonlySet<string>;
  readonly addresses: readonly string[];
  /** Text of each heading, cell and paragraph. */
  readonly texts: readonly string[];
  readonly heading: string;
}

function pageOf(html: string): Page {
  const elements = new Set<string>();
  const addresses: string[] = [];
  const texts: string[] = [];
  let heading = "";
  const open: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      open.push(name);
      const { href, src, alt: _, ...others } = attributes;
      for (const url of [href, src]) if (url !== undefined) addresses.push(url);
      if (name !== "br")
        elements.add(`${name} ${JSON.stringify(others)} ${Object.keys(attributes).join(" ")}`);
    },
    ontext(text) {
      texts.push(text);
      if (open.at(-1) === "h1") heading += text;
    },
    onclosetag: () => void open.pop(),
    oncomment: (text) => void elements.add(`comment ${text}`),
    onprocessinginstruction: (name) => void elements.add(`instruction ${name}`),
  });
  parser.end(html);
  return { elements, addresses, texts, heading };
}

/** The names of a message's own headers, and whether each of its lines is one that mail servers take. */
function headOf(bytes: Buffer): { readonly names: string[]; readonly isPlain: boolean } {
  const text = bytes.toString("latin1");
  const [head = ""] = text.split("\r\n\r\n");
  const names = head
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n")
    .map((line) => line.split(":")[0]?.toLowerCase() ?? "");
  const isPlain = /^[\t\r\n\x20-\x7e]*$/.test(text) && !/[^\r]\n|\r[^\n]|[^\r\n]{999}/.test(text);
  return { names, isPlain };
}

/** Everything around the words of people, of all that a mail of a kind may have. */
function frameOf(kind: Kind, language: "en" | "ja") {
  const few = { ...harmless, body: "", note: "", about: "", by: "", because: "", name: "", title: "" };
  const other = { ...harmless, subject: "series" };
  const mails = [harmless, few, other].map((said) => mailFrom(kind, language, said));
  const pages = mails.map(({ html }) => pageOf(html));
  return {
    mail: mails[0] as (typeof mails)[0],
    elements: new Set(pages.flatMap((page) => [...page.elements])),
  };
}

const frames = new Map(
  kinds.flatMap((kind) =>
    (["en", "ja"] as const).map((language) => [`${kind} ${language}`, frameOf(kind, language)]),
  ),
);

const known = new Set([
  ...[
    "auto-submitted",
    "content-type",
    "date",
    "from",
    "list-id",
    "list-unsubscribe",
    "list-unsubscribe-post",
  ],
  ...[
    "message-id",
    "mime-version",
    "subject",
    "to",
    "x-yagura-rule",
    "x-yagura-severity",
    "x-yagura-subject",
  ],
]);
const ofThreads = ["in-reply-to", "references"];

test("strangers' words are what they are to be in each header, body and link of a mail, and nothing is added", async () => {
  const sample = fc.record({
    said: words,
    kind: fc.constantFrom(...kinds),
    language: fc.constantFrom("en" as const, "ja" as const),
  });
  await fc.assert(
    fc.asyncProperty(sample, async ({ said, kind, language }) => {
      const frame = frames.get(`${kind} ${language}`);
      if (frame === undefined) throw new Error("no such mail");
      const draft = mailFrom(kind, language, said);
      const bytes = await compose(draft);

      const { names, isPlain } = headOf(bytes);
      expect(isPlain).toBe(true);
      expect(new Set(names).size).toBe(names.length);
      expect(
        names.filter((name) => !known.has(name) && !(kind === "again" && ofThreads.includes(name))),
      ).toEqual([]);

      const mail = await PostalMime.parse(bytes);
      expect(mail.to).toEqual([{ name: "", address }]);
      expect([mail.cc, mail.bcc, mail.from]).toEqual([
        undefined,
        undefined,
        { name: "Yagura", address: "yagura@example.com" },
      ]);
      expect(mail.attachments).toEqual([]);
      const title = shownLine(said.title, 200) || "grown-short";
      expect(mail.subject).toBe(subjectOf(kind, frame.mail.subject, said, title));
      const marked = mail.headers.find(({ key }) => key === "x-yagura-subject")?.value ?? "";
      if (kind !== "group" && kind !== "digest")
        expect(decodeWords(marked)).toBe(shownLine(said.subject, 120));

      const text = (mail.text ?? "").replaceAll("\r\n", "\n");
      expect(text.trimEnd()).toBe(draft.text.trimEnd());
      const page = pageOf(mail.html ?? "");
      expect([...page.elements].filter((one) => !frame.elements.has(one))).toEqual([]);
      expect(page.addresses.filter((url) => !isOurs(url))).toEqual([]);
      if (kind === "alert") {
        expect(page.heading).toBe(title);
        const [first] = frame.mail.text.split("\n");
        expect(text.split("\n")[0]).toBe(first?.replace("title", () => title));
        const body = shownLines(said.body, 20_000);
        const rest =
          body === title ? "" : body.startsWith(`${title}\n`) ? body.slice(title.length).trim() : body;
        expect(text).toContain(rest);
        expect(page.texts.join("")).toContain(rest.replaceAll("\n", ""));
        expect(text).toContain(shownLine(said.seller, 300));
      } else if (kind !== "brake" && kind !== "over") expect(text).toContain(title);
      for (const shown of [text, ...page.texts]) expect(oddLetters(shown)).toBe("");
    }),
    { numRuns },
  );
}, 3_600_000);

function isOurs(url: string): boolean {
  return url.startsWith(`${publicUrl}/`) || /^https:\/\/stocks\.example\.com\/[0-9A-Z]{4,5}$/.test(url);
}

/** The subject with the title in the place of the harmless one; that of a thread or of many alerts has none of it. */
function subjectOf(kind: Kind, plain: string, { about }: Words, title: string): string {
  if (kind === "group") return group(plain, shownLine(about, 200));
  if (kind === "again" || kind === "digest" || kind === "brake") return plain;
  return plain.replace("title", () => title);
}

/** A group that shares nothing that can be seen has no colon. */
function group(plain: string, shared: string): string {
  return shared === "" ? plain.replace(/[:：] ?about$/, "") : plain.replace("about", () => shared);
}

test("an envelope has one sender and one recipient, and the letter comes as it was, whatever it says", async () => {
  const server = await smtpServer();
  const line = await openLine(parseDestination(server.url) as SmtpDestination, new AbortController().signal);
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(words, fc.constantFrom(...kinds), async (said, kind) => {
      const draft = mailFrom(kind, "en", said);
      const bytes = await compose(draft);
      await line.send({ ...draft, bytes });
      const got = server.received.pop();
      sent++;
      expect([got?.from, got?.to]).toEqual(["yagura@example.com", [address]]);
      expect(got?.bytes.equals(bytes)).toBe(true);
    }),
    { numRuns },
  );
  line.close();
  expect([server.connections(), sent]).toEqual([1, numRuns]);
  expect(from).toContain("<yagura@example.com>");
}, 3_600_000);
