/** Takes the next mails from the outbox, composed and kept, as turns of their addresses. */
import type { Clock } from "../../lib/clock.ts";
import { nextTurn } from "../../lib/turns.ts";
import type { MailDraft, Outbox, OutboxMail } from "../../model/mail.ts";

/**
 * Who may send now. A few turns at a time have a place; each holds it for its share of time and is moved aside
 * then, still under way, so that nobody waits longer for a server that is slow for somebody else. An address
 * whose last attempt took longer than a share begins aside, where few may begin, until an attempt is quick again.
 */

/** The mails to one address that are sent one after another, the oldest first; at least one. */
export interface Turn {
  readonly address: string;
  readonly mails: readonly ReadyMail[];
}

/** A mail with its composed message, or with what kept it from being composed. */
export type ReadyMail = OutboxMail & { readonly flaw?: unknown };

export interface Place {
  /** Whether the turn has had its share of time: what is left of it comes after the others. */
  isOver(): boolean;
  /** Learns how long an attempt took; answers whether that was slow. */
  took(ms: number): boolean;
  leave(): void;
}

export interface Places {
  hasRoom(turn: Turn): boolean;
  /** Addresses known to be slow, those first who waited longest. */
  slow(): string[];
  /** How many of them may begin. */
  roomAside(): number;
  take(turn: Turn): Place;
}

export interface PlacesOptions {
  /** How many turns may have a place, and how many may begin aside. */
  readonly slots: number;
  readonly shareMs: number;
  readonly clock: Clock;
  /** Called when a turn was moved aside. */
  readonly onRoom: () => void;
}

/** How many turns may be under way in all, as many times the places: a server must bear their connections. */
const ALL_TO_SLOTS = 8;

export function createPlaces({ slots, shareMs, clock, onRoom }: PlacesOptions): Places {
  const within = new Set<Turn>();
  const aside = new Set<Turn>();
  /** In the order in which they last had a turn. */
  const slow = new Set<string>();
  // Half the places are for mails that never failed: after a restart nobody knows yet who is slow.
  const forRetries = Math.ceil(slots / 2);

  return {
    hasRoom(turn) {
      if (slow.has(turn.address)) return aside.size < slots;
      if (within.size >= slots) return false;
      return !isRetry(turn) || [...within].filter(isRetry).length < forRetries;
    },
    slow: () => [...slow],
    roomAside: () => Math.max(0, slots - aside.size),
    take(turn) {
      const began = clock.elapsed();
      let cancel = () => {};
      if (slow.delete(turn.address)) {
        slow.add(turn.address);
        aside.add(turn);
      } else {
        within.add(turn);
        const moveAside = () => {
          if (within.size + aside.size > slots * (ALL_TO_SLOTS - 1)) {
            cancel = clock.after(shareMs, moveAside);
            return;
          }
          within.delete(turn);
          aside.add(turn);
          onRoom();
        };
        cancel = clock.after(shareMs, moveAside);
      }
      return {
        isOver: () => clock.elapsed() - began >= shareMs,
        took(ms) {
          const isSlow = ms >= shareMs;
          if (isSlow) slow.add(turn.address);
          else slow.delete(turn.address);
          return isSlow;
        },
        leave() {
          cancel();
          within.delete(turn);
          aside.delete(turn);
        },
      };
    },
  };
}

/** Whether the turn begins with a mail that failed before. */
function isRetry({ mails }: Turn): boolean {
  return (mails[0]?.attempts ?? 0) > 0;
}

export interface TurnsOptions {
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly compose: (draft: MailDraft) => Promise<Buffer>;
  readonly places: Places;
  /** The most addresses whose turns may wait for a place. */
  readonly most: number;
}

export interface Turns {
  /** Turns of addresses that are not `busy`, where fewer than enough are `waiting`. Throws where the outbox does. */
  next(waiting: readonly Turn[], busy: readonly string[]): Promise<Turn[]>;
}

/** Mails that are composed and kept in one transaction. */
const MAILS_MOST = 50;

export function createTurns({ outbox, clock, compose, places, most }: TurnsOptions): Turns {
  /** Addresses that had their turn since each had one, so that none with many mails comes before the others. */
  let had = new Set<string>();

  /** Addresses that are not known to be slow, their oldest mails first tried before those that failed. */
  function quick(waiting: readonly Turn[], busy: readonly string[]): string[] {
    const retries = waiting.filter(isRetry).length;
    const fresh = waiting.length - retries;
    // Mails that failed before never keep the others from being looked at. Many are taken at once, for one write.
    const room = { fresh: fresh > most / 2 ? 0 : most - fresh, retries: Math.ceil(most / 2) - retries };
    const limit = Math.max(0, room.fresh) + Math.max(0, room.retries);
    if (limit === 0) return [];
    const others = [...busy, ...places.slow()];
    const choose = (heads: readonly OutboxMail[]) =>
      heads
        .filter(({ attempts }) => (attempts === 0 ? room.fresh-- : room.retries--) > 0)
        .map(({ address }) => address);
    const heads = outbox.due(clock.now(), limit, [...others, ...had]);
    const chosen = choose(heads);
    if (heads.length < limit && had.size > 0) {
      // Who finds no room now is still before those who had a turn.
      if (chosen.length === heads.length) had = new Set();
      const found = heads.map(({ address }) => address);
      chosen.push(...choose(outbox.due(clock.now(), limit - heads.length, [...others, ...found])));
    }
    for (const address of chosen) had.add(address);
    return chosen;
  }

  function slow(waiting: readonly Turn[], busy: readonly string[]): string[] {
    const all = places.slow();
    const room = places.roomAside() - waiting.filter(({ address }) => all.includes(address)).length;
    if (room <= 0) return [];
    const isDue = (address: string) => outbox.dueTo(address, clock.now(), 1).length > 0;
    return all.filter((address) => !busy.includes(address) && isDue(address)).slice(0, room);
  }

  return {
    async next(waiting, busy) {
      const addresses = [...quick(waiting, busy), ...slow(waiting, busy)];
      const each = Math.max(1, Math.floor(MAILS_MOST / addresses.length));
      const turns: Turn[] = [];
      const made: { id: number; bytes: Buffer }[] = [];
      for (const address of addresses) {
        const mails: ReadyMail[] = [];
        for (const mail of outbox.dueTo(address, clock.now(), each)) {
          const ready = await composed(mail);
          mails.push(ready);
          if (!mail.bytes && ready.bytes) made.push({ id: mail.id, bytes: ready.bytes });
        }
        if (mails.length > 0) turns.push({ address, mails });
      }
      // Kept before the first attempt: whatever happens from here, every copy is this one.
      if (made.length > 0) outbox.keepBytes(made);
      return turns;
    },
  };

  async function composed(mail: OutboxMail): Promise<ReadyMail> {
    if (mail.bytes) return mail;
    // Fifty mails in one go would hold up everything else.
    await nextTurn();
    try {
      return { ...mail, bytes: await compose(mail) };
    } catch (flaw) {
      return { ...mail, flaw };
    }
  }
}
