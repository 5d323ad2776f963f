/** The call or a file was wrong: told in plain lines, exit status 2. */
import { type Problem, problemLines } from "../lib/problem.ts";
import { type CallerLanguage, callerLanguage } from "../lib/text/language.ts";
import { inJapanese } from "../model/messages/in-japanese.ts";
import { StoreError } from "../model/store-faults.ts";

export class Refused extends Error {
  readonly problems: readonly Problem[];

  constructor(message: string, problems: readonly Problem[] = []) {
    super(message);
    this.name = "Refused";
    this.problems = problems;
  }
}

/** Lines for a person: the message, then every mistake with its line of the file. */
export function refusalLines(
  { message, problems }: Refused,
  language: CallerLanguage = callerLanguage(process.env),
): string[] {
  return [`yagura: ${said(message, language)}`, ...problems.flatMap((one) => mistakeLines(one, language))];
}

/** Lines about a call that cannot be meant, in the caller's language. What has no translation stays as it is. */
export function callErrorText(text: string, language: CallerLanguage): string {
  return text
    .split("\n")
    .map((line) => said(line, language))
    .join("\n");
}

/** A mistake for a person, in the caller's language. What has no translation stays as it is. */
export function mistakeLines(
  problem: Problem,
  language: CallerLanguage = callerLanguage(process.env),
): string[] {
  if (language === "en") return problemLines(problem);
  const { severity, suggestion, ...rest } = problem;
  const message = `${severity === undefined ? "" : "警告："}${said(problem.message, language)}`;
  return problemLines({
    ...rest,
    message,
    ...(suggestion !== undefined && { suggestion: said(suggestion, language) }),
  });
}

function said(message: string, language: CallerLanguage): string {
  return language === "en" ? message : (inJapanese(message) ?? message);
}

/** Turns a refusal of the store, whose file is wrong, into one that ends the call with its one line. */
export function refusing<T>(open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw error instanceof StoreError ? new Refused(error.message) : error;
  }
}
