/**
 * Mails of alerts: whether one may go out at all, and the messages that notifications become, one an address. What a
 * message looks like is its output's. Pure: replays and backtests ask the same.
 */
import type { LogEntry } from "../model/event.ts";
import { isLost } from "../model/event-types.ts";
import type { MailDraft, QueuedMail, UnmailedReason } from "../model/mail.ts";
import { type Alert, gravity } from "../model/news-items.ts";
import type { Notification, ToldAlert } from "../model/notification.ts";
import { type Firing, namesAfter } from "../model/rule.ts";
import type { Watchlists } from "../model/watchlists.ts";
import { type OutputName, type OutputSettings, outputMembers } from "./index.ts";
import { createSteps } from "./letter/templates/template-steps.ts";
import type { AskedMessage, MessageFacts, Queued, SignedUp } from "./member.ts";
import { createThreads } from "./threads.ts";

export interface MailingFacts extends Omit<MessageFacts, "monitorUrl" | "watchlists"> {
  /** Address of the monitor's page; known once it listens. */
  monitorUrl(): string;
  /** The watchlists of who reads a receiver such as email:desk, as they are now; the same object while they stay. */
  watchlists(receiver: string): Watchlists;
  /** The devices that signed up under a name; left out: nobody knows of any. */
  readonly devices?: SignedUp;
  /** Whether a cause is the simulator's; given an alert, whether its cause is. */
  simulated(cause: LogEntry): boolean;
}

/** Why nothing about an alert goes to a receiver, whatever the settings say; see `noticeReasons`. */
type Bar = "simulated" | "own-failure" | "unreachable";

export interface Mailing {
  /** Why alerts that one event gives are not mailed as their rules ask: for each of them, in their order. */
  unmailed(firings: readonly Firing[], cause: LogEntry): readonly (UnmailedReason | undefined)[];
  /**
   * Why nothing about an alert may go to a receiver such as email:desk; undefined: it may.
   * @param alert the entry of the alert, with its cause where that is known
   */
  bar(receiver: string, alert: Pick<ToldAlert, "entry" | "cause">): Bar | undefined;
  /** The messages of notifications that are told at once. */
  compose(notifications: readonly Notification[]): QueuedMail[];
}

/** Makes the message to an address otherwise; undefined leaves it to its output. */
export type ComposeOtherwise = (notification: Notification, address: string) => MailDraft | undefined;

interface Queueing {
  readonly name: string;
  readonly queued: Queued<unknown>;
  readonly own: unknown;
  addresses(name: string): readonly string[];
}

/** An address of an output. */
interface Place {
  readonly one: Queueing;
  readonly address: string;
  /** Why what is simulated does not go there; undefined: it goes. */
  readonly withheld: UnmailedReason | undefined;
}

/** A message to an address. */
interface Message extends Pick<Place, "one" | "address"> {
  readonly notification: Notification;
  /** Names of the notifications of other receivers that are put into it; absent: none is. */
  readonly also?: readonly string[];
}

export function createMailing(
  settings: OutputSettings,
  facts: MailingFacts,
  otherwise?: ComposeOtherwise,
): Mailing {
  const queueing = outputMembers.flatMap(({ name, queued }): Queueing[] => {
    if (queued === undefined) return [];
    const own = settings[name as OutputName];
    return [{ name, queued, own, addresses: (called) => queued.addresses(own, called, facts.devices) }];
  });
  const bar: Mailing["bar"] = (receiver, alert) => {
    const places = placesOf([receiver], queueing);
    if (places.length === 0) return "unreachable";
    const isOwnLoss = lostPlace(alert);
    const open = places.filter((place) => !isOwnLoss(place));
    if (open.length === 0) return "own-failure";
    const isClosed = open.every(({ withheld }) => withheld !== undefined);
    return isClosed && facts.simulated(alert.cause ?? alert.entry) ? "simulated" : undefined;
  };
  const isSimulated = ({ cause, entry }: ToldAlert) => facts.simulated(cause ?? entry);
  const draft = (
    { notification, one, address, also }: Message,
    bounded: Pick<AskedMessage, "pastOf" | "nameOf" | "templateSteps">,
  ): QueuedMail => {
    const { monitorUrl, watchlists, devices: _, ...rest } = facts;
    const { name: message, receiver } = notification;
    const own = { monitorUrl: monitorUrl(), watchlists: watchlists(receiver) };
    const asked = { ...rest, ...bounded, ...own, isSimulated, notification };
    const made = otherwise?.(notification, address) ?? one.queued.draft(one.own, asked, address);
    const extras = also === undefined ? made.extras : { ...made.extras, also };
    return { ...made, ...(extras && { extras }), output: one.name, receiver, message };
  };
  return {
    unmailed: (firings, cause) => unmailed(firings, cause, queueing, () => facts.simulated(cause)),
    bar,
    compose(notifications) {
      const { pastOf, nameOf } = facts;
      const bounded = {
        pastOf: pastOf && firstFew(pastOf, mostPasts, ({ seq }) => seq),
        nameOf: nameOf && firstFew(nameOf, mostNames, (code) => code),
        templateSteps: createSteps(),
      };
      const messages = notifications.flatMap((one) => messagesOf(one, queueing, isSimulated));
      const threads = createThreads();
      return together(messages).map((message) =>
        threads.follow(message.notification, message.address, (notification) =>
          draft({ ...message, notification }, bounded),
        ),
      );
    },
  };
}

/** Most items and names that are looked up for messages that are told at once: thousands would hold up all else. */
const mostPasts = 20;
const mostNames = 300;

/** Answers about the first few, and looks each of them up once. */
function firstFew<Asked, Answer>(
  ask: (about: Asked) => Answer | undefined,
  most: number,
  keyOf: (about: Asked) => number | string,
): (about: Asked) => Answer | undefined {
  const known = new Map<number | string, Answer | undefined>();
  return (about) => {
    const key = keyOf(about);
    if (!known.has(key) && known.size < most) known.set(key, ask(about));
    return known.get(key);
  };
}

/** Addresses behind names such as email:desk, each once. */
function placesOf(receivers: readonly string[], queueing: readonly Queueing[]): Place[] {
  return queueing.flatMap((one) => {
    const names = namesAfter(one.name, receivers);
    const addresses = new Set(names.flatMap(one.addresses));
    return [...addresses].map((address) => ({
      ...{ one, address },
      withheld: one.queued.withheld(one.own, address),
    }));
  });
}

/** Whether a message to an address was lost, and an alert tells of that: news of it there would never end. */
function lostPlace({ entry, cause }: Pick<ToldAlert, "entry" | "cause">): (place: Place) => boolean {
  const { type } = (entry.event.data.now as unknown as Alert).cause;
  return isLost(type) && cause ? isPlaceOf(cause) : () => false;
}

function isPlaceOf({ event }: LogEntry): (place: Place) => boolean {
  const lost = String(event.data.now.address);
  return ({ one, address }) => one.queued.failure === event.type && address === lost;
}

function messagesOf(
  notification: Notification,
  queueing: readonly Queueing[],
  isSimulated: (told: ToldAlert) => boolean,
): Message[] {
  const made = new Set(notification.told.filter(isSimulated));
  return placesOf([notification.receiver], queueing).flatMap((place) => {
    const { one, address, withheld } = place;
    const told = notification.told.filter(
      (alert) => !lostPlace(alert)(place) && (withheld === undefined || !made.has(alert)),
    );
    if (told.length === 0 && notification.told.length > 0) return [];
    const left = notification.told.length - told.length;
    return [{ notification: { ...notification, told, all: notification.all - left }, one, address }];
  });
}

/**
 * Puts messages of single alerts about one event and to one address together, as its names among the receivers give
 * them: the gravest leads, and the first of those that are as grave.
 */
function together(messages: readonly Message[]): Message[] {
  const shared = new Map<string, Message[]>();
  const all = messages.map((message) => {
    const place = sharedPlace(message);
    const known = place === undefined ? undefined : shared.get(place);
    if (known !== undefined) known.push(message);
    else if (place !== undefined) shared.set(place, [message]);
    return { message, place, isFirst: known === undefined };
  });
  return all.flatMap(({ message, place, isFirst }) => {
    const [lead, ...others] = (place !== undefined && shared.get(place)?.sort(compareGravity)) || [message];
    if (!isFirst || lead === undefined) return [];
    return [others.length === 0 ? lead : joined(lead, others)];
  });
}

/** Undefined: the message stands alone. */
function sharedPlace({ notification, one, address }: Message): string | undefined {
  const { kind, told } = notification;
  const [lead] = told;
  if (kind !== "alert" || lead === undefined || !one.queued.isOneACause) return undefined;
  const { cause } = lead.entry.event.data.now as unknown as Alert;
  return JSON.stringify([one.name, address, cause.seq, lead.entry.event.type]);
}

function compareGravity(one: Message, other: Message): number {
  return gravityOf(one) - gravityOf(other);
}

function gravityOf({ notification }: Message): number {
  const [lead] = notification.told;
  return lead === undefined ? 0 : gravity[(lead.entry.event.data.now as unknown as Alert).severity];
}

/** The first message, with the alerts of all, each once. */
function joined(lead: Message, others: readonly Message[]): Message {
  const { name } = lead.notification;
  const names = new Set(others.map((one) => one.notification.name).filter((other) => other !== name));
  const notification = toldTogether(lead, others);
  return { ...lead, notification, ...(names.size > 0 && { also: [...names] }) };
}

function toldTogether({ notification }: Message, others: readonly Message[]): Notification {
  const more = others.flatMap((one) => one.notification.told);
  const bySeq = new Map([...notification.told, ...more].map((told) => [told.entry.seq, told]));
  // A map keeps the place of the first and the value of the last; both tell of the same alert.
  const [lead, ...rest] = bySeq.values();
  const told = lead === undefined ? [] : [lead, ...rest.sort(compareTold)];
  return { ...notification, told, all: told.length };
}

function compareTold(one: ToldAlert, other: ToldAlert): number {
  const of = ({ entry }: ToldAlert) => gravity[(entry.event.data.now as unknown as Alert).severity];
  return of(one) - of(other);
}

interface Wish extends Place {
  readonly firing: Firing;
}

function unmailed(
  firings: readonly Firing[],
  cause: LogEntry,
  queueing: readonly Queueing[],
  isSimulated: () => boolean,
): (UnmailedReason | undefined)[] {
  const wishes = firings.map((firing) => wishesOf(firing, cause, queueing));
  const simulated = wishes.some((own) => own.length > 0) && isSimulated();
  const isOpen = ({ withheld }: Wish) => !simulated || withheld === undefined;
  const leading = leadingWishes(wishes.flat().filter(isOpen));
  return wishes.map((own) => {
    const [closed] = own.flatMap((wish) => (isOpen(wish) ? [] : (wish.withheld ?? [])));
    const open = own.filter(isOpen);
    const isLeftOut = open.length > 0 && !open.some((wish) => leading.has(wish));
    return closed ?? (isLeftOut ? "same-cause" : undefined);
  });
}

/** Addresses that a firing wants told, each once; an end wants none. */
function wishesOf(firing: Firing, cause: LogEntry, queueing: readonly Queueing[]): Wish[] {
  if (firing.resolved !== undefined) return [];
  const isOwnLoss = isLost(cause.event.type) ? isPlaceOf(cause) : () => false;
  return placesOf(firing.notify, queueing)
    .filter((place) => !isOwnLoss(place))
    .map((place) => ({ firing, ...place }));
}

/** Wishes whose alert leads the message to its address, or that have one of their own. */
function leadingWishes(wishes: readonly Wish[]): ReadonlySet<Wish> {
  const leading = new Map<string, Wish>();
  for (const [index, wish] of wishes.entries()) {
    const { one, address, firing } = wish;
    const place = one.queued.isOneACause ? JSON.stringify([one.name, address]) : String(index);
    const known = leading.get(place);
    if (known === undefined || gravity[firing.severity] < gravity[known.firing.severity])
      leading.set(place, wish);
  }
  return new Set(leading.values());
}
