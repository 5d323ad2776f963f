/** What stands around the alerts of a mail: links, messages that were held, why it came and how to change it. */
import { isLoopback } from "../../lib/http/url.ts";
import type { Notification, ToldAlert } from "../../model/notification.ts";
import type { AskedMail } from "../member.ts";
import type { Linked, LinksPart } from "./content.ts";
import { alertOf, isOver } from "./told.ts";
import { momentWords, plainLine, titleMax, type Voice } from "./voice.ts";

type Links = LinksPart["links"];

/** Links about an alert, and to the service's own page of its stock. */
export function linksAbout(
  asked: AskedMail,
  told: ToldAlert,
  stock: string | undefined,
  { phrases: { headings, links: words } }: Voice,
): LinksPart {
  const { notification, links } = asked;
  const { entry } = told;
  const own = links?.(entry, notification.receiver);
  const answers: Links = own
    ? [
        { words: words.alert, url: own.alert },
        ...(isOver(told) ? [] : [{ words: words.acknowledge, url: own.acknowledge }]),
        { words: words.silence, url: own.silence },
        { words: words.why, url: own.why },
      ]
    : pageLinks(asked, words.page);
  const page = stock === undefined ? undefined : stockPageOf(asked, entry.event.subject);
  const ofStock = page === undefined ? [] : [{ words: words.stockPage(stock ?? ""), url: page }];
  return { heading: headings.links, links: [...answers, ...ofStock] };
}

/** The link to the page; none where the settings do not say at which address people reach it. */
export function pageLinks({ publicUrl }: AskedMail, words: string): Links {
  return publicUrl === undefined ? [] : [{ words, url: `${publicUrl}/` }];
}

/** The service's own page of a stock. */
function stockPageOf({ stockPage }: AskedMail, code: string): string | undefined {
  return stockPage?.replaceAll("{code}", encodeURIComponent(code));
}

/** Messages that a cap held before this one. */
export function heldState(asked: AskedMail, voice: Voice): Linked[] {
  const { held } = asked.notification;
  if (held === undefined || held.count === 0) return [];
  const [page] = pageLinks(asked, "");
  return [{ words: voice.phrases.held(held.count, momentWords(held.since, voice)), url: page?.url }];
}

/** Lines on why a mail came, and how to change it. */
export function notesOf(asked: AskedMail, { phrases: { notes } }: Voice): string[] {
  const { publicUrl, monitorUrl, isSimulated, notification } = asked;
  return [
    ...(notification.told.some(isSimulated) ? [notes.simulated] : []),
    whyWords(notification, notes),
    ...(publicUrl === undefined ? [notes.page(plainLine(monitorUrl, 300), isHere(monitorUrl))] : []),
  ];
}

/** Whether an address opens on the machine of the monitor alone. */
function isHere(url: string): boolean {
  return URL.canParse(url) && isLoopback(new URL(url).hostname);
}

/** A route tells where the rules themselves do not. */
function whyWords({ receiver, route, told }: Notification, notes: Voice["phrases"]["notes"]): string {
  const alerts = told.map(({ entry }) => alertOf(entry));
  const isOfRules = alerts.every(({ recipients }) => recipients.includes(receiver));
  if (route !== "" && !isOfRules) return notes.ofRoute(plainLine(route, titleMax));
  const [rule, ...more] = new Set(alerts.map((alert) => alert.rule));
  return rule === undefined || more.length > 0 ? notes.ofRules : notes.ofRule(plainLine(rule, titleMax));
}
