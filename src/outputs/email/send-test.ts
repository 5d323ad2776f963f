/** Sends one mail now, for a person who wants to know whether mails arrive, and which way they go. */
import { randomUUID } from "node:crypto";
import { isIP } from "node:net";
import { connect } from "node:tls";
import { japanTime, systemClock } from "../../lib/clock.ts";
import { createHttp } from "../../lib/http/http.ts";
import { isLoopback } from "../../lib/http/url.ts";
import type { MailDraft } from "../../model/mail.ts";
import { messageOf } from "../delivery/outcomes.ts";
import { type OutgoingLetter, SendError } from "../delivery/transport.ts";
import type { TrialResult } from "../member.ts";
import { createAccessTokens, type OAuth2 } from "./access-tokens.ts";
import { parseDestination, type SmtpDestination } from "./destination.ts";
import { isAddress } from "./email.ts";
import { createFolderTransport } from "./folder-transport.ts";
import { compose, type SmtpLine, type SmtpTimeouts } from "./mailer.ts";
import { openLine } from "./open-line.ts";

export interface TestMailOptions {
  readonly smtp: string;
  readonly oauth2?: OAuth2 | undefined;
  readonly from: string;
  readonly address: string;
  readonly simulated: boolean;
  /** ms since 1970. */
  readonly now: number;
  readonly timeouts?: SmtpTimeouts | undefined;
  /** Longest time of a look at how a silent port begins; default five seconds. */
  readonly probeMs?: number;
}

/** Sends the mail. Never throws; neither the answer nor the error has a secret. */
export async function sendTestMail(options: TestMailOptions): Promise<TrialResult> {
  const { smtp, oauth2, address } = options;
  const began = performance.now();
  const seconds = () => `${((performance.now() - began) / 1_000).toFixed(1)} s`;
  try {
    const destination = parseDestination(smtp, oauth2 !== undefined);
    const draft = testDraft(options);
    const letter = { ...draft, bytes: await compose(draft) };
    if (destination.kind === "folder") {
      const message = await intoFolder(destination.folder, letter);
      return { address, ok: true, message, way: seconds() };
    }
    const { message, way, note } = await toServer(destination, letter, options);
    return { address, ok: true, message, way: `${way}; ${seconds()}`, ...(note !== "" && { note }) };
  } catch (error) {
    const way = `after ${seconds()}`;
    return { address, ok: false, message: messageOf(error), way, about: aboutOf(error) };
  }
}

/** A login is wanted, or another one. */
const loginAnswers = new Set<unknown>([530, 534, 535, 538]);

/** Whatever is said to a command is about that; to nothing, about the server. */
function aboutOf(error: unknown): TrialResult["about"] {
  const cause = error instanceof SendError && error.cause instanceof Error ? error.cause : undefined;
  const [code, command, status] = ["code", "command", "responseCode"].map(
    (name) => cause && Reflect.get(cause, name),
  );
  if (code === "EAUTH" || loginAnswers.has(status)) return "login";
  if (command === "MAIL FROM") return "sender";
  if (command === "RCPT TO") return "address";
  return error instanceof SendError && error.reason === "no-way" ? "server" : undefined;
}

async function intoFolder(folder: string, letter: OutgoingLetter): Promise<string> {
  const transport = createFolderTransport(folder);
  await transport.open();
  return transport.send(letter, new AbortController().signal);
}

async function toServer(
  destination: SmtpDestination,
  letter: OutgoingLetter,
  { oauth2, timeouts, probeMs = PROBE_MS }: TestMailOptions,
): Promise<{ message: string; way: string; note: string }> {
  if (!isAddress(letter.address)) throw new SendError("the recipient is not one bare address", "refused");
  const tokens =
    oauth2 && createAccessTokens(oauth2, { http: createHttp({ retries: 1 }), clock: systemClock });
  const { signal } = new AbortController();
  const line = await openLine(destination, signal, { timeouts, tokens }).catch((error: unknown) =>
    withProbe(error, destination, probeMs),
  );
  try {
    const message = await line.send(letter).catch((error: unknown) => withWhat(error, letter));
    return { message, way: wayWords(line, destination, oauth2), note: notes(line, destination, oauth2) };
  } finally {
    line.close();
  }
}

const PROBE_MS = 5_000;

/** A server that said nothing to plain words may wait for TLS: that is found out. */
async function withProbe(
  error: unknown,
  { host, port, secure }: SmtpDestination,
  probeMs: number,
): Promise<never> {
  const cause = error instanceof SendError ? error.cause : undefined;
  const isSilent = !(cause instanceof Error && Reflect.get(cause, "response"));
  if (secure || !isSilent || !(await beginsWithTls(host, port, probeMs))) throw error;
  const words = "the mail server begins with TLS at this port, and smtp:// does not: write smtps://";
  throw new SendError(words, "no-way", error);
}

function beginsWithTls(host: string, port: number, mostMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const name = isIP(host) === 0 ? { servername: host } : {};
    // Nothing is said over it: the certificate does not matter.
    const socket = connect({ host, port, rejectUnauthorized: false, ...name });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(mostMs, () => end(false));
    socket.once("secureConnect", () => end(true));
    socket.once("error", () => end(false));
    socket.once("close", () => end(false));
  });
}

/** Says what of the letter was refused: a sender is mended elsewhere than an address. */
function withWhat(error: unknown, { from, address }: OutgoingLetter): never {
  const cause = error instanceof SendError ? error.cause : undefined;
  if (!(error instanceof SendError) || !(cause instanceof Error)) throw error;
  const what = new Map<unknown, string>([
    ["MAIL FROM", `the sender ${from}`],
    ["RCPT TO", `the address ${address}`],
    ["DATA", "the mail itself"],
  ]).get(Reflect.get(cause, "command"));
  if (what === undefined || Reflect.get(cause, "response") === undefined) throw error;
  const verb = error.reason === "refused" ? "refuses" : "does not take";
  throw new SendError(`the mail server ${verb} ${what}: ${error.message}`, error.reason, cause);
}

function wayWords({ way }: SmtpLine, destination: SmtpDestination, oauth2: OAuth2 | undefined): string {
  const { tls, asksForLogin } = way;
  const begun = destination.secure ? "from the beginning" : "after the greeting";
  const trusted = destination.verifyTls ? "" : ", its certificate not looked at";
  const encryption = tls === undefined ? "not encrypted" : `encrypted ${begun} with ${tls}${trusted}`;
  const user = oauth2?.user ?? destination.login?.user;
  if (user === undefined || !asksForLogin) return `${encryption}; without a login`;
  return `${encryption}; logged in as ${user} by ${oauth2 === undefined ? "a password" : "OAuth2"}`;
}

const unaskedLogin = "the settings name a login, and the mail server never asked for one: it was not tried";
const plainLogin = "the login went over an unencrypted connection: others on the network can read it";

function notes({ way }: SmtpLine, { host, login }: SmtpDestination, oauth2: OAuth2 | undefined): string {
  if (login === undefined && oauth2 === undefined) return "";
  if (!way.asksForLogin) return unaskedLogin;
  return way.tls === undefined && !isLoopback(host) ? plainLogin : "";
}

function testDraft({ from, address, simulated, now }: TestMailOptions): MailDraft {
  const date = new Date(now).toISOString();
  const told = japanTime(now);
  const mark = simulated ? "[SIMULATED] " : "";
  const text = `This is a test mail of Yagura, sent ${told}. Alerts arrive the same way.\n櫓からの試験メールです。\n`;
  return {
    alertSeq: 0,
    address,
    from,
    messageId: `<test-${randomUUID()}@yagura.invalid>`,
    date,
    subject: `${mark}[Yagura] Test mail`,
    text,
    html: `<p>${text.trim().replace("\n", "<br>")}</p>\n`,
  };
}
