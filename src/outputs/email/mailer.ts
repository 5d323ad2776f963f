/** The one file that knows nodemailer: it composes messages and speaks SMTP. */

import { createHash } from "node:crypto";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { TLSSocket } from "node:tls";
import addressparser from "nodemailer/lib/addressparser";
import MailComposer from "nodemailer/lib/mail-composer";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { tameAnswer, tameLine } from "../../lib/text/tame.ts";
import { nextTurn } from "../../lib/turns.ts";
import type { MailDraft } from "../../model/mail.ts";
import { type OutgoingLetter, SendError } from "../delivery/transport.ts";
import type { SmtpDestination } from "./destination.ts";
import { encodedWords, looksEncoded } from "./headers.ts";
import { noWay, smtpFailure } from "./smtp-failure.ts";

/** Keeps nodemailer from reading a file or fetching an address that a stranger wrote. */
const closed = { disableFileAccess: true, disableUrlAccess: true } as const;

/** Longest time of each step in all, however alive the server seems meanwhile. */
export interface SmtpTimeouts {
  /** Until a connection stands, its greeting and its encryption included. */
  readonly connectMs: number;
  readonly greetingMs: number;
  /** Until a command is answered, or a message has gone out. */
  readonly answerMs: number;
  /** Until the whole message is answered. Whoever leaves too early sends it twice. */
  readonly acceptMs: number;
}

const defaultTimeouts: SmtpTimeouts = {
  connectMs: 30_000,
  greetingMs: 30_000,
  answerMs: 60_000,
  acceptMs: 180_000,
};

/** Longest time until a server has closed a connection that we closed. */
const CLOSE_MS = 1_000;
/** Most bytes before a whole answer: empty lines, say, are no answer, and each costs a turn. */
const RESPONSE_MAX_BYTES = 65_536;

/** Mail programs look for either. */
const importance = [
  { key: "Importance", value: "high" },
  { key: "X-Priority", value: "1 (Highest)" },
];

/** The message as it goes over the wire; the same draft always gives the same bytes. */
export async function compose(draft: MailDraft): Promise<Buffer> {
  const { from, address, messageId, date, subject, text, html, extras = {} } = draft;
  const { inReplyTo, references = [], headers = {}, important, chart } = extras;
  // Part of the boundary is a hash of the parts, so no part can hold it.
  const boundary = createHash("sha256")
    .update(JSON.stringify([messageId, text, html]))
    .digest("hex");
  // Loaded with the first chart: most mails have none.
  const attachments = chart && [(await import("./chart-image.ts")).chartPart(chart.points, messageId)];
  const tamed = Object.entries(headers).map(([key, value]) => ({ key, value: headerText(value) }));
  const composer = new MailComposer({
    ...closed,
    from: headerText(from),
    // Given in parts, so that it is one address whatever stands in it.
    to: { name: "", address: headerText(address) },
    subject: subjectText(subject),
    messageId: headerText(messageId),
    ...(inReplyTo !== undefined && { inReplyTo: headerText(inReplyTo) }),
    ...(references.length > 0 && { references: references.map(headerText) }),
    date: new Date(date),
    text,
    html,
    ...(attachments && { attachments }),
    headers: [{ key: "Auto-Submitted", value: "auto-generated" }, ...(important ? importance : []), ...tamed],
    baseBoundary: boundary.slice(0, 32),
    textEncoding: "B",
    newline: "win",
  });
  return composer.compile().build();
}

/** The way to a mail server, as it was found. */
export interface Way {
  /** Version of TLS, such as TLSv1.3; undefined: nothing is encrypted. */
  readonly tls: string | undefined;
  /** Whether the server asks for a login: without that, one in the settings is never tried. */
  readonly asksForLogin: boolean;
}

/** A connection to a mail server, for one letter after another. */
export interface SmtpLine {
  /** Gives the server's answer once it has the letter. Throws a SendError. */
  send(letter: OutgoingLetter): Promise<string>;
  /** Forgets a letter that was refused; rejects where the server cannot. */
  reset(): Promise<unknown>;
  /** Whether the last letter failed since the connection had ended before, and no byte of it went out. */
  readonly isStale: boolean;
  readonly isOver: boolean;
  readonly way: Way;
  /** Takes leave of the server. */
  quit(): void;
  /** Ends what is in flight, which then rejects. */
  close(): void;
}

/** A server that greeted, and asks for a login. */
export interface Door {
  /** Tries a login as nodemailer takes it. */
  logIn(credentials: object): Promise<void>;
  /** The server's last answer. */
  answer(): string;
  /** Waits for something else, as long as the connection stands. */
  wait<T>(promise: Promise<T>): Promise<T>;
}

/** Logs in. Gives every form in which what it used could come back in a server's answer. */
export type LogIn = (door: Door, secrets: string[]) => Promise<void>;

/** Connects, and logs in where the server asks for it. Throws a SendError, also when the signal ends it. */
export async function connectLine(
  destination: SmtpDestination,
  signal: AbortSignal,
  logIn: LogIn,
  timeouts: SmtpTimeouts = defaultTimeouts,
): Promise<SmtpLine> {
  const secrets: string[] = [];
  const watched = watch(destination, timeouts);
  const { connection, step, end } = watched;
  const close = () => end(new Error("the connection was closed"));
  signal.addEventListener("abort", close, { once: true });
  // A server may ask and ask at the login, each time in time.
  const wholeMs = timeouts.connectMs + timeouts.answerMs;
  const whole = setTimeout(() => end(new Error(`nobody was let in within ${wholeMs / 1_000} s`)), wholeMs);
  try {
    signal.throwIfAborted();
    await step<unknown>((done) => connection.connect(done));
    // Whoever greets twice is a step ahead from here, and would seem to take what it refuses.
    if (!/^250/.test(connection.lastServerResponse || "")) throw new Error("EHLO was not answered with 250");
    if (wayOf(connection).asksForLogin) await logIn(doorOf(watched), secrets);
  } catch (error) {
    close();
    throw error instanceof SendError ? error : noWay(error, secrets);
  } finally {
    clearTimeout(whole);
    signal.removeEventListener("abort", close);
  }
  return lineOver(watched, secrets, close);
}

function doorOf({ connection, step }: Watched): Door {
  return {
    logIn: (credentials) => step((done) => Reflect.apply(connection.login, connection, [credentials, done])),
    answer: () => connection.lastServerResponse || "",
    wait: (promise) => step((done) => promise.then((value) => done(null, value), done)),
  };
}

/** The line over a connection that let us in. */
function lineOver({ connection, step }: Watched, secrets: readonly string[], close: () => void): SmtpLine {
  let isStale = false;
  return {
    async send({ from, address, bytes }) {
      let goAhead = "";
      const body = Readable.from(
        (function* () {
          goAhead = connection.lastServerResponse || "";
          yield bytes;
        })(),
      );
      try {
        const envelope = { from: senderOf(from), to: [address] };
        const { response } = await step<{ response: string }>((done) =>
          connection.send(envelope, body, done),
        );
        // A second answer to the same letter would be taken for the next one's; it ends the connection here.
        await nextTurn();
        return tameAnswer(response, secrets);
      } catch (error) {
        isStale = !body.readableDidRead && isBroken(error);
        // Some servers take a message after 250 as well; others read its lines as commands, and refuse those.
        const isOutOfStep = body.readableDidRead && !goAhead.startsWith("3");
        throw smtpFailure(error, secrets, isOutOfStep);
      } finally {
        body.destroy();
      }
    },
    reset: () => step<unknown>((done) => connection.reset(done)),
    get isStale() {
      return isStale;
    },
    get isOver() {
      return connection.destroyed;
    },
    get way() {
      return wayOf(connection);
    },
    quit: () => connection.quit(),
    close,
  };
}

function wayOf(connection: SMTPConnection): Way {
  const { _socket: socket } = connection;
  return {
    tls: socket instanceof TLSSocket ? (socket.getProtocol() ?? undefined) : undefined,
    asksForLogin: Reflect.get(connection, "allowsAuth") === true,
  };
}

type Watched = ReturnType<typeof watch>;
type Done<T> = (error?: Error | null, value?: T) => void;

/** A connection that ends each step, within its limit. */
function watch(destination: SmtpDestination, timeouts: SmtpTimeouts) {
  let fail = (_error: Error) => {};
  let timer: NodeJS.Timeout | undefined;
  const limit = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => end(new Error(`no answer within ${ms / 1_000} s`)), ms);
  };
  let heard: Socket | undefined;
  let heardBytes = 0;
  const hear = (socket: Socket) => {
    heard = socket;
    socket.on("data", (chunk: Buffer) => {
      heardBytes += chunk.length;
      if (heardBytes > RESPONSE_MAX_BYTES) end(new Error("the mail server answers without end"));
    });
  };
  // Told of each command, each whole answer and the end of each message: a byte now and then is none of them.
  const debug = ({ tnx }: { tnx?: string }) => {
    // Another one after it was encrypted.
    if (connection._socket && connection._socket !== heard) hear(connection._socket);
    if (tnx === "server") heardBytes = 0;
    if (tnx === "client" || tnx === "server") limit(timeouts.answerMs);
    else if (tnx === "message") limit(timeouts.acceptMs);
  };
  const logger = { level() {}, trace: debug, debug, info: debug, warn() {}, error() {}, fatal() {} };
  const connection = new SMTPConnection({
    ...connectionOptions(destination, timeouts),
    logger,
    transactionLog: true,
  });
  connection.on("error", (error: Error) => fail(error));
  connection.once("end", () => {
    clearTimeout(timer);
    // Who is told first has no reason; a step that knows one is told next.
    const failStep = fail;
    setImmediate(() => failStep(new Error("the mail server closed the connection")));
  });
  function end(error: Error): void {
    fail(error);
    connection.close();
  }
  const step = <T>(begin: (done: Done<T>) => void): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      fail = reject;
      begin((error, value) => (error ? reject(error) : resolve(value as T)));
    }).finally(() => clearTimeout(timer));
  return { connection, step, end };
}

/** Whether the connection broke, or the server said that it ends it. */
function isBroken(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return responseCode === 421 || code === "ECONNECTION" || code === "ESOCKET";
}

function connectionOptions(
  { host, port, secure, requireTls, verifyTls }: SmtpDestination,
  timeouts: SmtpTimeouts,
) {
  return {
    ...{ host, port, secure, requireTLS: requireTls, tls: { rejectUnauthorized: verifyTls } },
    connectionTimeout: timeouts.connectMs,
    dnsTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.greetingMs,
    socketTimeout: Math.max(timeouts.answerMs, timeouts.acceptMs) + CLOSE_MS,
    socketCloseTimeout: CLOSE_MS,
    maxResponseSize: RESPONSE_MAX_BYTES,
  };
}

function senderOf(from: string): string {
  return addressparser(from, { flatten: true })[0]?.address ?? "";
}

/** nodemailer leaves an encoded word as it is, so one that a stranger wrote would be read as what it hides. */
function subjectText(subject: string): string {
  const line = headerText(subject);
  return looksEncoded(line) ? encodedWords(line) : line;
}

/** One line without control characters: a header cannot be left. */
function headerText(text: string): string {
  return tameLine(text, Number.POSITIVE_INFINITY);
}
