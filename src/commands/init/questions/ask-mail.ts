/** The questions about mails: who gets them and through which server; a test mail tries the answer. */
import type { Config } from "../../../config/config.ts";
import { outputFor } from "../../../outputs/index.ts";
import type { TrialResult } from "../../../outputs/member.ts";
import { checkDraft, type Draft, readDraft, withSecret, withSetting } from "../draft.ts";
import { type Attempt, isAsked, mistaken, type Part, type Session, settle } from "../session.ts";
import type { Words } from "../words/words.ts";
import { isNear, isWhole, mailServer, shownServer, userIn } from "./mail-server.ts";

interface MailAnswer {
  /** None: no mail leaves this machine. */
  readonly addresses: readonly string[];
  /** The whole of the server's address; absent: it is as it was. */
  readonly smtp?: string;
  readonly hasLogin: boolean;
  readonly from?: string | undefined;
  /** A person was asked. */
  readonly asked?: boolean;
}

/** The recipient whom the rules that ship name. */
const recipient = "desk";
/** Seen from the config file's folder. */
const outbox = "file:../data/outbox";

/** @param present settings as they were before */
export async function askMail(session: Session, draft: Draft, present: Config): Promise<Draft> {
  const { dialogue, words, options, once } = session;
  const { mail, smtp, smtpUser, smtpPassword, from } = options;
  const isGiven = [mail, smtp, smtpUser, smtpPassword, from].some((one) => one !== undefined);
  if (!isGiven && !isAsked(session, undefined)) return draft;
  const parts = partsOf(words);
  const isLogin = smtpUser !== undefined || smtpPassword !== undefined;
  // What a person is asked for a login is asked after the server.
  const lacksServer = ({ smtp: server, asked }: MailAnswer) =>
    isLogin && asked !== true && server === undefined;
  const section = outputFor.mail.name;
  const placesOf = ({ addresses }: MailAnswer) => [
    [[section, "smtp"], parts.server] as const,
    [[section, "from"], parts.sender] as const,
    ...addresses.map((_, index) => [[section, "recipients", recipient, index], parts.address] as const),
  ];
  return settle<MailAnswer>(session, {
    option: "--mail",
    places: placesOf,
    given: isGiven ? givenAnswer(session, present) : undefined,
    ask: () => ask(session, present),
    async attempt(answer): Promise<Attempt> {
      if (lacksServer(answer)) return { ok: false, problem: words.noServerForLogin, part: parts.server };
      const next = applied(answer, draft);
      const read = checkDraft(next);
      if (!read.ok) return mistaken(next, read.problems, placesOf(answer));
      if (answer.addresses.length === 0) return { ok: true, draft: next, told: words.noMail };
      dialogue.tell("working", words.sendingTo(answer.addresses));
      const results = await once(() => sendTests(read.config, answer.addresses));
      const failed = results.find(({ ok }) => !ok);
      if (failed !== undefined)
        return { ok: false, problem: failedWords(failed, words), part: failed.about && parts[failed.about] };
      return {
        ok: true,
        draft: next,
        told: results.map((one) => words.sent(one.address, one)).join("\n"),
      };
    },
    untried: (answer) => (lacksServer(answer) ? undefined : applied(answer, draft)),
    skipped: draft,
  });
}

/** The parts of the answer, by the words that a test mail has for them. */
function partsOf(words: Words): Record<NonNullable<TrialResult["about"]>, Part> {
  return {
    server: { option: "--smtp", question: words.mailServer, mistake: words.mailMistakes.server },
    login: { option: "--smtp-user, --smtp-password", question: words.mailUser, withNext: true },
    sender: { option: "--from", question: words.mailUser, withNext: true },
    address: { option: "--mail", question: words.mailTo, mistake: words.mailMistakes.address },
  };
}

function sendTests(config: Config, addresses: readonly string[]): Promise<readonly TrialResult[]> {
  // A person asks for this mail, so that it says nothing of simulated data.
  const how = { simulated: false, now: Date.now() };
  const { trial } = outputFor.mail;
  return Promise.all(addresses.flatMap((each) => trial?.send(settingsIn(config), each, how) ?? []));
}

function settingsIn({ outputs }: Config) {
  return outputs[outputFor.mail.name];
}

/** The answer of a mail or chat service that took no test message, with what to look at. */
export function failedWords({ address, message, note, about }: TrialResult, words: Words): string {
  const hint = about && words.mailHints[about];
  return [words.notSent(address), hint, message, note].filter((line) => line !== undefined).join("\n");
}

function givenAnswer({ options, environment }: Session, present: Config): MailAnswer {
  const before = presentAddresses(present);
  const addresses = options.mail === undefined ? before : addressesIn(options.mail);
  const { smtpUser: user, smtpPassword } = options;
  const password = smtpPassword ?? environment.YAGURA_SMTP_PASSWORD ?? "";
  const isNewLogin = user !== undefined || smtpPassword !== undefined;
  const named = options.smtp ?? (isNewLogin ? shownServer(settingsIn(present).smtp) : undefined);
  if (named === undefined) return { addresses, hasLogin: false, from: options.from };
  const known = user ?? (options.smtp === undefined ? userIn(settingsIn(present).smtp) : undefined);
  const login = known === undefined || known === "none" ? undefined : { user: known, password };
  const server = mailServer(named, login);
  const sender = server.isFolder ? undefined : senderOf(server.smtp, addresses);
  return { addresses, smtp: server.smtp, hasLogin: server.hasLogin, from: options.from ?? sender };
}

async function ask({ dialogue, words }: Session, present: Config): Promise<MailAnswer> {
  const written = await dialogue.text({
    message: words.mailTo,
    initial: presentAddresses(present).join(", "),
    example: words.mailExample,
  });
  const addresses = addressesIn(written);
  if (addresses.length === 0) return { addresses, hasLogin: false, asked: true };
  const { smtp: before } = settingsIn(present);
  const there = shownServer(before);
  const server = await dialogue.text({
    message: words.mailServer,
    initial: there,
    example: "mail.example.jp:587",
  });
  if (server === "") return { addresses, smtp: outbox, hasLogin: false };
  const isKept = server === there;
  const known = isKept ? (userIn(before) ?? "") : isNear(server) ? "" : addresses[0];
  const user = isWhole(server) ? "" : await dialogue.text({ message: words.mailUser, initial: known });
  const isKnown = isKept && user === known;
  // Whoever leaves the server as it is need not type its password again.
  const password =
    user === "" ? "" : await dialogue.secret((isKnown ? words.mailPasswordOrKeep : words.mailPassword)(user));
  if (isKnown && password === "") return { addresses, hasLogin: false, asked: true };
  const { smtp, hasLogin, isFolder } = mailServer(server, user === "" ? undefined : { user, password });
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
