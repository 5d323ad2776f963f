/** The question about a chat: where it is, and that whatever the desk is mailed comes there, too. */
import { outputFor } from "../../../../outputs/index.ts";
import { checkDraft, type Draft, readDraft, withFirstOf, withSecret, withSetting } from "../draft.ts";
import {
  type AnswerPlaces,
  mistaken,
  type Setup,
  type SetupQuestion,
  type SetupState,
  type TriedAnswer,
} from "../question.ts";
import type { ChatFormat, Words } from "../words/english.ts";
import { failedWords } from "./mail-question.ts";

/** The setting of each chat that is its secret, which is asked first. */
export const chatSecrets: Readonly<Record<ChatFormat, string>> = {
  slack: "url",
  discord: "url",
  line: "token",
  telegram: "token",
  ntfy: "topic",
  apprise: "url",
};

export const chatFormats = Object.keys(chatSecrets) as ChatFormat[];

interface ChatAnswer {
  readonly format: string;
  readonly settings: Readonly<Record<string, string>>;
}

const none: ChatAnswer = { format: "none", settings: {} };
const target = "chat";
const section = outputFor.chat.name;
const receiver = `${section}:${target}`;
/** The recipient of the rules that ship, and of those that a person writes after their example. */
const mailed = `${outputFor.mail.name}:desk`;

export function chatQuestion(state: SetupState): SetupQuestion<ChatAnswer> {
  const { dialogue, words, options, once, draft, present } = state;
  const isThere = Object.hasOwn(present.outputs[section].targets, target);
  const given =
    options.chat === undefined ? undefined : { format: options.chat, settings: pairs(options.chatSetting) };
  return {
    option: "--chat",
    places: ({ format }) => (isFormat(format) ? placesOf(format, words) : []),
    given,
    ask: () => ask(state, isThere),
    async trial(answer): Promise<TriedAnswer> {
      if (answer.format === "none") return { ok: true, draft };
      if (!isFormat(answer.format))
        return { ok: false, problem: words.chatFormats([...chatFormats, "none"].join(", ")) };
      const chat = words.chats[answer.format];
      const next = applied(answer, draft);
      const read = checkDraft(next);
      if (!read.ok) return mistaken(next, read.problems, placesOf(answer.format, words));
      dialogue.tell("working", words.sendingTo([chat.name]));
      const { name, trial } = outputFor.chat;
      const how = { simulated: false, now: Date.now() };
      const result = await once(async () => trial?.send(read.config.outputs[name], target, how));
      if (result?.ok === false) {
        const failed = failedWords({ ...result, address: chat.name }, words);
        const [first] = placesOf(answer.format, words);
        return {
          ok: false,
          problem: `${failed}\n${chat.hint}`,
          part: first && { ...first[1], withNext: true },
        };
      }
      return { ok: true, draft: next, message: words.sent(chat.name, result ?? {}) };
    },
    effect: (answer) =>
      answer.format === "none" ? draft : isFormat(answer.format) ? applied(answer, draft) : undefined,
  };
}

function isFormat(name: string): name is ChatFormat {
  return Object.hasOwn(chatSecrets, name);
}

/** The settings of the target, each with the option and the question that say it. */
function placesOf(format: ChatFormat, words: Words): AnswerPlaces {
  const at = [section, "targets", target];
  const own = words.chats[format].settings.map(
    ({ key, question, mistake }) =>
      [[...at, key], { option: `--chat-setting ${key}=...`, question, mistake }] as const,
  );
  return [...own, [at, { option: "--chat-setting" }]];
}

async function ask({ dialogue, words }: Setup, isThere: boolean): Promise<ChatAnswer> {
  const choices = chatFormats.map((value) => ({ value, label: words.chats[value].name }));
  const first = { value: "none" as const, label: isThere ? words.chatAsItIs : words.noChat };
  const format = await dialogue.choose(words.chat, [first, ...choices], "none");
  if (format === "none") return none;
  const chat = words.chats[format];
  dialogue.tell("note", chat.help);
  const settings: Record<string, string> = {};
  for (const { key, question, usual } of chat.settings) {
    const isSecret = key === chatSecrets[format];
    const answer = isSecret
      ? await dialogue.secret(question)
      : await dialogue.text({ message: question, initial: usual });
    if (usual === undefined || (answer !== "" && answer !== usual)) settings[key] = answer;
  }
  return { format, settings };
}

function pairs(written: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(
    written.map((pair) => {
      const at = pair.indexOf("=");
      return at === -1 ? [pair, ""] : [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

function applied({ format, settings }: ChatAnswer, draft: Draft): Draft {
  const at = [section, "targets", target];
  const secret = isFormat(format) ? chatSecrets[format] : "url";
  const begun = withSetting(draft, at, { format, ...settings });
  const kept = settings[secret]
    ? withSecret(begun, [...at, secret], `chat-${secret}`, settings[secret])
    : begun;
  const read = readDraft(kept);
  const routes = read.ok ? (read.config.alerts?.routes ?? []) : [];
  if (routes.some(({ to = [] }) => (to as readonly string[]).includes(receiver))) return kept;
  // A route that is there already may be the last that is asked, so this one comes first and lets the others be asked, too.
  return withFirstOf(kept, ["alerts", "routes"], {
    match: `notify=${mailed}`,
    to: [receiver],
    continue: true,
  });
}
