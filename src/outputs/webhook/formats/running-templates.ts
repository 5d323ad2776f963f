/** The templates that a monitor runs with, apart from what compiles them: who has none loads nothing of that. */
import type { RenderLetter } from "../../templates/compile-liquid.ts";

/** By their targets. A backtest has none: it shows the built-in bodies. */
const running = new WeakMap<object, RenderLetter>();

export function runJsonTemplate(target: object, render: RenderLetter): void {
  running.set(target, render);
}

export function jsonTemplateOf(target: object): RenderLetter | undefined {
  return running.get(target);
}
