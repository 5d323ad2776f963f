/** The transport to a mail server, over connections that are kept for the next letters. */

import { type Letter, SendError, type Transport } from "../delivery/transport.ts";
import type { SmtpDestination } from "./destination.ts";
import type { Line } from "./mailer.ts";
import type { LineOptions } from "./open-line.ts";

export function createSmtpTransport(destination: SmtpDestination, options: LineOptions = {}): Transport {
  const lines = new Lines(destination, options);
  return {
    // A server that is down now may be up in a minute: that is for the retries.
    open: async () => {},
    async send(letter, signal) {
      if (!isAddress(letter.address)) throw new SendError("the recipient is not one bare address", "refused");
      const kept = lines.takeIdle();
      if (kept === undefined) return lines.send(await lines.open(signal), letter, signal);
      try {
        return await lines.send(kept, letter, signal);
      } catch (error) {
        // The server had ended a connection that was kept: that says nothing about the letter.
        if (!kept.line.isStale || signal.aborted) throw error;
        return lines.send(await lines.open(signal), letter, signal);
      }
    },
    close() {
      lines.close();
      options.tokens?.close();
    },
  };
}

/**
 * Whether the text is one bare address. An envelope is parsed as a list of addresses with names, so one with a comma
 * or a bracket in it would go to others than it says.
 */
export function isAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s\p{Cc}@<>,;:"()[\]\\]+@[^\s\p{Cc}@<>,;:"()[\]\\]+$/u.test(text);
}

/** Some servers count the letters of a connection and refuse more. */
const LETTERS_MAX = 100;
/** Below the time after which servers end a connection themselves. */
const IDLE_MS = 30_000;

interface KeptLine {
  readonly line: Line;
  letters: number;
  idleTimer?: NodeJS.Timeout;
}

/** The connections to a server: in use, or idle until the next letter. */
class Lines {
  readonly #destination: SmtpDestination;
  readonly #options: LineOptions;
  readonly #all = new Set<KeptLine>();
  readonly #idle: KeptLine[] = [];

  constructor(destination: SmtpDestination, options: LineOptions) {
    this.#destination = destination;
    this.#options = options;
  }

  /** Takes the one used last, so that one address's letters go over one connection. */
  takeIdle(): KeptLine | undefined {
    for (let kept = this.#idle.pop(); kept; kept = this.#idle.pop()) {
      clearTimeout(kept.idleTimer);
      if (!kept.line.isOver) return kept;
      this.#all.delete(kept);
    }
    return undefined;
  }

  async open(signal: AbortSignal): Promise<KeptLine> {
    const { openLine } = await import("./open-line.ts");
    const kept = { line: await openLine(this.#destination, signal, this.#options), letters: 0 };
    this.#all.add(kept);
    return kept;
  }

  async send(kept: KeptLine, letter: Letter, signal: AbortSignal): Promise<string> {
    const { line } = kept;
    signal.addEventListener("abort", line.close, { once: true });
    try {
      signal.throwIfAborted();
      kept.letters++;
      const answer = await line.send(letter);
      this.#keep(kept);
      return answer;
    } catch (error) {
      if (line.isOver) this.#forget(kept);
      // A letter that was refused leaves the connection well; nobody waits for the server to say so.
      else void line.reset().then(() => this.#keep(kept), line.close);
      throw error;
    } finally {
      signal.removeEventListener("abort", line.close);
    }
  }

  close(): void {
    for (const { line, idleTimer } of this.#all) {
      clearTimeout(idleTimer);
      line.close();
    }
    this.#all.clear();
    this.#idle.length = 0;
  }

  #keep(kept: KeptLine): void {
    if (kept.line.isOver || !this.#all.has(kept) || kept.letters >= LETTERS_MAX) {
      this.#forget(kept);
      if (!kept.line.isOver) kept.line.quit();
      return;
    }
    kept.idleTimer = setTimeout(() => {
      this.#forget(kept);
      kept.line.quit();
    }, IDLE_MS);
    kept.idleTimer.unref();
    this.#idle.push(kept);
  }

  #forget(kept: KeptLine): void {
    clearTimeout(kept.idleTimer);
    this.#all.delete(kept);
    const at = this.#idle.indexOf(kept);
    if (at >= 0) this.#idle.splice(at, 1);
  }
}
