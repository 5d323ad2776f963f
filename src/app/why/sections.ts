/** Headings with lines beside them, the lines of all sections in one column. */
export type Section = readonly [heading: string, lines: readonly string[]];

/** A section without a heading stands at the edge. */
export function sectionLines(sections: readonly Section[]): string[] {
  const width = Math.max(...sections.map(([heading]) => heading.length), 0) + 2;
  return sections.flatMap(([heading, lines]) => {
    if (heading === "") return lines;
    return lines.map((line, index) => `${(index === 0 ? heading : "").padEnd(width)}${line}`.trimEnd());
  });
}
