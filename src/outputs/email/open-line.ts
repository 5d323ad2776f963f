/** Opens a line to a mail server: with a password, by an access token, or with no login at all. */

import { SendError } from "../delivery/transport.ts";
import type { AccessTokens } from "./access-tokens.ts";
import type { SmtpDestination } from "./destination.ts";
import { connectLine, type Door, type LogIn, type SmtpLine, type SmtpTimeouts } from "./mailer.ts";

export interface LineOptions {
  readonly timeouts?: SmtpTimeouts | undefined;
  /** Tokens to log in with instead of a password. */
  readonly tokens?: AccessTokens | undefined;
}

/** Connects, and logs in where the server asks for it. Throws a SendError, also when the signal ends it. */
export function openLine(
  destination: SmtpDestination,
  signal: AbortSignal,
  { timeouts, tokens }: LineOptions = {},
): Promise<SmtpLine> {
  if (tokens !== undefined) return openByToken(destination, signal, tokens, timeouts);
  const { login } = destination;
  const logIn: LogIn = async (door, secrets) => {
    if (login === undefined) return;
    secrets.push(...formsOf(login));
    await door.logIn({ user: login.user, pass: login.password });
  };
  return connectLine(destination, signal, logIn, timeouts);
}

/** A token may be refused before its time is over, so another one is tried, once, over another connection. */
async function openByToken(
  destination: SmtpDestination,
  signal: AbortSignal,
  tokens: AccessTokens,
  timeouts: SmtpTimeouts | undefined,
): Promise<SmtpLine> {
  let used = "";
  const logIn: LogIn = async (door, secrets) => {
    used = await door.wait(tokens.current());
    secrets.push(used, tokenWords(tokens.user, used));
    await logInByToken(door, tokens.user, used);
  };
  try {
    return await connectLine(destination, signal, logIn, timeouts);
  } catch (error) {
    if (used === "" || !isRefusedLogin(error) || signal.aborted) throw error;
    tokens.drop(used);
    // The second one stays where it is refused, too: it is not the token then.
    return connectLine(destination, signal, logIn, timeouts);
  }
}

async function logInByToken(door: Door, user: string, token: string): Promise<void> {
  let isAsked = false;
  const oauth2 = {
    // A server that explains itself before it refuses makes nodemailer ask for another token at once.
    getToken(_renew: boolean, done: (error: Error | null, token?: string) => void) {
      if (isAsked) return done(refusedBy(door.answer()));
      isAsked = true;
      done(null, token);
    },
    buildXOAuth2Token: (shown: string) => tokenWords(user, shown),
  };
  await door.logIn({ user, oauth2 });
}

function refusedBy(answer: string): Error {
  return Object.assign(new Error(`Invalid login: ${answer}`), { responseCode: Number(answer.slice(0, 3)) });
}

/** Answers to a login that another token may change. */
const refusals = new Set([534, 535]);

function isRefusedLogin(error: unknown): boolean {
  if (!(error instanceof SendError) || !(error.cause instanceof Error)) return false;
  return refusals.has(Number(Reflect.get(error.cause, "responseCode")));
}

/** A token in the form of XOAUTH2. */
function tokenWords(user: string, token: string): string {
  return Buffer.from(`user=${user}\x01auth=Bearer ${token}\x01\x01`).toString("base64");
}

/** Every form in which a login could come back in a server's answer. */
function formsOf({ user, password }: { readonly user: string; readonly password: string }): string[] {
  if (password === "") return [];
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  return [base64(`\0${user}\0${password}`), base64(password), password, encodeURIComponent(password)];
}
