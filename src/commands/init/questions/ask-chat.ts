/** The question about a chat: where it is, and that whatever the desk is mailed comes there, too. */
import type { Config } from "../../../config/config.ts";
import { outputFor } from "../../../outputs/index.ts";
import {
  checkDraft,
  type Draft,
  problemWords,
  readDraft,
  withFirstOf,
  withSecret,
  withSetting,
} from "../draft.ts";
import { type Attempt, isAsked, type Session, settle } from "../session.ts";
import { failedWords, wayOf } from "./ask-mail.ts";

/** What each format is told besides its name; the first is the secret. */
const formats = {
  slack: ["url"],
  discord: ["url"],
  line: ["token", "to"],
  telegram: ["token", "chat"],
  ntfy: ["topic"],
} as const satisfies Record<string, readonly string[]>;

type Format = keyof typeof formats;
const formatNames = Object.keys(formats) as Format[];

interface ChatAnswer {
  readonly format: string;
  readonly settings: Readonly<Record<string, string>>;
}

const none: ChatAnswer = { format: "none", settings: {} };
const target = "chat";
const receiver = `${outputFor.chat.name}:${target}`;
/** The recipient of the rules that ship, and of those that a person writes after their example. */
const mailed = `${outputFor.mail.name}:desk`;

export async function askChat(session: Session, draft: Draft, present: Config): Promise<Draft> {
  const { dialogue, words, options } = session;
  if (options.chat === undefined && !isAsked(session, undefined)) return draft;
  const isThere = Object.hasOwn(present.outputs[outputFor.chat.name].targets, target);
  const given =
    options.chat === undefined ? undefined : { format: options.chat, settings: pairs(options.chatSetting) };
  return settle<ChatAnswer>(session, {
    option: "--chat",
    given,
    ask: () => ask(session, isThere),
    async attempt(answer): Promise<Attempt> {
      if (answer.format === "none") return { ok: true, draft };
      if (!formatNames.some((name) => name === answer.format))
        return { ok: false, problem: words.chatFormats(formatNames.join(", ")) };
      const next = applied(answer, draft);
      const read = checkDraft(next);
      if (!read.ok) return { ok: false, problem: problemWords(read.problems) };
      dialogue.tell("working", words.sendingTo([answer.format]));
      const { name, trial } = outputFor.chat;
      const how = { simulated: false, now: Date.now() };
      const result = await trial?.send(read.config.outputs[name], target, how);
      if (result === undefined || result.ok)
        return {
          ok: true,
          draft: next,
          told: words.sent(answer.format, result === undefined ? "" : wayOf(result)),
        };
      return { ok: false, problem: failedWords(result, words) };
    },
    untried: (answer) => (answer.format === "none" ? draft : applied(answer, draft)),
    skipped: draft,
  });
}

async function ask({ dialogue, words }: Session, isThere: boolean): Promise<ChatAnswer> {
  const choices = formatNames.map((value) => ({ value, label: words.chats[value] }));
  const first = { value: "none" as const, label: isThere ? words.chatAsItIs : words.noChat };
  const format = await dialogue.choose(words.chat, [first, ...choices], "none");
  if (format === "none") return none;
  const settings: Record<string, string> = {};
  for (const [index, key] of formats[format].entries()) {
    const message = words.chatSettings[key];
    settings[key] = index === 0 ? await dialogue.secret(message) : await dialogue.text({ message });
  }
  return { format, settings };
}

function pairs(written: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    written.map((pair) => {
      const at = pair.indexOf("=");
      return at === -1 ? [pair, ""] : [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

function applied({ format, settings }: ChatAnswer, draft: Draft): Draft {
  const at = [outputFor.chat.name, "targets", target];
  const [secret = "url"] = formats[format as Format] ?? [];
  const begun = withSetting(draft, at, { format, ...settings });
  const kept = settings[secret]
    ? withSecret(begun, [...at, secret], `chat-${secret}`, settings[secret])
    : begun;
  const read = readDraft(kept);
  const routes = read.ok ? (read.config.alerts?.routes ?? []) : [];
  if (routes.some(({ to = [] }) => (to as readonly string[]).includes(receiver))) return kept;
  // A route that is there already may be the last that is asked, so this one comes first and lets the others be asked, too.
  return withFirstOf(kept, ["alerts", "routes"], {
    ...{ match: `notify=${mailed}`, to: [receiver], continue: true },
  });
}
