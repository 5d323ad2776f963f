/**
 * The registry of outputs, in the order of tables. They stop in this order and start in the opposite one, so that the
 * port that mails name is known before the first of them. A new output is one folder and one line here. Questions that
 * all outputs answer are asked here: their settings, the names that rules may write, the deliveries of an alert.
 */
import type * as z from "zod";
import type { LogEntry } from "../model/event.ts";
import type { MailDraft, Planned, UnmailedReason } from "../model/mail.ts";
import { gravity } from "../model/news-items.ts";
import { type Firing, type NotifyScheme, namesAfter } from "../model/rule.ts";
import { allWatched, listsWith, type Watchlists } from "../model/watchlists.ts";
import { email } from "./email/member.ts";
import { feed } from "./feed/member.ts";
import type { AskedAlert, OutputMember, Queued, SettingFolders, Watched } from "./member.ts";

export type { OutputMember, TrialResult } from "./member.ts";

const members = [email, feed] as const;

export const outputMembers: readonly OutputMember[] = members;

type Member = (typeof members)[number];
export type OutputName = Member["name"];

/** Settings of the outputs, ready to use. */
export type OutputSettings = {
  readonly [Name in OutputName]: ReturnType<Extract<Member, { name: Name }>["resolve"]>;
};

type Sections = { readonly [Name in OutputName]: Extract<Member, { name: Name }>["schema"] };
type WrittenSections = { readonly [Name in OutputName]: z.output<Sections[Name]> };

/** The sections of the settings, by name. */
export const outputSections = Object.fromEntries(
  outputMembers.map(({ name, schema, about }) => [name, schema.describe(about)]),
) as unknown as Sections;

/** The sections of a file, and its other settings. */
export function takeOutputs<File extends WrittenSections>(settings: File) {
  const isOutput = ([key]: [string, unknown]) => outputMembers.some(({ name }) => name === key);
  const all = Object.entries(settings);
  return {
    outputs: Object.fromEntries(all.filter(isOutput)) as unknown as WrittenSections,
    others: Object.fromEntries(all.filter((one) => !isOutput(one))) as Omit<File, OutputName>,
  };
}

/** Makes the settings of the outputs from the sections of a file. */
export function resolveOutputs(written: WrittenSections, folders: SettingFolders): OutputSettings {
  const ready = outputMembers.map(({ name, resolve }) => [
    name,
    resolve(written[name as OutputName], folders),
  ]);
  return Object.fromEntries(ready) as unknown as OutputSettings;
}

/** Names that rules may write in `notify`; without settings, any name of each output. */
export function notifySchemes(settings?: OutputSettings): NotifyScheme[] {
  return outputMembers.flatMap(({ name, notify }) => {
    if (notify === undefined) return [];
    const { about, example } = notify;
    const names = settings && notify.names(settings[name as OutputName]);
    return [{ scheme: name, about, example, names }];
  });
}

/** The address at which programs and people reach a monitor with these settings. */
export function listenerOf(settings: OutputSettings) {
  for (const { name, listens } of outputMembers) {
    const listener = listens(settings[name as OutputName]);
    if (listener !== undefined) return listener;
  }
  throw new Error("no output listens");
}

export interface AskedFacts extends Pick<AskedAlert, "types"> {
  /** Address of the monitor's page; known once it listens. */
  monitorUrl(): string;
  /** The watchlists as they are now. */
  watchlists(): Watchlists;
  /** Whether a cause is the simulator's. */
  simulated(cause: LogEntry): boolean;
}

/** Composes a delivery to an address; undefined leaves it to its output. */
export type Compose = (alert: LogEntry, address: string) => MailDraft | undefined;

/** Plans the deliveries of the alerts that one event gives together: for each of them, in their order. */
export type PlanDeliveries = (firings: readonly Firing[], cause: LogEntry) => Planned[];

interface Queueing {
  readonly name: string;
  readonly queued: Queued<unknown>;
  readonly own: unknown;
  readonly withheld: UnmailedReason | undefined;
}

/** A delivery that an alert asks for. */
interface Wish {
  readonly firing: Firing;
  readonly one: Queueing;
  readonly address: string;
}

/** Asks the outputs that alerts name for their deliveries, which are committed with them. */
export function askOutputs(settings: OutputSettings, facts: AskedFacts, compose?: Compose): PlanDeliveries {
  const queueing = outputMembers.flatMap(({ name, queued }): Queueing[] => {
    if (queued === undefined) return [];
    const own = settings[name as OutputName];
    return [{ name, queued, own, withheld: queued.withheld(own) }];
  });
  const draft = ({ one, address }: Wish, others: readonly Firing[], alert: LogEntry, cause: LogEntry) => {
    const watched = watchedIn(facts.watchlists(), alert.event.subject);
    const asked = { alert, cause, others, watched, monitorUrl: facts.monitorUrl(), types: facts.types };
    const drafted =
      compose?.(alert, address) ??
      one.queued.draft(one.own, { ...asked, simulated: facts.simulated(cause) }, address);
    return { output: one.name, ...drafted };
  };
  return (firings, cause) => {
    const wishes = firings.map((firing) => wishesOf(firing, cause, queueing));
    const simulated = wishes.some((own) => own.length > 0) && facts.simulated(cause);
    const isOpen = ({ one }: Wish) => !simulated || one.withheld === undefined;
    const shared = sharedDeliveries(wishes.flat().filter(isOpen));
    return wishes.map((own) => {
      const open = own.filter(isOpen);
      const [closed] = own.flatMap((wish) => (isOpen(wish) ? [] : (wish.one.withheld ?? [])));
      const first = open.filter((wish) => (shared.get(placeOf(wish))?.[0] ?? wish) === wish);
      const isLeftOut = open.length > 0 && first.length === 0;
      return {
        unmailed: closed ?? (isLeftOut ? "same-cause" : undefined),
        drafts: (alert) =>
          first.map((wish) => {
            const [, ...others] = shared.get(placeOf(wish)) ?? [];
            return draft(
              wish,
              others.map(({ firing }) => firing),
              alert,
              cause,
            );
          }),
      };
    });
  };
}

function watchedIn(watchlists: Watchlists, subject: string): Watched | undefined {
  const found = allWatched(watchlists).get(subject);
  return found && { lists: listsWith(watchlists, subject), stock: found.stock };
}

/** One delivery an address, however many names of `notify` share it; an end asks for none. */
function wishesOf(firing: Firing, { event }: LogEntry, queueing: readonly Queueing[]): Wish[] {
  if (firing.resolved !== undefined) return [];
  return queueing.flatMap((one) => {
    const names = namesAfter(one.name, firing.notify);
    const addresses = new Set(names.flatMap((name) => one.queued.addresses(one.own, name)));
    // News of a lost delivery to the very address that loses them would never end.
    if (event.type === "mail.failed") addresses.delete(String(event.data.now.address));
    return [...addresses].map((address) => ({ firing, one, address }));
  });
}

/** The wishes about one event for one delivery to an address, by their place: the gravest first, then as rules stand. */
function sharedDeliveries(wishes: readonly Wish[]): ReadonlyMap<string, readonly Wish[]> {
  const shared = new Map<string, Wish[]>();
  for (const wish of wishes) {
    if (!wish.one.queued.isOneACause) continue;
    const known = shared.get(placeOf(wish));
    if (known === undefined) shared.set(placeOf(wish), [wish]);
    else known.push(wish);
  }
  for (const all of shared.values())
    all.sort((a, b) => gravity[a.firing.severity] - gravity[b.firing.severity]);
  return shared;
}

function placeOf({ one, address }: Wish): string {
  return `${one.name} ${address}`;
}

/** The reason in words, of every output that may have it. */
export function withheldWords(reason: UnmailedReason): string {
  return outputMembers.flatMap(({ queued }) => queued?.withheldWords[reason] ?? []).join("; ");
}
