/** `yagura init`: the questions in their order, then the files, then what to expect of them. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Config } from "../../../config/config.ts";
import { loadConfig } from "../../../config/load-config.ts";
import { type Problem, Refused } from "../../../lib/problem.ts";
import { callerLanguage, type Language } from "../../../model/language.ts";
import { outputFor } from "../../../outputs/index.ts";
import {
  Cancelled,
  createSilentDialogue,
  createWayBack,
  type SetupDialogue,
  setupWords,
} from "./dialogue.ts";
import { checkDraft, type Draft, problemWords, readShipped, type Shipped } from "./draft.ts";
import { tellOutcome } from "./outcome.ts";
import { answerAll, type InitOptions, type Setup } from "./question.ts";
import { chatQuestion } from "./questions/chat-question.ts";
import { mailQuestion } from "./questions/mail-question.ts";
import {
  hoursQuestion,
  languageQuestion,
  linksQuestion,
  portQuestion,
} from "./questions/message-questions.ts";
import { serviceQuestion } from "./questions/service-question.ts";
import { readWatchlist, stocksQuestion } from "./questions/stocks-question.ts";
import { requireOwnSecrets, type WrittenFile, writeFiles } from "./write-files.ts";

/** The questions in their order. */
const questions = [
  serviceQuestion("market"),
  serviceQuestion("forum"),
  serviceQuestion("statistics"),
  stocksQuestion,
  mailQuestion,
  chatQuestion,
  portQuestion,
  linksQuestion,
  hoursQuestion,
  languageQuestion,
];

/** The config file to start the monitor with, where that is wanted. Throws Refused for an answer that does not hold. */
export async function init(folder: string, options: InitOptions): Promise<string | undefined> {
  const environment = process.env;
  const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true && options.json !== true;
  const shipped = readShipped(import.meta.dirname);
  const present = presentAt(resolve(folder), environment, shipped);
  const { before, config } = present;
  const there =
    before === undefined ? callerLanguage(environment) : config.outputs[outputFor.mail.name].language;
  const usual = options.language ?? there;
  const speak = isTerminal
    ? (await import("./terminal-dialogue.ts")).createTerminalDialogue
    : () => createSilentDialogue();
  let live = speak(setupWords(usual));
  let language = usual;
  const { dialogue, once, again, through } = createWayBack(() => live);
  try {
    const answered = await through(async () => {
      language = await chooseLanguage(dialogue, options, usual);
      live = speak(setupWords(language));
      const setup: Setup = {
        dialogue,
        once,
        again,
        options,
        environment,
        words: setupWords(language),
      };
      return { setup, draft: await askAll(resolve(folder), setup, { present, shipped, language }) };
    });
    return await setUp(answered.setup, answered.draft, present, shipped);
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
    process.stderr.write(`${setupWords(language).cancelled}\n`);
    process.exitCode = 1;
    return undefined;
  }
}

async function chooseLanguage(
  dialogue: SetupDialogue,
  options: InitOptions,
  language: Language,
): Promise<Language> {
  dialogue.begin(setupWords(language).title);
  if (!dialogue.isPerson || options.yes || options.language !== undefined) return language;
  const choices = [
    { value: "en" as const, label: "English" },
    { value: "ja" as const, label: "日本語" },
  ];
  return dialogue.choose("Language / 言語", choices, language);
}

/** What there is before the first question. */
interface Present {
  readonly draft: Draft;
  readonly config: Config;
  /** The text of the config file; undefined: there is none. */
  readonly before: string | undefined;
  /** Its mistakes: what is answered goes beside it then. */
  readonly mistakes: readonly Problem[];
}

/** Says where the answers go, and asks for them. */
async function askAll(
  folder: string,
  setup: Setup,
  { present, shipped, language }: { present: Present; shipped: Shipped; language: Language },
): Promise<Draft> {
  const { dialogue, words } = setup;
  const { config, before, mistakes, draft } = present;
  const isNew = isNewFor(present);
  if (mistakes.length > 0) dialogue.tell("warning", words.hasMistakes(draft.file, problemWords(mistakes)));
  const where = before === undefined ? words.willWrite(folder) : words.isThere(draft.file);
  dialogue.tell("note", dialogue.isPerson ? `${where}\n${words.keys}` : where);
  if (isNew) requireAnswers(setup);
  return answerAll(questions, { ...setup, draft, present: config, isNew, shipped, language });
}

/** Settings with mistakes are as good as none. */
function isNewFor({ before, mistakes }: Present): boolean {
  return before === undefined || mistakes.length > 0;
}

/** Writes what was answered, and says what to expect of it. */
async function setUp(
  setup: Setup,
  draft: Draft,
  present: Present,
  shipped: Shipped,
): Promise<string | undefined> {
  const { dialogue, words, options } = setup;
  const { config, before, mistakes } = present;
  const isNew = isNewFor(present);
  const checked = checkDraft(draft);
  if (!checked.ok && !dialogue.isPerson) throw new Refused(problemWords(checked.problems), checked.problems);
  const rules = checked.ok ? checked.config.rules : config.rules;
  const files: WrittenFile[] = writeFiles({
    draft,
    before,
    beside: mistakes.length > 0,
    rules,
    shipped: shipped.folder,
  });
  const file =
    files.find(({ path }) => path.startsWith(draft.file.replace(/\.ya?ml$/, "")))?.path ?? draft.file;
  if (!checked.ok) dialogue.tell("warning", words.stillWrong(problemWords(checked.problems)));
  if (checked.ok) await tellOutcome(setup, checked.config, { files, stocks: draft.stocks });
  if (!checked.ok || file !== draft.file) return undefined;
  const isChanged = files.some(({ path, what }) => path === file && what === "written");
  if (!isNew && isChanged) dialogue.tell("note", words.restart);
  const isStarted =
    options.start ?? (dialogue.isPerson && !options.yes && (await dialogue.confirm(words.start, isNew)));
  return isStarted ? file : undefined;
}

function presentAt(folder: string, environment: Setup["environment"], shipped: Shipped): Present {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new Refused(`${folder}: this is a file, and no folder`);
  const [usual, flat] = [join(folder, "config/monitor.yaml"), join(folder, "monitor.yaml")];
  const file = !existsSync(usual) && existsSync(flat) ? flat : usual;
  requireOwnSecrets(file);
  const before = existsSync(file) ? readFileSync(file, "utf8") : undefined;
  const own = before === undefined ? undefined : loadConfig(file, environment, { text: before });
  const loaded = own?.ok ? own : loadConfig(file, environment, { text: forFolder(shipped.text) });
  if (!loaded.ok) throw new Refused("the environment does not fit the settings", loaded.problems);
  const { text, config } = loaded;
  const stocks = readWatchlist(config).codes.map((code) => ({ code }));
  const draft: Draft = { file, environment, text, secrets: new Map(), stocks };
  return { draft, config, before, mistakes: own === undefined || own.ok ? [] : own.problems };
}

/** The heading of the file that ships speaks of the file that ships. */
function forFolder(text: string): string {
  return text.replace(
    /^# Yagura's settings\..*\n# same two stocks are watched\.\n/m,
    "# Yagura's settings, written by `yagura init`. Every section may be left out; call init again to change answers.\n",
  );
}

/** Without anybody to ask, what the files do not say yet has to be said by options. */
function requireAnswers({ dialogue, options, words }: Setup): void {
  if (dialogue.isPerson || options.yes) return;
  const asked = {
    "--market": options.market,
    "--forum": options.forum,
    "--statistics": options.statistics,
    "--stocks": options.stocks,
    "--mail or --chat": options.mail ?? options.chat,
  };
  const missing = Object.entries(asked).filter(([, answer]) => answer === undefined);
  const hasServer = options.smtp !== undefined || options.mail === undefined || options.mail === "none";
  const names = [...missing.map(([name]) => name), ...(hasServer ? [] : ["--smtp"])];
  if (names.length === 0) return;
  throw new Refused(words.noTerminal(names.join(", ")));
}
