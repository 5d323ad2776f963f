/** Carries letters to a mail server over connections that are kept for the next ones. */

import type { SmtpDestination } from "./destination.ts";
import { type Line, openLine, type SmtpTimeouts } from "./mailer.ts";
import { type Carrier, CarryError, type Letter } from "./transport.ts";

/** Some servers count the letters of a connection and refuse more. */
const LETTERS_MAX = 100;
/** Below the time after which servers end a connection themselves. */
const IDLE_MS = 30_000;

interface Kept {
  readonly line: Line;
  letters: number;
  idle?: NodeJS.Timeout;
}

export function createSmtpCarrier(destination: SmtpDestination, timeouts?: SmtpTimeouts): Carrier {
  const all = new Set<Kept>();
  const idle: Kept[] = [];

  /** The last one used, so that one address's letters go over one connection. */
  function takeIdle(): Kept | undefined {
    for (let kept = idle.pop(); kept; kept = idle.pop()) {
      clearTimeout(kept.idle);
      if (!kept.line.isOver) return kept;
      all.delete(kept);
    }
    return undefined;
  }

  async function open(signal: AbortSignal): Promise<Kept> {
    const kept = { line: await openLine(destination, signal, timeouts), letters: 0 };
    all.add(kept);
    return kept;
  }

  function leave(kept: Kept): void {
    clearTimeout(kept.idle);
    all.delete(kept);
    const at = idle.indexOf(kept);
    if (at >= 0) idle.splice(at, 1);
  }

  function keep(kept: Kept): void {
    if (!kept.line.isOver && all.has(kept) && kept.letters < LETTERS_MAX) {
      kept.idle = setTimeout(() => {
        leave(kept);
        kept.line.quit();
      }, IDLE_MS);
      kept.idle.unref();
      idle.push(kept);
      return;
    }
    leave(kept);
    if (!kept.line.isOver) kept.line.quit();
  }

  async function over(kept: Kept, letter: Letter, signal: AbortSignal): Promise<string> {
    const { line } = kept;
    signal.addEventListener("abort", line.close, { once: true });
    try {
      signal.throwIfAborted();
      kept.letters++;
      const answer = await line.send(letter);
      keep(kept);
      return answer;
    } catch (error) {
      if (line.isOver) leave(kept);
      // A letter that was refused leaves the connection well; nobody waits for the server to say so.
      else void line.reset().then(() => keep(kept), line.close);
      throw error;
    } finally {
      signal.removeEventListener("abort", line.close);
    }
  }

  return {
    // A server that is down now may be up in a minute: that is for the schedule.
    open: async () => {},
    async carry(letter, signal) {
      if (!isAddress(letter.address))
        throw new CarryError("the recipient is not one bare address", "refused");
      const kept = takeIdle();
      if (kept === undefined) return over(await open(signal), letter, signal);
      try {
        return await over(kept, letter, signal);
      } catch (error) {
        // The server had ended a connection that was kept: that says nothing about the letter.
        if (!kept.line.isStale || signal.aborted) throw error;
        return over(await open(signal), letter, signal);
      }
    },
    close() {
      for (const { line, idle: timer } of all) {
        clearTimeout(timer);
        line.close();
      }
      all.clear();
      idle.length = 0;
    },
  };
}

/**
 * Whether the text is one bare address. An envelope is parsed as a list of addresses with names, so one that
 * holds a comma or a bracket would go to others than it says.
 */
function isAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s\p{Cc}@<>,;:"()[\]\\]+@[^\s\p{Cc}@<>,;:"()[\]\\]+$/u.test(text);
}
