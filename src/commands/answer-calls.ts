/** Calls by which commands answer alerts in a running monitor, and how they end. */
import { userInfo } from "node:os";
import { requireConfig } from "../app/files/check-files.ts";
import { Refused, refusing } from "../app/refused.ts";
import type { Config } from "../config/config.ts";
import { openStoreReader, type StoreReader } from "../store/reader.ts";
import { seeMonitor, type Told, tellMonitor } from "./monitor-calls.ts";

/** Options of every command that answers something. */
export interface AnswerOptions {
  readonly config: string;
  readonly json?: boolean;
  readonly token?: string;
  readonly author?: string;
}

/** The name of the system's user: for the log, so that others know whom to ask. */
export function authorOf({ author }: Pick<AnswerOptions, "author">): string {
  if (author !== undefined) return author;
  try {
    return userInfo().username;
  } catch {
    // A container's user may have no name.
    return process.env.USER || "somebody";
  }
}

/** `ok: false`: the monitor could not do it, or there is nothing to do it to. */
export type AnswerGiven =
  | ({ readonly ok: true; readonly already: boolean } & Readonly<Record<string, unknown>>)
  | { readonly ok: false; readonly error: string };

/** Throws Refused where what is asked for cannot be meant, or no monitor answers. */
export async function giveAnswer(
  { config: file, token }: Pick<AnswerOptions, "config" | "token">,
  path: string,
  body: object,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<AnswerGiven> {
  const config = requireConfig(file, environment);
  const secret = token ?? (environment.YAGURA_TOKEN || undefined);
  return givenBy(await tellMonitor(config, path, body, secret));
}

/**
 * Asks a running monitor, and where none runs its database.
 * @param token what the monitor asks for
 */
export async function seenOrKept<Facts>(
  config: Config,
  path: string,
  token: string | undefined,
  ways: { seen(answer: Told["answer"]): Facts; kept(reader: StoreReader): Facts },
): Promise<Facts> {
  const told = await seeMonitor(config, path, token);
  if (told !== undefined) {
    if (told.status !== 200) throw new Refused(String(told.answer.error));
    return ways.seen(told.answer);
  }
  const reader = refusing(() => openStoreReader(config.state));
  try {
    return refusing(() => ways.kept(reader));
  } finally {
    reader.close();
  }
}

function givenBy({ status, answer }: Told): AnswerGiven {
  if (status === 200) return { ok: true, ...answer, already: answer.already === true };
  const error = String(answer.error);
  if (status === 404 || status === 409 || status >= 500) return { ok: false, error };
  throw new Refused(error);
}

/** Prints what became of an answer; the exit status says it, too. */
export function printGiven(given: AnswerGiven, json: boolean | undefined, words: string): void {
  if (json) process.stdout.write(`${JSON.stringify(given)}\n`);
  else if (given.ok) process.stdout.write(`${given.already ? "already " : ""}${words}\n`);
  else process.stderr.write(`yagura: ${given.error}\n`);
  if (!given.ok) process.exitCode = 1;
}
