/** The forum's records as tables (wire names, types, units, meaning), and the calls that give them. */
import {
  countField,
  integerField,
  isYear,
  need,
  readInteger,
  readNumber,
  readText,
  textField,
  wireField,
} from "../field-types.ts";
import type { OddityCollector } from "../misfits.ts";
import type { FieldTable, RecordOf } from "../record.ts";
import { lineOfHtml, textOfHtml } from "./html.ts";

/** Year/month/day hour:minute, with or without padding. */
const minuteForm = /^(\d{4})\/(\d{1,2})\/(\d{1,2})\s+(\d{1,2}):(\d{2})$/;

/** "2026/1/5 9:05" in Japan as "2026-01-05T09:05:00+09:00"; undefined for another form or an impossible moment. */
export function readJapanMinute(value: unknown): string | undefined {
  const parts = typeof value === "string" ? minuteForm.exec(value.trim()) : null;
  if (parts === null) return undefined;
  const [year = "", month = "", day = "", hour = "", minute = ""] = parts.slice(1);
  const local = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}T${hour.padStart(2, "0")}:${minute}:00`;
  const time = Date.parse(`${local}Z`);
  // Date.parse lets February 30 be March 2; only a moment that prints as it was read exists.
  const exists = !Number.isNaN(time) && new Date(time).toISOString().startsWith(local);
  return exists && isYear(year) ? `${local}+09:00` : undefined;
}

const minute = (wire: string, about: string) =>
  wireField(wire, {
    read: readJapanMinute,
    type: "time",
    expected: "a time year/month/day hour:minute",
    about: `${about} (ISO, +09:00, to the minute)`,
  });

/** A text beside the point: one of another type is unknown and fails nothing. */
const aside = (wire: string, about: string) =>
  wireField(wire, { read: (value) => readText(value) ?? null, type: "text", expected: "a text", about });

/**
 * No forum has written so many in its life; a larger number would count as the newest for good, and what is written
 * after it as known.
 */
const highestPart = 999_999_999;

const part = wireField("part", {
  read(value) {
    const number = readInteger(value);
    return number !== undefined && number >= 1 && number <= highestPart ? number : undefined;
  },
  type: "integer",
  expected: "the number of a comment",
  about: "number of the comment in its forum",
  unit: "",
});

/** Written in its short form, see `shortCode` in model/fields.ts. */
const bareCode = wireField("stockCode", {
  read(value) {
    const code = readText(value);
    return code !== undefined && /^\d[0-9A-Z]{3}[1-9A-Z]?$/.test(code) ? code : undefined;
  },
  type: "code",
  expected: "a stock code",
  about: "stock code, four characters for a common stock",
});

/** Plain text; an empty one counts as `empty`. */
const html = (wire: string, about: string, plain: (html: string) => string | null) =>
  wireField(wire, {
    read: (value) => (typeof value === "string" ? plain(value) : undefined),
    type: "text",
    expected: "string",
    about,
    verbatim: true,
  });

export const commentFields = {
  part: need(part),
  author: textField("userId", "stable hash of the author"),
  name: textField("dispname", "display name of the author; may be masked"),
  title: html("title", "title, plain text on one line", (title) => lineOfHtml(title) || null),
  body: need(html("body", "body, plain text with line breaks", textOfHtml)),
  postedAt: minute("postDate", "time of posting"),
  yes: need(countField("good", "who found it helpful", "votes")),
  no: need(countField("bad", "who did not", "votes")),
  icon: aside("userIcon", "address of the author's icon"),
  authorLink: aside("infoLink", "address of the author's comments"),
  feeling: aside("feelLabel", "how the author sees the stock, where it is sent"),
  parent: wireField("parent", {
    read: (value) => readInteger(value) ?? null,
    type: "integer",
    expected: "an integer",
    about: "number of the comment that is answered, where it is sent",
  }),
} satisfies FieldTable;

/** Fields of the whole answer. */
export const commentPageFields = {
  total: wireField("totalSize", {
    read: readNumber,
    type: "number",
    expected: "a number",
    about: "about the newest number of a comment; no count",
  }),
  category: aside("categoryId", "category of the forum"),
  thread: aside("threadId", "thread of the forum"),
} satisfies FieldTable;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

const activeAt = wireField("rankingResult", {
  type: "time",
  expected: "object",
  about: "time of the last activity in the forum (ISO, +09:00, to the minute)",
  holds: ["bbsContents"],
  read(result, tell) {
    if (!isObject(result)) return undefined;
    const contents = result.bbsContents;
    if (contents === undefined || contents === null) return null;
    if (!isObject(contents)) return void tell("expected object", ["bbsContents"]);
    const written = contents.updateDateTime;
    if (written === undefined || written === null || written === "" || written === "-") return null;
    const at = readJapanMinute(written);
    if (at === undefined)
      tell("expected a time year/month/day hour:minute", ["bbsContents", "updateDateTime"]);
    return at;
  },
});

export const rankingFields = {
  rank: need(integerField("rank", "place in the ranking, 1 is the most active forum", "")),
  code: need(bareCode),
  name: textField("stockName", "name of the stock"),
  market: textField("marketName", "name of the market"),
  activeAt,
  price: wireField("savePrice", {
    read: (value) => readNumber(typeof value === "string" ? value.replaceAll(",", "") : value) ?? null,
    type: "number",
    expected: "a number",
    about: "price that the page shows",
    unit: "JPY",
  }),
  priceTime: aside("date", "time of the price in Japan, as the service writes it"),
  quoteLink: aside("detailLink", "address of the stock's page"),
  forumLink: aside("bbsUrl", "address of the stock's forum"),
} satisfies FieldTable;

const number = (wire: string, about: string) => integerField(wire, about, "");

export const pagingFields = {
  hasNext: need(
    wireField("hasNext", {
      read: (value) => (typeof value === "boolean" ? value : undefined),
      type: "boolean",
      expected: "boolean",
      about: "whether a page follows",
    }),
  ),
  totalPage: need(number("totalPage", "how many pages there are")),
  totalSize: need(number("totalSize", "how many stocks are ranked")),
  page: need(number("page", "number of this page, from 1")),
  size: number("size", "most rows of a page"),
  startIndex: number("startIndex", "number of the first row"),
  endIndex: number("endIndex", "number of the last row"),
  displayedPageNumbers: wireField("displayedPageNumbers", {
    read: (value) =>
      Array.isArray(value) ? value.map(readInteger).filter((page) => page !== undefined) : null,
    type: "list of integers",
    expected: "array",
    about: "pages that the page links to",
  }),
} satisfies FieldTable;

export type CommentRecord = RecordOf<typeof commentFields>;

export type CommentPage = RecordOf<typeof commentPageFields> & {
  /** Comments by part, descending. */
  comments: CommentRecord[];
  /** Parts of the comments on this page that were set aside; undefined where not even the part can be read. */
  aside?: (number | undefined)[];
};

export type RankingRecord = RecordOf<typeof rankingFields>;
export type RankingPage = RecordOf<typeof pagingFields> & { rows: RankingRecord[] };

export const forumTerms = ["daily", "weekly", "monthly"] as const;
export type RankingTerm = (typeof forumTerms)[number];

/** Content of a forum page, without its secrets. */
interface ForumPage {
  code: string;
  tokenFound: boolean;
  /** ISO; absent where the token does not say. */
  tokenEndsAt?: string;
  /** Number of cookies that are kept. */
  cookies: number;
}

export interface CommentQuery {
  code: string;
  size: number;
  mid?: number;
}

export interface RankingQuery {
  term: RankingTerm;
  page: number;
}

/** Client of the forum. With `oddities`, comments that cannot be read are set aside; without, the first one fails its page. */
export interface ForumClient {
  /**
   * One page, newest first; with `mid`, starting at that part (some services: just below it).
   * Gets and keeps the token and cookies. Throws a Failure; with a fresh token reason "drifted" for a 400,
   * "refused" for a 401 or 403.
   */
  comments(query: CommentQuery, signal?: AbortSignal, oddities?: OddityCollector): Promise<CommentPage>;
  ranking(query: RankingQuery, signal?: AbortSignal, oddities?: OddityCollector): Promise<RankingPage>;
  /** Whether the forum has a page for this stock: false where it answers 404. Throws a Failure where it does not say. */
  knows(query: { code: string }, signal?: AbortSignal): Promise<boolean>;
}

/** Every documented call. A QueryError tells of a mistake before anything is asked; all else throws a Failure. */
export interface ForumCalls extends ForumClient {
  /** Fetches the page anew, and keeps its token for the comments. */
  page(query: { code: string }, signal?: AbortSignal): Promise<ForumPage>;
}
