/** The questions about mails: who gets them and through which server; a test mail tries the answer. */
import type { Config } from "../../../../config/config.ts";
import { outputFor } from "../../../../outputs/index.ts";
import type { TrialResult } from "../../../../outputs/member.ts";
import { checkDraft, type Draft, readDraft, withSecret, withSetting } from "../draft.ts";
import {
  type AnswerPart,
  type AnswerPlaces,
  mistaken,
  type SetupQuestion,
  type SetupState,
  type TriedAnswer,
} from "../question.ts";
import type { Words } from "../words/english.ts";

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

export function mailQuestion(state: SetupState): SetupQuestion<MailAnswer> {
  const { dialogue, words, options, once, draft } = state;
  const { mail, smtp, smtpUser, smtpPassword, from } = options;
  const isGiven = [mail, smtp, smtpUser, smtpPassword, from].some((one) => one !== undefined);
  const parts = partsOf(words);
  const isLogin = smtpUser !== undefined || smtpPassword !== undefined;
  // What a person is asked for a login is asked after the server.
  const lacksServer = ({ smtp: server, asked }: MailAnswer) =>
    isLogin && asked !== true && server === undefined;
  const places = (answer: MailAnswer) => placesOf(answer, parts);
  return {
    option: "--mail",
    places,
    given: isGiven ? givenAnswer(state) : undefined,
    ask: () => ask(state),
    async trial(answer): Promise<TriedAnswer> {
      if (lacksServer(answer)) return { ok: false, problem: words.noServerForLogin, part: parts.server };
      const next = applied(answer, draft);
      const read = checkDraft(next);
      if (!read.ok) return mistaken(next, read.problems, places(answer));
      if (answer.addresses.length === 0) return { ok: true, draft: next, message: words.noMail };
      dialogue.tell("working", words.sendingTo(answer.addresses));
      const results = await once(() => sendTests(read.config, answer.addresses));
      const failed = results.find(({ ok }) => !ok);
      if (failed !== undefined)
        return { ok: false, problem: failedWords(failed, words), part: failed.about && parts[failed.about] };
      const message = results.map((one) => words.sent(one.address, one)).join("\n");
      return { ok: true, draft: next, message };
    },
    effect: (answer) => (lacksServer(answer) ? undefined : applied(answer, draft)),
  };
}

type MailParts = Record<NonNullable<TrialResult["about"]>, AnswerPart>;

function placesOf({ addresses }: MailAnswer, { server, sender, address }: MailParts): AnswerPlaces {
  const section = outputFor.mail.name;
  return [
    [[section, "smtp"], server],
    [[section, "from"], sender],
    ...addresses.map((_, index) => [[section, "recipients", recipient, index], address] as const),
  ];
}

/** The parts of the answer, by the words that a test mail has for them. */
function partsOf(words: Words): MailParts {
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

function givenAnswer({ options, environment, present }: SetupState): MailAnswer {
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

async function ask({ dialogue, words, present }: SetupState): Promise<MailAnswer> {
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
  const user = isWholeAddress(server) ? "" : await dialogue.text({ message: words.mailUser, initial: known });
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

// The mail server as people name it: its host, or a whole address.

interface MailServer {
  /** As the settings write it; with a login it is a secret. */
  readonly smtp: string;
  readonly hasLogin: boolean;
  readonly isFolder: boolean;
}

const tlsPort = "465";

/** Whether a text says everything: a folder, or an address with its login. */
export function isWholeAddress(text: string): boolean {
  return text.startsWith("file:") || (/^smtps?:\/\//.test(text) && text.includes("@"));
}

/** Whether a server on this machine is meant, which asks for no login. */
export function isNear(text: string): boolean {
  return /^(smtps?:\/\/)?(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?\/?$/i.test(text);
}

/**
 * The server's address with its login. Port 465 speaks TLS from the beginning, every other one after the greeting.
 * Characters that mean something in an address are encoded.
 */
export function mailServer(text: string, login: { user: string; password: string } | undefined): MailServer {
  const isFolder = text.startsWith("file:");
  if (isFolder || isWholeAddress(text)) return { smtp: text, hasLogin: !isFolder, isFolder };
  // What speaks another language is no mail server, and is told so.
  if (/^(?!smtps?:)[a-z][a-z\d+.-]*:\/\//i.test(text)) return { smtp: text, hasLogin: false, isFolder };
  const [, written, host = text] = /^(smtps?):\/\/(.*)$/.exec(text) ?? [];
  const scheme = written ?? (host.endsWith(`:${tlsPort}`) ? "smtps" : "smtp");
  if (login === undefined) return { smtp: `${scheme}://${host}`, hasLogin: false, isFolder };
  const { user, password } = login;
  const smtp = `${scheme}://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${host}`;
  return { smtp, hasLogin: true, isFolder };
}

/** The server without its login, as it may be shown; undefined where nothing can be shown. */
export function shownServer(smtp: string): string | undefined {
  if (smtp.startsWith("file:")) return undefined;
  return URL.canParse(smtp) ? `${new URL(smtp).protocol}//${new URL(smtp).host}` : undefined;
}

/** The user of a login within an address. */
function userIn(smtp: string): string | undefined {
  if (!URL.canParse(smtp)) return undefined;
  const { username } = new URL(smtp);
  return username === "" ? undefined : decodeURIComponent(username);
}
