/** `yagura rules add`: the gallery in a terminal. It makes the rule and the file as the page does. */
import { checkRule, writeChecked } from "../../backtest/bench/check-rule.ts";
import { type Desk, neededBy, openDesk } from "../../backtest/gallery/desk.ts";
import { fillForm, listGallery } from "../../backtest/gallery/gallery.ts";
import { requireConfig } from "../../files/check-files.ts";
import { Refused } from "../../lib/problem.ts";
import { tameLine } from "../../lib/text/tame.ts";
import { callerLanguage, type Language } from "../../model/language.ts";
import type { FormValue, GalleryParam, GalleryRule } from "../../model/page/gallery.ts";
import { gallerySubjects, gallerySubjectWords, paramWords } from "../../model/page/gallery-words.ts";
import { openQuestions } from "../questions.ts";
import { printAnswer } from "../terminal.ts";

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
  if (name === undefined) return printAnswer({ rules }, options.json, () => listLines(rules, language));
  const rule = rules.find((one) => one.name === name);
  const given = givenValues(written, rule?.params ?? []);
  const asked = questions ? await askValues(rule?.params ?? [], given, language, questions.ask) : given;
  const filled = await fillForm(config, desk, { template: name, params: asked });
  const { text, file, desk: from } = filled;
  const needed = await neededBy(from, config, async () => desk);
  const { written: edit, problems, caused } = await checkRule(config, { text, file, needed });
  const inText = problems.map((problem) => ({ ...problem, file }));
  const mistakes = [...inText, ...caused].filter(({ severity }) => severity === undefined);
  if (edit === undefined || mistakes.length > 0) throw new Refused("the rule has mistakes", mistakes);
  if (options.json !== true)
    process.stdout.write(`${[...filled.besides.map(words.needs), text].join("\n")}\n`);
  const isMeant = options.yes === true || (await questions?.isWanted(words.sure(file))) === true;
  if (!isMeant) throw new Refused("nothing was written: call it with --yes");
  const replaced = await writeChecked(config, edit);
  if (replaced.kind === "changed") throw new Refused(`${file} has changed meanwhile: call it again`);
  if (replaced.kind === "refused") throw new Refused(`${file}: ${replaced.message}`);
  printAnswer({ name: filled.name, file, text }, options.json, () => [words.saved(filled.name, file)]);
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

function valueIn(text: string, { value }: GalleryParam): FormValue {
  if (typeof value === "number")
    return text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text);
  if (typeof value === "boolean")
    return /^(true|yes|y|はい)$/i.test(text) || (/^(false|no|n|いいえ)$/i.test(text) ? false : text);
  return typeof value === "string" ? text : text.split(/[,、]/).map((word) => word.trim());
}

/** An empty answer keeps the value. */
async function askValues(
  params: readonly GalleryParam[],
  given: Readonly<Record<string, FormValue>>,
  language: Language,
  ask: (question: string) => Promise<string>,
): Promise<Record<string, FormValue>> {
  const values: Record<string, FormValue> = { ...given };
  for (const param of params) {
    if (Object.hasOwn(given, param.name)) continue;
    const answer = await ask(`${paramWords(param, language)}: `);
    if (answer !== "") values[param.name] = valueIn(answer, param);
  }
  return values;
}

const wordsOf = {
  en: {
    needs: (what: string) => `# ${what} goes into the file with it`,
    lacks: (sources: string) => `needs sources that the settings lack: ${sources}`,
    sure: (file: string) => `Write this into rules/${file}? (y/N) `,
    saved: (name: string, file: string) => `${name} is in ${file}; a running monitor has it within a second.`,
  },
  ja: {
    needs: (what: string) => `# ${what} も一緒に書き込みます`,
    lacks: (sources: string) => `設定にない情報源が必要です：${sources}`,
    sure: (file: string) => `rules/${file} に書き込みますか (y/N) `,
    saved: (name: string, file: string) =>
      `${name} を ${file} に書き込みました。動作中のモニターには1秒以内に反映されます。`,
  },
};
