/** Takes the next mails from the outbox, composed and kept, as turns of their addresses. */
import type { Clock } from "../../lib/clock.ts";
import { nextTurn } from "../../lib/turns.ts";
import type { MailDraft, Outbox, OutboxMail } from "../../model/mail.ts";
import type { Places } from "./places.ts";

/** Mails to one address that are sent one after another, the oldest first; at least one. */
export interface Turn {
  readonly address: string;
  readonly mails: readonly ReadyMail[];
}

/** A mail with its composed message, or with the error that kept it from being composed. */
export type ReadyMail = OutboxMail & { readonly flaw?: unknown };

/** Whether the turn begins with a mail that failed before. */
export function isRetry({ mails }: Turn): boolean {
  return (mails[0]?.attempts ?? 0) > 0;
}

export interface TurnsOptions {
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly compose: (draft: MailDraft) => Promise<Buffer>;
  readonly places: Pick<Places, "slow" | "roomAside">;
  /** Most addresses whose turns may wait for a place. */
  readonly most: number;
}

/** Mails that are composed and kept in one transaction. */
const MAILS_MOST = 50;

export class Turns {
  readonly #options: TurnsOptions;
  /** Addresses that had their turn since each had one, so that none with many mails comes before the others. */
  #had = new Set<string>();

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /** Turns of addresses that are not `busy`, where fewer than enough are `waiting`. Throws where the outbox does. */
  async next(waiting: readonly Turn[], busy: readonly string[]): Promise<Turn[]> {
    const { outbox, clock } = this.#options;
    const addresses = [...this.#quick(waiting, busy), ...this.#slow(waiting, busy)];
    const each = Math.max(1, Math.floor(MAILS_MOST / addresses.length));
    const turns: Turn[] = [];
    const made: { id: number; bytes: Buffer }[] = [];
    for (const address of addresses) {
      const mails: ReadyMail[] = [];
      for (const mail of outbox.dueTo(address, clock.now(), each)) {
        const ready = await this.#composed(mail);
        mails.push(ready);
        if (!mail.bytes && ready.bytes) made.push({ id: mail.id, bytes: ready.bytes });
      }
      if (mails.length > 0) turns.push({ address, mails });
    }
    // Kept before the first attempt: whatever happens from here, every copy is this one.
    if (made.length > 0) outbox.keepBytes(made);
    return turns;
  }

  /** Addresses that are not known to be slow: those whose oldest mail was never tried, before those that failed. */
  #quick(waiting: readonly Turn[], busy: readonly string[]): string[] {
    const { outbox, clock, places, most } = this.#options;
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
    const heads = outbox.due(clock.now(), limit, [...others, ...this.#had]);
    const chosen = choose(heads);
    if (heads.length < limit && this.#had.size > 0) {
      // Who finds no room now is still before those who had a turn.
      if (chosen.length === heads.length) this.#had = new Set();
      const found = heads.map(({ address }) => address);
      chosen.push(...choose(outbox.due(clock.now(), limit - heads.length, [...others, ...found])));
    }
    for (const address of chosen) this.#had.add(address);
    return chosen;
  }

  #slow(waiting: readonly Turn[], busy: readonly string[]): string[] {
    const { outbox, clock, places } = this.#options;
    const all = places.slow();
    const room = places.roomAside() - waiting.filter(({ address }) => all.includes(address)).length;
    if (room <= 0) return [];
    const isDue = (address: string) => outbox.dueTo(address, clock.now(), 1).length > 0;
    return all.filter((address) => !busy.includes(address) && isDue(address)).slice(0, room);
  }

  async #composed(mail: OutboxMail): Promise<ReadyMail> {
    if (mail.bytes) return mail;
    // Fifty mails in one go would hold up everything else.
    await nextTurn();
    try {
      return { ...mail, bytes: await this.#options.compose(mail) };
    } catch (flaw) {
      return { ...mail, flaw };
    }
  }
}
