/** Compiles a template of mails: what strangers write is text in it, whichever part of a mail it makes. */
import { Parser } from "htmlparser2";
import type { Liquid } from "liquidjs";
import { escapeHtml } from "../../../lib/walk-html.ts";
import { type CompiledTemplate, compileLiquid, createEngine } from "../../templates/compile-liquid.ts";
import { bareSample, fullSample, type TemplateKind, withTexts } from "../../templates/samples.ts";
import type { LetterVariables } from "../../templates/variables.ts";

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

// Whether a template shows strangers' text as text, wherever it puts it.

/** Whatever could end a tag, a value or a comment, begin an attribute, or be an address. */
const hostile = `javascript:x "'\`--> </title></style></script><b onx=1> a=1 onload=x &lt;b>`;

/** Elements whose text is not markup's text: what stands there is code, or unseen. */
const codeElements = ["script", "style", "iframe", "object", "embed", "base", "form", "meta", "link"];
const addresses = ["href", "src", "action", "formaction", "background", "poster", "srcset"];

interface Found {
  /** Elements and names of attributes, in their order. */
  readonly shape: string[];
  /** Attributes and elements where strangers' text is more than text. */
  readonly misused: string[];
}

/** Undefined: its markup is the same whatever strangers write. */
function markupMistake(
  render: (variables: LetterVariables) => string,
  full: LetterVariables,
): { readonly message: string; readonly suggestion?: string } | undefined {
  const plain = markupOf(render(full), "\u0000");
  const found = markupOf(render(withTexts(full, hostile)), "javascript:x");
  if (plain.shape.join("\n") !== found.shape.join("\n")) {
    const at = found.shape.findIndex((line, index) => line !== plain.shape[index]);
    return {
      message: `what strangers write would become markup near <${found.shape[at]?.split(" ")[0] ?? "end"}>`,
      suggestion: 'values in attributes stand in quotes: title="{{ title }}"',
    };
  }
  const [misused] = found.misused;
  return misused === undefined
    ? undefined
    : {
        message: `what strangers write would be more than text in ${misused}`,
        suggestion: "addresses are those of `url` and `chart`; scripts and styles hold no values",
      };
}

function markupOf(html: string, mark: string): Found {
  const shape: string[] = [];
  const misused: string[] = [];
  const open: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      shape.push([name, ...Object.keys(attributes)].join(" "));
      open.push(name);
      for (const [key, value] of Object.entries(attributes)) {
        const isCode = key.startsWith("on") || key === "style" || addresses.includes(key);
        if (isCode && value.includes(mark)) misused.push(`${key} of <${name}>`);
      }
    },
    onclosetag(name) {
      shape.push(`/${name}`);
      open.splice(open.lastIndexOf(name), 1);
    },
    oncomment: () => void shape.push("!"),
    ontext(text) {
      const within = open.find((name) => codeElements.includes(name));
      if (within !== undefined && text.includes(mark)) misused.push(`<${within}>`);
    },
  });
  parser.end(html);
  return { shape, misused };
}
