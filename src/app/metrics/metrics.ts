/** The text of /metrics, in the text format of Prometheus: what every part of the house measures, read when somebody asks. */
import type { Figure, Measure } from "../../lib/measure.ts";

export interface Metrics {
  /** From now on these are told as well. Throws where one has the name of another. */
  add(measures: readonly Measure[]): void;
  /** Text for whoever asks; a stranger's is without what is private. */
  text(asks: "stranger" | "friend"): string;
}

export function createMetrics(): Metrics {
  const all = new Map<string, Measure>();
  return {
    add(measures) {
      for (const measure of measures) {
        if (all.has(measure.name)) throw new Error(`two parts measure ${measure.name}`);
        all.set(measure.name, measure);
      }
    },
    text: (asks) =>
      [...all.values()]
        .filter(({ isPrivate = false }) => asks === "friend" || !isPrivate)
        .map(linesOf)
        .join(""),
  };
}

function linesOf(measure: Measure): string {
  const { name, help, kind } = measure;
  const read = measure.read();
  const figures: readonly Figure[] = typeof read === "number" ? [{ labels: {}, value: read }] : read;
  const head = `# HELP ${name} ${escaped(help)}\n# TYPE ${name} ${kind}\n`;
  return figures.reduce((text, figure) => text + lineOf(name, figure), head);
}

function lineOf(name: string, { labels, value, suffix }: Figure): string {
  const pairs = Object.entries(labels).map(
    ([label, text]) => `${label}="${escaped(text).replaceAll('"', '\\"')}"`,
  );
  return `${name}${suffix ?? ""}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${numberOf(value)}\n`;
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}

/** Infinity is the one number that the format writes otherwise than JavaScript does. */
function numberOf(value: number): string {
  return Math.abs(value) === Number.POSITIVE_INFINITY ? `${value > 0 ? "+" : "-"}Inf` : String(value);
}
