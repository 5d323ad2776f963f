/** `yagura resolve`: ends an alert by hand. */
import { controlPaths } from "../../app/answers/control-routes.ts";
import { type AnswerOptions, authorOf, giveAnswer, printGiven } from "../monitor-calls.ts";

export async function resolve(
  alert: string,
  { because, ...options }: AnswerOptions & { readonly because?: string },
): Promise<void> {
  const body = { alert, by: authorOf(options), because };
  const given = await giveAnswer(options, controlPaths.resolve, body, process.env);
  printGiven(given, options.json, `over: ended by ${given.ok ? String(given.by) : ""}`);
}
