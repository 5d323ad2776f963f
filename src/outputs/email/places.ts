/**
 * Who may send now. A few turns at a time have a place; each holds it for its share of time and is moved aside
 * then, still under way, so that nobody waits longer for a server that is slow for somebody else. An address
 * whose last attempt took longer than a share begins aside, where few may begin, until an attempt is quick again.
 */
import type { Clock } from "../../lib/clock.ts";
import type { OutboxMail } from "../../model/mail.ts";

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
export function isRetry({ mails }: Turn): boolean {
  return (mails[0]?.attempts ?? 0) > 0;
}
