/** The templates of targets: read when files are checked and when the monitor starts, and compiled to give JSON. */
import { relative } from "node:path";
import type { Log } from "../../lib/log.ts";
import type { Problem } from "../../lib/problem.ts";
import {
  type CompiledTemplate,
  compileLiquid,
  createEngine,
  type FoundTemplate,
  type RenderLetter,
  readTemplate,
  warnOfTemplate,
} from "../letter/templates/template.ts";
import { bareSample, fullSample, templateKinds, withTexts } from "../letter/templates/variables.ts";
import { runJsonTemplate } from "./formats/json.ts";
import type { Target, WebhookSettings } from "./settings.ts";

interface TargetTemplate extends FoundTemplate {
  readonly target: Target;
}

/** Mistakes in the templates; never throws. */
export async function templateMistakes(settings: WebhookSettings): Promise<Problem[]> {
  return (await findTemplates(settings)).flatMap(({ problems }) => problems);
}

/** Takes the templates into use; a target whose template has mistakes gets the built-in body. */
export async function runTargetTemplates(settings: WebhookSettings, log: Log): Promise<void> {
  for (const { target, render, problems } of await findTemplates(settings)) {
    if (render !== undefined) runJsonTemplate(target, render);
    warnOfTemplate(problems, "a template of webhooks was refused; the built-in body is sent", log);
  }
}

async function findTemplates({ targets }: WebhookSettings): Promise<TargetTemplate[]> {
  const named = Object.values(targets).flatMap((target) => {
    const { template } = target;
    return typeof template === "string" ? [{ target, template }] : [];
  });
  return Promise.all(
    named.map(async ({ target, template }) => {
      const file = relative(process.cwd(), template);
      return { target, ...(await readTemplate(template, file, compileJsonTemplate)) };
    }),
  );
}

// One template: what strangers write is text in it, whatever the template is.

const engine = createEngine((text) => JSON.stringify(text).slice(1, -1));

const full = templateKinds.map(fullSample);
const [first, ...others] = full;

/** A template is tried on messages of each kind with everything, and on one with nothing, before it is used. */
export function compileJsonTemplate(text: string): CompiledTemplate {
  if (first === undefined) throw new Error("there is no kind of message");
  const samples = [first, ...others, bareSample()] as const;
  return compileLiquid(text, { engine, messages: "messages", samples, check: jsonMistake });
}

/** Whatever could end a text, or go on after it. */
const hostile = '"},{"x": [1, null], \\" \\u0041 \n\t}]{{ title }}';

function jsonMistake(render: RenderLetter) {
  for (const sample of [...full, bareSample()]) {
    const shape = shapeOf(render(sample));
    if (shape === undefined)
      return {
        message: "what it makes is no JSON",
        suggestion: 'values stand in quotes, "text": "{{ title }}", and a comma between two members alone',
      };
    if (shape !== shapeOf(render(withTexts(sample, hostile))))
      return {
        message: "what strangers write would be more than text",
        suggestion: 'values stand in quotes, "text": "{{ title }}", and not in the name of a member',
      };
  }
  return undefined;
}

/** The value with nothing in its texts; undefined where it is no JSON. */
function shapeOf(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text), (_, value) => (typeof value === "string" ? "" : value));
  } catch {
    return undefined;
  }
}
