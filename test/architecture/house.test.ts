/** The figures of the house, each with a ceiling: an addition raises files and lines by what it needs, and no other; whoever lowers a figure lowers its ceiling. */
import { describe, expect, test } from "vitest";
import { type House, measureHouse } from "./house.ts";
import { readSource, sourcePaths, specifiers } from "./imports.ts";

const most = { files: 922, lines: 137_708, circle: 2, repeated: 21, long: 0, variables: 4 };

const house = measureHouse(sourcePaths().map(readSource));

test.each(Object.entries(most))("%s: no more than %i", (figure, limit) => {
  const found = house[figure as keyof House];
  if (process.env.HOUSE && typeof found !== "number")
    process.stdout.write(`${figure}:\n${found.join("\n")}\n`);
  const advice =
    typeof found === "number"
      ? "make it shorter, or raise the ceiling by what an addition needs"
      : `more than there were; these are all:\n${found.join("\n")}`;
  expect(typeof found === "number" ? found : found.length, advice).toBeLessThanOrEqual(limit);
});

describe("a breach is counted", () => {
  const measured = (texts: Readonly<Record<string, string>>) =>
    measureHouse(
      Object.entries(texts).map(([path, text]) => {
        const imports = specifiers(text).map((to) => to.replace("./", ""));
        return { path, text, imports, lines: text.split("\n").length - 1 };
      }),
    );

  test("of a circle, types included, and not of files beside it", () => {
    const { circle } = measured({
      "a.ts": `import type { B } from "./b.ts";\nexport type A = B;\n`,
      "b.ts": `import { c } from "./c.ts";\nexport type B = typeof c;\n`,
      "c.ts": `import type { A } from "./a.ts";\nexport const c: A | 1 = 1;\n`,
      "d.ts": `import { c } from "./c.ts";\nexport const d = c;\n`,
    });
    expect(circle).toEqual(["a.ts", "b.ts", "c.ts"]);
  });

  test("of a name that two files export, of a variable of a module, and of a long function", () => {
    const long = `export const asked = () => {\n${"  ;\n".repeat(60)}};\n`;
    const {
      repeated,
      variables,
      long: found,
    } = measured({
      "a.ts": "let last = 0;\nexport function asked() {\n  let own = last;\n  last = own += 1;\n}\n",
      "b.ts": long,
    });
    expect([repeated, variables, found]).toEqual([["asked 2"], ["a.ts:1 last"], ["b.ts:1"]]);
  });
});
