/** Headings with lines beside them, the lines of all sections in one column. */
import { wrapped } from "../../lib/text/wrap.ts";

export type Section = readonly [heading: string, lines: readonly string[]];

/** Beside the headings, however narrow the terminal is. */
const leastRoom = 20;

/**
 * A section without a heading stands at the edge.
 * @param columns cells of the terminal, to which lines are broken; undefined: they stay whole
 */
export function sectionLines(sections: readonly Section[], columns?: number): string[] {
  const width = Math.max(...sections.map(([heading]) => heading.length), 0) + 2;
  return sections.flatMap(([heading, lines]) => {
    if (heading === "") return lines;
    const room = columns === undefined ? undefined : Math.max(leastRoom, columns - width);
    const broken = lines.flatMap((line) => wrapped(line, room, `${/^ */.exec(line)?.[0]}  `));
    return broken.map((line, index) => `${(index === 0 ? heading : "").padEnd(width)}${line}`.trimEnd());
  });
}
