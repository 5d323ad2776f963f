/** Compiles a template of mails: what strangers write is text in it, whichever part of a mail it makes. */
import type { Liquid } from "liquidjs";
import { escapeHtml } from "../../../lib/text/escape-html.ts";
import { type CompiledTemplate, compileLiquid, createEngine } from "../../templates/compile-liquid.ts";
import { bareSample, fullSample, type TemplateKind } from "../../templates/samples.ts";
import { markupMistake } from "./same-markup.ts";

export type TemplateFormat = "html" | "txt";

const engines: Readonly<Record<TemplateFormat, Liquid>> = {
  html: createEngine(escapeHtml),
  txt: createEngine(),
};

/** A template is tried on a mail with everything and on one with nothing before it is used. */
export function compileTemplate(text: string, kind: TemplateKind, format: TemplateFormat): CompiledTemplate {
  const full = fullSample(kind);
  return compileLiquid(text, {
    ...{ engine: engines[format], messages: "mails", samples: [full, bareSample()] },
    check: (render) => (format === "html" ? markupMistake(render, full) : undefined),
  });
}
