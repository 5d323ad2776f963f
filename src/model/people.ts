/** People as the settings name them: what is theirs, and whose a name or a receiver is. */
import { fold } from "../lib/text/fold.ts";
import type { Language } from "./language.ts";

export interface Person {
  /** As answers to alerts carry it. */
  readonly name: string;
  /** Tokens that nobody else has. */
  readonly tokens: readonly string[];
  /** Further tokens of this person alone, with which they may act as well as read. */
  readonly operators: readonly string[];
  /** Tokens in addresses of `/calendar.ics` that have the days of this person's lists alone. */
  readonly calendarTokens: readonly string[];
  /** Receivers such as email:aoi; undefined: nothing is said of them. */
  readonly receivers?: readonly string[] | undefined;
  /** Names of watchlists; undefined: nothing is said of them. */
  readonly watchlists?: readonly string[] | undefined;
  /** Language of the page; undefined: that of the browser. */
  readonly language?: Language | undefined;
}

/** What is the same of two names that a reader takes for one. */
export function nameKey(name: string): string {
  return fold(name.normalize("NFKC")).replace(/\s+/g, " ").trim();
}

/** The name of the only person who has a receiver; undefined: nobody has it, or several share it. */
export function personOf(receiver: string, people: readonly Person[]): string | undefined {
  const [first, ...others] = people.filter(({ receivers }) => receivers?.includes(receiver));
  return others.length > 0 ? undefined : first?.name;
}

/** Names of the watchlists of those who have a receiver; undefined: nothing is said of them. */
export function listsOfReceiver(receiver: string, people: readonly Person[]): readonly string[] | undefined {
  const readers = people.filter(({ receivers }) => receivers?.includes(receiver));
  const lists = readers.flatMap(({ watchlists }) => watchlists ?? []);
  return readers.length === 0 || readers.some((one) => one.watchlists === undefined) ? undefined : lists;
}

/** What is a person's; nothing is said of who has a name that the settings do not. */
export function ownOf(
  person: string | undefined,
  people: readonly Person[],
): Pick<Person, "watchlists" | "receivers"> {
  return people.find(({ name }) => name === person) ?? {};
}
