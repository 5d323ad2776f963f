/** The questions about mails: who gets them and through which server; a test mail tries the answer. */
import type { Config } from "../../../config/config.ts";
import { outputFor } from "../../../outputs/index.ts";
import type { TrialResult } from "../../../outputs/member.ts";
import { checkDraft, type Draft, problemWords, readDraft, withSecret, withSetting } from "../draft.ts";
import { type Attempt, isAsked, type Session, settle } from "../session.ts";
import type { Words } from "../words/words.ts";
import { isNear, isWhole, mailServer, shownServer, userIn } from "./mail-server.ts";

interface MailAnswer {
  /** None: no mail leaves this machine. */
  readonly addresses: readonly string[];
  /** The whole of the server's address; absent: it is as it was. */
  readonly smtp?: string;
  readonly hasLogin: boolean;
  readonly from?: string | undefined;
}

/** The recipient whom the rules that ship name. */
const recipient = "desk";
/** Seen from the config file's folder. */
const outbox = "file:../data/outbox";

/** @param present settings as they were before */
export async function askMail(session: Session, draft: Draft, present: Config): Promise<Draft> {
  const { dialogue, words, options } = session;
  const isGiven = [options.mail, options.smtp, options.from].some((one) => one !== undefined);
  if (!isGiven && !isAsked(session, undefined)) return draft;
  const given = isGiven ? givenAnswer(session, present) : undefined;
  return settle<MailAnswer>(session, {
    option: "--mail",
    given,
    ask: (failed) => ask(session, present, failed),
    async attempt(answer): Promise<Attempt> {
      const next = applied(answer, draft);
      const read = checkDraft(next);
      if (!read.ok) return { ok: false, problem: problemWords(read.problems) };
      if (answer.addresses.length === 0) return { ok: true, draft: next, told: words.noMail };
      const results = await sendTests(read.config, answer.addresses, () =>
        dialogue.tell("working", words.sendingTo(answer.addresses)),
      );
      const failed = results.find(({ ok }) => !ok);
      if (failed !== undefined) return { ok: false, problem: failedWords(failed, words) };
      return {
        ok: true,
        draft: next,
        told: results.map((one) => words.sent(one.address, wayOf(one))).join("\n"),
      };
    },
    untried: (answer) => applied(answer, draft),
    skipped: draft,
  });
}

function sendTests(
  config: Config,
  addresses: readonly string[],
  begins: () => void,
): Promise<readonly TrialResult[]> {
  begins();
  // A person asks for this mail, so that it says nothing of simulated data.
  const how = { simulated: false, now: Date.now() };
  const { trial } = outputFor.mail;
  return Promise.all(addresses.flatMap((each) => trial?.send(settingsIn(config), each, how) ?? []));
}

function settingsIn({ outputs }: Config) {
  return outputs[outputFor.mail.name];
}

/** An answer of a mail or chat service that took no test message. */
export function failedWords({ address, message, note }: TrialResult, words: Words): string {
  return [words.notSent(address), message, note].filter((line) => line !== undefined).join("\n");
}

export function wayOf({ way, note }: TrialResult): string {
  return [way, note].filter((text) => text !== undefined).join("; ");
}

function givenAnswer({ options, environment }: Session, present: Config): MailAnswer {
  const before = presentAddresses(present);
  const addresses = options.mail === undefined ? before : addressesIn(options.mail);
  const { smtp, smtpUser: user } = options;
  const password = options.smtpPassword ?? environment.YAGURA_SMTP_PASSWORD ?? "";
  if (smtp === undefined) return { addresses, hasLogin: false, from: options.from };
  const login = user === undefined || user === "none" ? undefined : { user, password };
  const server = mailServer(smtp, login);
  const sender = server.isFolder ? undefined : senderOf(server.smtp, addresses);
  return { addresses, smtp: server.smtp, hasLogin: server.hasLogin, from: options.from ?? sender };
}

async function ask(
  { dialogue, words }: Session,
  present: Config,
  failed: MailAnswer | undefined,
): Promise<MailAnswer> {
  const before = failed?.addresses ?? presentAddresses(present);
  const written = await dialogue.text({
    message: words.mailTo,
    initial: before.join(", "),
    example: words.mailExample,
  });
  const addresses = addressesIn(written);
  if (addresses.length === 0) return { addresses, hasLogin: false };
  const there = shownServer(settingsIn(present).smtp);
  const server = await dialogue.text({
    message: words.mailServer,
    initial: failed?.smtp === undefined ? there : shownServer(failed.smtp),
    example: "mail.example.jp:587",
  });
  // Whoever leaves the server as it is need not type its password again.
  if (failed === undefined && server !== "" && server === there) return { addresses, hasLogin: false };
  if (server === "") return { addresses, smtp: outbox, hasLogin: false };
  const asksLogin = !isWhole(server) && !isNear(server);
  const user = asksLogin
    ? await dialogue.text({ message: words.mailUser, initial: userIn(failed?.smtp ?? "") ?? addresses[0] })
    : "";
  const login = user === "" ? undefined : { user, password: await dialogue.secret(words.mailPassword(user)) };
  const { smtp, hasLogin, isFolder } = mailServer(server, login);
  return { addresses, smtp, hasLogin, ...(!isFolder && { from: senderOf(smtp, addresses) }) };
}

/** Servers mostly take mails only from whoever logged in. */
function senderOf(smtp: string, addresses: readonly string[]): string | undefined {
  const user = userIn(smtp);
  const address = user?.includes("@") ? user : addresses[0];
  return address === undefined ? undefined : `Yagura <${address}>`;
}

function addressesIn(text: string): string[] {
  return text === "none" ? [] : text.split(/[,\s、]+/).filter((each) => each !== "");
}

/** Addresses of the settings; the one that ships as an example is none. */
function presentAddresses(present: Config): readonly string[] {
  const all = settingsIn(present).recipients[recipient] ?? [];
  return all.filter((each) => each !== "trader@example.com");
}

/** Without an address mails stay in a folder, where whoever looks at them finds them. */
function applied({ addresses, smtp, hasLogin, from }: MailAnswer, draft: Draft): Draft {
  if (addresses.length === 0)
    return isFolder(draft) ? draft : withSetting(draft, [outputFor.mail.name, "smtp"], outbox);
  const to = withSetting(draft, [outputFor.mail.name, "recipients", recipient], addresses);
  const named = from === undefined ? to : withSetting(to, [outputFor.mail.name, "from"], from);
  if (smtp === undefined) return named;
  const path = [outputFor.mail.name, "smtp"];
  return hasLogin ? withSecret(named, path, "smtp-server", smtp) : withSetting(named, path, smtp);
}

function isFolder(draft: Draft): boolean {
  const read = readDraft(draft);
  return read.ok && settingsIn(read.config).smtp.startsWith("file:");
}
