/** `yagura rules add`: the gallery in a terminal. It makes the rule and the file as the page does. */
import { checkRule, writeChecked } from "../../backtest/bench/check-rule.ts";
import { type Desk, neededBy, openDesk } from "../../backtest/gallery/desk.ts";
import { fillForm, listGallery } from "../../backtest/gallery/gallery.ts";
import type { Config } from "../../config/config.ts";
import { requireConfig } from "../../files/check-files.ts";
import { Refused } from "../../lib/problem.ts";
import { tameLine } from "../../lib/text/tame.ts";
import { callerLanguage, type Language } from "../../model/language.ts";
import type { FillAsked, FormValue, GalleryParam, GalleryRule } from "../../model/page/gallery.ts";
import { gallerySubjects, gallerySubjectWords, paramWords } from "../../model/page/gallery-words.ts";
import { openQuestions } from "../questions.ts";
import { printAnswer } from "../terminal.ts";
import { askForRule, valueIn } from "./ask-for-rule.ts";

interface Options {
  readonly config: string;
  readonly param?: readonly string[];
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** @param openRules opens the rules of the desk */
export async function addRule(
  name: string | undefined,
  options: Options,
  openRules: () => Promise<Desk> = openDesk,
): Promise<void> {
  const questions = options.yes === true || options.json === true ? undefined : openQuestions();
  const language = callerLanguage(process.env);
  const words = wordsOf[language];
  const config = requireConfig(options.config, process.env);
  const written = (options.param ?? []).map(namedValue);
  const desk = await openRules();
  const { rules } = await listGallery(config, desk, language);
  const shown = { config, desk, words, isPrinted: options.json !== true };
  if (name === undefined) {
    printAnswer({ rules }, options.json, () => listLines(rules, language));
    if (questions === undefined) return;
  }
  const given = (params: readonly GalleryParam[]) => givenValues(written, params);
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const make = (template: string, params: FillAsked["params"]) => makeRule({ template, params }, shown);
  const made = questions
    ? await askForRule({ name, rules, language, ask: questions.ask, say, given, make })
    : await make(name ?? "", given(rules.find((one) => one.name === name)?.params ?? []));
  if (made === undefined) return say(words.left);
  if (questions === undefined && options.yes !== true)
    throw new Refused("nothing was written: call it with --yes");
  const { file, text } = made;
  const replaced = await writeChecked(config, made.edit);
  if (replaced.kind === "changed") throw new Refused(`${file} has changed meanwhile: call it again`);
  if (replaced.kind === "refused") throw new Refused(`${file}: ${replaced.message}`);
  printAnswer({ name: made.name, file, text }, options.json, () => [words.saved(made.name, file)]);
}

interface Shown {
  readonly config: Config;
  readonly desk: Desk;
  readonly words: (typeof wordsOf)[Language];
  readonly isPrinted: boolean;
}

/** The rule as it would be written, shown to the person. Rejects with Refused where it has mistakes. */
async function makeRule(asked: FillAsked, { config, desk, words, isPrinted }: Shown) {
  const filled = await fillForm(config, desk, asked);
  const { text, file, desk: from } = filled;
  const needed = await neededBy(from, config, async () => desk);
  const { written: edit, problems, caused } = await checkRule(config, { text, file, needed });
  const inText = problems.map((problem) => ({ ...problem, file }));
  const mistakes = [...inText, ...caused].filter(({ severity }) => severity === undefined);
  if (edit === undefined || mistakes.length > 0) throw new Refused("the rule has mistakes", mistakes);
  if (isPrinted) process.stdout.write(`${[...filled.besides.map(words.needs), text].join("\n")}\n`);
  return { ...filled, edit };
}

const longest = 300;

function listLines(rules: readonly GalleryRule[], language: Language): string[] {
  return gallerySubjects.flatMap((subject) => {
    const own = rules.filter((rule) => rule.subject === subject);
    if (own.length === 0) return [];
    const shown = own.flatMap(({ name, displayName, about, params, lacks }) => [
      `  ${tameLine(name, longest)}: ${tameLine(displayName[language], longest)}`,
      ...(about[language] === "" ? [] : [`      ${tameLine(about[language], longest)}`]),
      ...params.map((param) => `      ${param.name}: ${tameLine(paramWords(param, language), longest)}`),
      ...(lacks.length === 0
        ? []
        : [`      ${wordsOf[language].lacks(lacks.map(({ source }) => source).join(", "))}`]),
    ]);
    return [gallerySubjectWords[language][subject], ...shown];
  });
}

type Named = readonly [name: string, text: string];

/** Throws Refused where it is not NAME=VALUE. */
function namedValue(written: string): Named {
  const [, name, text] = /^([^=]+)=(.*)$/s.exec(written) ?? [];
  if (name !== undefined && text !== undefined) return [name, text];
  throw new Refused("a parameter is given as NAME=VALUE, as in level=3");
}

/** Values of the kinds that the parameters have. */
function givenValues(written: readonly Named[], params: readonly GalleryParam[]): Record<string, FormValue> {
  return Object.fromEntries(
    written.map(([name, text]) => {
      const param = params.find((own) => own.name === name);
      return [name, param === undefined ? text : valueIn(text, param)];
    }),
  );
}

const wordsOf = {
  en: {
    needs: (what: string) => `# ${what} goes into the file with it`,
    lacks: (sources: string) => `needs sources that the settings lack: ${sources}`,
    left: "nothing was written",
    saved: (name: string, file: string) => `${name} is in ${file}; a running monitor has it within a second.`,
  },
  ja: {
    needs: (what: string) => `# ${what} も一緒に書き込みます`,
    lacks: (sources: string) => `設定にない情報源が必要です：${sources}`,
    left: "何も書き込みませんでした",
    saved: (name: string, file: string) =>
      `${name} を ${file} に書き込みました。動作中のモニターには1秒以内に反映されます。`,
  },
};
