/** Templates of bodies in JSON: what strangers write is text in them, whatever it is. */
import {
  type CompiledTemplate,
  compileLiquid,
  createEngine,
  type RenderLetter,
} from "../../templates/compile-liquid.ts";
import { bareSample, fullSample, templateKinds, withTexts } from "../../templates/samples.ts";

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
