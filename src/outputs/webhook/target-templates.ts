/** The templates that targets name, read when files are checked and when the monitor starts. */
import { relative } from "node:path";
import type { Log } from "../../lib/log.ts";
import { type Problem, withSource } from "../../lib/problem.ts";
import type { RenderLetter } from "../templates/compile-liquid.ts";
import { readTemplate, warnOfTemplate } from "../templates/read-template.ts";
import { compileJsonTemplate } from "./formats/json-template.ts";
import { runJsonTemplate } from "./formats/running-templates.ts";
import type { Target, WebhookSettings } from "./settings.ts";

interface FoundTemplate {
  readonly target: Target;
  readonly render?: RenderLetter;
  readonly problems: readonly Problem[];
}

/** Mistakes in the templates; never throws. */
export async function templateMistakes(settings: WebhookSettings): Promise<Problem[]> {
  return (await findTemplates(settings)).flatMap(({ problems }) => problems);
}

/** Takes the templates into use; a target whose template has mistakes gets the built-in body. */
export async function runTemplates(settings: WebhookSettings, log: Log): Promise<void> {
  for (const { target, render, problems } of await findTemplates(settings)) {
    if (render !== undefined) runJsonTemplate(target, render);
    warnOfTemplate(problems, "a template of webhooks was refused; the built-in body is sent", log);
  }
}

async function findTemplates({ targets }: WebhookSettings): Promise<FoundTemplate[]> {
  const named = Object.values(targets).flatMap((target) => {
    const { template } = target;
    return typeof template === "string" ? [{ target, template }] : [];
  });
  return Promise.all(
    named.map(async ({ target, template }) => ({ target, ...(await findTemplate(template)) })),
  );
}

async function findTemplate(path: string): Promise<Omit<FoundTemplate, "target">> {
  const file = relative(process.cwd(), path);
  const read = await readTemplate(path);
  if (!read.ok) return { problems: [{ file, line: 1, column: 1, message: read.message }] };
  const compiled = compileJsonTemplate(read.text);
  if (compiled.ok) return { render: compiled.render, problems: [] };
  return {
    problems: withSource(
      compiled.mistakes.map((mistake) => ({ ...mistake, file })),
      read.text,
    ),
  };
}
