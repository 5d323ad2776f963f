/** What a person reads of a call that was refused, in the caller's language. */
import { type Problem, problemLines } from "../lib/problem.ts";
import type { Refused } from "../lib/refused.ts";
import { type CallerLanguage, callerLanguage } from "../lib/text/language.ts";
import { inJapanese } from "../model/messages/in-japanese.ts";

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
