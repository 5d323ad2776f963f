/** The content of a mail about several alerts: a table of a group, or the parts of a digest. */
import { gravity } from "../../model/news-items.ts";
import type { ToldAlert } from "../../model/notification.ts";
import { allWatched } from "../../model/watchlists.ts";
import type { AskedMessage } from "../member.ts";
import type { ContentRow, LetterContent, Linked, TablePart } from "./content.ts";
import { alertRow, heldState, notesOf, pageLinks, subjectMax, subjectWords } from "./content-parts.ts";
import type { TitleStocks } from "./phrases.ts";
import { alertOf, gravestOf, isOver, stockOf, titleWith, worthWords } from "./told-alert.ts";
import { alertTexts, momentWords, plainLine, titleMax, type Voice } from "./voice.ts";

/** Most rows of the table of a group, and of the reader's own stocks in a digest. */
const rowsMost = 100;
const ownMost = 60;
/** Most rows of any other part of a digest. */
const partMost = 20;
/** Most rows of one stock in a digest. */
const stockMost = 3;
const rulesMost = 30;
/** Most stocks that a title names, and its length with them. */
const titleStocksMost = 3;
const groupTitleMax = 2 * titleMax;

/** Alerts of a group in one table: those of watched stocks first, then the gravest, then the oldest. */
export function groupContent(asked: AskedMessage, voice: Voice): LetterContent {
  const { about, all, told } = asked.notification;
  const ofSubject = alertsOfOneSubject(asked);
  const latest = ofSubject ?? latestOfEach(told);
  const { rows, left } = cutRows(inOrder(latest, asked), rowsMost, Number.POSITIVE_INFINITY);
  const more = all - told.length + left.length;
  const [lead] = rows;
  const words = about === undefined ? undefined : plainLine(about, titleMax);
  return {
    ...several(asked, voice),
    title:
      (ofSubject && lead && titleWithMore(lead, ofSubject.length - 1, asked, voice)) ??
      plainLine(voice.phrases.group(words, all, titleStocks(latest, asked, voice)), groupTitleMax),
    tables: tablesOf([{ heading: "", rows, more: moreWords(more, asked, voice), left: more }], asked, voice),
    details: holdings(rows, asked, voice),
  };
}

/**
 * The latest alert of each episode where a group has nothing in common but that all of it is about one subject, and
 * nothing of it is over: of those about one event the gravest. Undefined for any other group.
 */
function alertsOfOneSubject({ notification }: AskedMessage): readonly ToldAlert[] | undefined {
  const { about, all, told } = notification;
  const subjects = new Set(told.map(({ entry }) => entry.event.subject));
  if (about !== undefined || all > told.length || subjects.size !== 1 || told.some(isOver)) return undefined;
  const ofEvents = new Map<number, ToldAlert>();
  for (const one of latestOfEach(told)) {
    const { cause, severity } = alertOf(one.entry);
    const known = ofEvents.get(cause.seq);
    if (known === undefined || gravity[severity] < gravity[alertOf(known.entry).severity])
      ofEvents.set(cause.seq, one);
  }
  return [...ofEvents.values()];
}

/** The title of the gravest alert; undefined where that does not name the subject. */
function titleWithMore(lead: ToldAlert, more: number, asked: AskedMessage, voice: Voice): string | undefined {
  const title = titleWith(alertTexts(alertOf(lead.entry), voice).title, stockOf(lead, asked, voice));
  if (!title.includes(lead.entry.event.subject)) return undefined;
  return more === 0 ? title : voice.phrases.andMore(title, more);
}

/** Those with the gravest alerts first, then the oldest; whether or not they are watched. */
function titleStocks(latest: readonly ToldAlert[], asked: AskedMessage, voice: Voice): TitleStocks {
  const { all, told } = asked.notification;
  const placed = latest.map((one) => ({
    one,
    place: [gravity[alertOf(one.entry).severity], isOver(one) ? 1 : 0, one.entry.seq],
  }));
  const bySubject = new Map<string, ToldAlert>();
  for (const { one } of placed.sort((a, b) => comparePlaces(a.place, b.place))) {
    const { subject } = one.entry.event;
    if (!bySubject.has(subject)) bySubject.set(subject, one);
  }
  const subjects = [...bySubject.values()];
  return {
    named: subjects
      .slice(0, titleStocksMost)
      .map((one) => plainLine(subjectWords(one, asked, voice), subjectMax)),
    more: all > told.length ? undefined : Math.max(0, subjects.length - titleStocksMost),
  };
}

/** A digest: the reader's stocks, what is new, what grew, what is over, and the rest in one line a rule. */
export function digestContent(asked: AskedMessage, voice: Voice): LetterContent {
  const { digest, at } = asked.notification;
  const { reports, told } = withoutReports(asked.notification.told);
  const all = asked.notification.all - (asked.notification.told.length - told.length);
  const { phrases } = voice;
  const { headings } = phrases;
  const watched = allWatched(asked.watchlists);
  const latest = inOrder(latestOfEach(told), asked);
  const own = latest.filter(({ entry }) => watched.has(entry.event.subject));
  const mine = cutRows(own, ownMost, stockMost);
  const others = latest.filter(({ entry }) => !watched.has(entry.event.subject));
  const part = (is: (told: ToldAlert) => boolean) => cutRows(others.filter(is), partMost, stockMost);
  const [fresh, grown, over] = [part(isFresh), part(isGrown), part(isOver)];
  const left = [mine, fresh, grown, over].flatMap((one) => one.left);
  const untold = all - told.length;
  const name = digest === undefined ? undefined : plainLine(digest, titleMax);
  const none = { more: { words: "" }, left: 0 };
  const rest = { more: restWords(left, untold, asked, voice), left: left.length + untold };
  const parts = [
    { heading: headings.yourStocks, rows: mine.rows, ...none },
    { heading: headings.fresh, rows: fresh.rows, ...none },
    { heading: headings.grown, rows: grown.rows, ...none },
    { heading: headings.over, rows: over.rows, ...none },
    { heading: headings.rest, rows: [], ...rest },
  ];
  const common = several(asked, voice);
  const about =
    untold > 0 || all === 0
      ? []
      : [{ words: phrases.digestAbout(countSubjects(own), countSubjects(others)) }];
  return {
    ...common,
    title: phrases.digest(name, momentWords(at, voice), all),
    state: [...about, ...common.state],
    body: reports.map((one) => alertTexts(alertOf(one.entry), voice).body).join("\n\n"),
    tables: tablesOf(parts, asked, voice),
    details: holdings(mine.rows, asked, voice),
  };
}

/** What the holdings in watched stocks are worth, each once; they are not added up. */
function holdings(rows: readonly ToldAlert[], asked: AskedMessage, voice: Voice): LetterContent["details"] {
  const watched = allWatched(asked.watchlists);
  const bySubject = new Map(rows.map((one) => [one.entry.event.subject, one]));
  const worth = [...bySubject].flatMap(([subject, one]): ContentRow[] => {
    const stock = watched.get(subject)?.stock;
    const now = stock && worthWords(stock, voice, asked.closeOf);
    return now === undefined ? [] : [{ label: subjectWords(one, asked, voice), now }];
  });
  return { heading: voice.phrases.headings.holdings, rows: worth };
}

/** The alerts of a digest apart from those that say what was read before it: these are its text. */
function withoutReports(told: readonly ToldAlert[]) {
  const isReport = ({ entry }: ToldAlert) => alertOf(entry).cause.type === "digest.due";
  return { reports: told.filter(isReport).slice(-1), told: told.filter((one) => !isReport(one)) };
}

function countSubjects(told: readonly ToldAlert[]): number {
  return new Set(told.map(({ entry }) => entry.event.subject)).size;
}

/** Says that a rule is braked. */
export function brakeContent(asked: AskedMessage, voice: Voice): LetterContent {
  const { told, about, all } = asked.notification;
  const [lead] = told;
  const { rule = about ?? "", watchlists = [] } = lead === undefined ? {} : alertOf(lead.entry);
  const isWatched = watchlists.length > 0;
  return {
    ...several(asked, voice),
    title: voice.phrases.braked(plainLine(rule, titleMax), all, isWatched),
    body: voice.phrases.brakedSince,
    severity: "info",
  };
}

/** What mails about several alerts have in common; parts about one alone are empty. */
function several(asked: AskedMessage, voice: Voice): Omit<LetterContent, "title"> {
  const { told } = asked.notification;
  const { lang, headings, links } = voice.phrases;
  const empty = { heading: "", rows: [] };
  return {
    lang,
    simulated: told.some(asked.isSimulated),
    severity: gravestOf(told),
    who: "",
    state: heldState(asked, voice),
    since: empty,
    body: "",
    watched: "",
    changes: empty,
    tables: [],
    details: empty,
    others: empty,
    past: undefined,
    times: empty,
    links: { heading: headings.links, links: pageLinks(asked, links.page) },
    notes: notesOf(asked, voice),
  };
}

/** The latest alert of each episode: an older one says nothing more. */
function latestOfEach(told: readonly ToldAlert[]): ToldAlert[] {
  const latest = new Map<string, ToldAlert>();
  for (const one of told) {
    const { rule, key } = alertOf(one.entry);
    const place = JSON.stringify([rule, key]);
    const known = latest.get(place);
    if (known === undefined) latest.set(place, one);
    else {
      const [first, last] = known.entry.seq < one.entry.seq ? [known, one] : [one, known];
      // What the reader knew before counts from the earlier one.
      latest.set(place, {
        ...last,
        before: first.before ?? last.before,
        since: Math.min(first.since, last.since),
      });
    }
  }
  return [...latest.values()];
}

/** Watched stocks first, then the gravest, then the oldest; the alerts of one stock together. */
function inOrder(told: readonly ToldAlert[], { watchlists }: AskedMessage): ToldAlert[] {
  const watched = allWatched(watchlists);
  const places = told.map((one) => {
    const { event, seq } = one.entry;
    return { one, place: [watched.has(event.subject) ? 0 : 1, gravity[alertOf(one.entry).severity], seq] };
  });
  const bySubject = new Map<string, ToldAlert[]>();
  for (const { one } of places.sort((a, b) => comparePlaces(a.place, b.place))) {
    const others = bySubject.get(one.entry.event.subject);
    if (others === undefined) bySubject.set(one.entry.event.subject, [one]);
    else others.push(one);
  }
  return [...bySubject.values()].flat();
}

function comparePlaces(a: readonly number[], b: readonly number[]): number {
  for (const [index, part] of a.entries()) {
    const difference = part - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function cutRows(told: readonly ToldAlert[], most: number, mostOfStock: number) {
  const rows: ToldAlert[] = [];
  const left: ToldAlert[] = [];
  const counts = new Map<string, number>();
  for (const one of told) {
    const count = (counts.get(one.entry.event.subject) ?? 0) + 1;
    counts.set(one.entry.event.subject, count);
    (rows.length < most && count <= mostOfStock ? rows : left).push(one);
  }
  return { rows, left };
}

function isFresh(told: ToldAlert): boolean {
  return !isOver(told) && told.before === undefined;
}

function isGrown(told: ToldAlert): boolean {
  return !isOver(told) && told.before !== undefined;
}

interface Part {
  readonly heading: string;
  readonly rows: readonly ToldAlert[];
  readonly more: Linked;
  readonly left: number;
}

function tablesOf(parts: readonly Part[], asked: AskedMessage, voice: Voice): TablePart[] {
  const { stock, alert } = voice.phrases.columns;
  return parts
    .filter(({ rows, more }) => rows.length > 0 || more.words !== "")
    .map(({ heading, rows, more, left }) => ({
      heading,
      columns: [stock, alert],
      rows: rows.map((told) => alertRow(told, asked, voice)),
      more,
      left,
    }));
}

function moreWords(count: number, asked: AskedMessage, { phrases }: Voice): Linked {
  if (count === 0) return { words: "" };
  const [page] = pageLinks(asked, "");
  return { words: phrases.moreOnPage(count), url: page?.url };
}

/** Alerts without a row, counted by rule. */
function restWords(left: readonly ToldAlert[], untold: number, asked: AskedMessage, voice: Voice): Linked {
  const { phrases } = voice;
  const counts = new Map<string, number>();
  for (const { entry } of left) {
    const { rule } = alertOf(entry);
    counts.set(rule, (counts.get(rule) ?? 0) + 1);
  }
  const named = [...counts].sort(([, a], [, b]) => b - a).slice(0, rulesMost);
  const rest = left.length + untold - named.reduce((sum, [, count]) => sum + count, 0);
  const words = named.map(([rule, count]) => phrases.restOf(plainLine(rule, titleMax), count));
  const [page] = pageLinks(asked, "");
  if (words.length === 0 && rest === 0) return { words: "" };
  return { words: phrases.list([...words, ...(rest > 0 ? [phrases.moreOnPage(rest)] : [])]), url: page?.url };
}
