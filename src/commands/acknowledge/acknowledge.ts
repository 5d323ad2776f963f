/** `yagura acknowledge`: stops the repeats of an alert. */
import { controlPaths } from "../../app/answers/control-routes.ts";
import { type AnswerOptions, authorOf, giveAnswer, printGiven } from "../monitor-calls.ts";

export async function acknowledge(
  alert: string,
  { because, ...options }: AnswerOptions & { readonly because?: string },
): Promise<void> {
  const body = { alert, by: authorOf(options), because };
  const given = await giveAnswer(options, controlPaths.acknowledge, body, process.env);
  const by = given.ok ? String(given.by) : "";
  printGiven(given, options.json, `acknowledged by ${by}: it is not repeated`);
}
