/**
 * The email output: mails that were committed with their alerts, taken from the outbox and given to a folder or to a mail
 * server.
 */
import { createHttp } from "../../lib/http/http.ts";
import type { MailDraft } from "../../model/mail.ts";
import { createSender, type SendingParts } from "../delivery/delivery.ts";
import { type OutgoingLetter, SendError, type Transport } from "../delivery/transport.ts";
import type { Output } from "../output.ts";
import { createAccessTokens, type OAuth2 } from "./access-tokens.ts";
import {
  type Destination,
  describeDestination,
  parseDestination,
  type SmtpDestination,
} from "./destination.ts";
import { createFolderTransport } from "./folder-transport.ts";
import type { SmtpLine, SmtpTimeouts } from "./mailer.ts";
import type { LineOptions } from "./open-line.ts";

export interface EmailOptions extends SendingParts {
  /** `smtp://...`, `smtps://...` or `file:FOLDER`, the folder absolute or relative to the process. */
  readonly smtp: string;
  /** The right to log in by tokens; absent: by a password in `smtp`, or not at all. */
  readonly oauth2?: OAuth2 | undefined;
  readonly timeouts?: SmtpTimeouts;
}

const ATTEMPT_MAX_MS = 300_000;

/** Throws where `smtp` names neither a mail server nor a folder; the message never has the password. */
export function createEmail(options: EmailOptions): Output {
  const { smtp, oauth2, log, attemptMaxMs = ATTEMPT_MAX_MS } = options;
  const destination = parseDestination(smtp, oauth2 !== undefined);
  const tokens =
    oauth2 && createAccessTokens(oauth2, { http: createHttp({ retries: 1 }), clock: options.clock });
  const transport = transportOf(destination, { timeouts: options.timeouts, tokens });
  // nodemailer is loaded with the first mail: a start needs none of it.
  const compose = async (draft: MailDraft) => (await import("./mailer.ts")).compose(draft);
  return createSender("email", { ...options, transport, compose, attemptMaxMs }, () =>
    log.info({ to: describeDestination(destination) }, "delivering mails"),
  );
}

function transportOf(destination: Destination, options: LineOptions): Transport {
  if (destination.kind === "folder") return createFolderTransport(destination.folder);
  return createSmtpTransport(destination, options);
}

// The transport to a mail server, over connections that are kept for the next mails.

function createSmtpTransport(destination: SmtpDestination, options: LineOptions = {}): Transport {
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
  readonly line: SmtpLine;
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

  async send(kept: KeptLine, letter: OutgoingLetter, signal: AbortSignal): Promise<string> {
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
