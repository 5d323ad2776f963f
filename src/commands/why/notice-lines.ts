/** Decisions about telling an alert, and its deliveries, in lines. */
import { tamed } from "../../app/why/values.ts";
import { timeWords } from "../../lib/text/time-words.ts";
import type { UnmailedReason } from "../../model/mail.ts";
import type { AlertAnswer, MailFacts, NoticeFacts } from "../../model/page/why.ts";
import type { LineWords } from "./line-words.ts";

/** A line for each receiver and reason. */
export function noticeLines(notices: readonly NoticeFacts[], words: LineWords): string[] {
  return notices.map(({ receiver, route, reason, message, ...rest }) => {
    const way = route === "" ? "" : words.route(tamed(route));
    const line = words.notice(`${tamed(receiver)}${way}`, reason, stateWords(rest, words), message);
    return `${line}${quietWords(rest, words)}`;
  });
}

function stateWords(
  { state, until, told }: Pick<NoticeFacts, "state" | "until" | "told">,
  words: LineWords,
): string {
  if (told !== undefined) return words.toldAt(timeWords(told.at));
  const said = words.noticeStates[state];
  return until === undefined || state !== "waiting" ? said : words.waitsUntil(said, timeWords(until));
}

function quietWords({ by, silence }: Pick<NoticeFacts, "by" | "silence">, words: LineWords): string {
  if (silence === undefined) return by === undefined ? "" : words.quiet(tamed(by));
  const { match, author, because } = silence;
  return words.silence(tamed(by ?? ""), tamed(author), tamed(match), tamed(because));
}

/** @param unmailed reason why its recipients got no mail */
export function mailsLines(
  { mails, notices }: Pick<AlertAnswer, "mails" | "notices">,
  unmailed: UnmailedReason | undefined,
  words: LineWords,
): string[] {
  // The decisions say why there is none.
  if (mails.length > 0 || notices.length > 0) return mails.flatMap((mail) => mailLines(mail, words));
  return [unmailed === undefined ? words.noMail : words.unmailed(unmailed)];
}

/** Most characters of an answer in a line. */
const longest = 500;

function mailLines(mail: MailFacts, words: LineWords): string[] {
  const { address, state, queuedAt, attempts, nextAt, tries } = mail;
  const unknown = attempts - tries.length;
  const facts = [
    words.mailStates[state],
    words.queued(timeWords(queuedAt)),
    ...(nextAt === undefined ? [] : [words.next(timeWords(nextAt), attempts === 0)]),
  ];
  return [
    words.named(tamed(address), words.listed(facts)),
    ...(unknown > 0 ? [`  ${words.unknownTries(unknown)}`] : []),
    ...tries.map(
      ({ at, outcome, answer }) => `  ${timeWords(at)} ${words.attempt(outcome, tamed(answer, longest))}`,
    ),
  ];
}
