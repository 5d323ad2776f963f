/** Rules for a terminal whose last lines are a status. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { createScreen } from "../../../src/commands/monitor/screen.ts";
import { wrapped } from "../../../src/lib/text/terminal.ts";
import "../../support/fast-check.ts";
import { shownLines } from "../../support/terminal-screen.ts";

function screenOf(columns: number) {
  let output = "";
  const stream = {
    columns,
    // A terminal turns a line end into a return and a line end.
    write: (text: string) => {
      output += text.replaceAll("\n", "\r\n");
    },
  };
  return { screen: createScreen(stream), stream, shown: () => shownLines(output, stream.columns) };
}

const text = fc.string({
  unit: fc.constantFrom("a", "-", "櫓", "カ", "ｶ", "é"),
  minLength: 1,
  maxLength: 60,
});

test("lines of the log stand above the status, whole and in order, whatever comes between them", () => {
  const step = fc.oneof(fc.record({ line: text }), fc.record({ status: fc.array(text, { maxLength: 5 }) }));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), fc.integer({ min: 10, max: 40 }), (steps, columns) => {
      const { screen, shown } = screenOf(columns);
      const lines: string[] = [];
      let status: readonly string[] = [];
      for (const each of steps) {
        if ("line" in each) {
          screen.line(each.line);
          lines.push(...broken(each.line, columns));
        } else {
          screen.status(each.status.map((one) => ({ text: one })));
          status = each.status;
        }
      }
      const all = shown();
      expect(all.slice(0, lines.length)).toEqual(lines);
      expect(all.slice(lines.length)).toHaveLength(status.length + 1);
      expect(all.at(-1)).toBe("");
    }),
  );
});

/** A terminal breaks a long line where it is full. */
function broken(line: string, columns: number): string[] {
  return shownLines(line, columns);
}

test("a status is cut to the terminal, in its colour, and goes when it is over", () => {
  const { screen, shown } = screenOf(12);
  screen.line("the first");
  screen.status([{ text: "櫓櫓櫓櫓櫓櫓櫓", paint: (cut) => `\x1b[1m${cut}\x1b[22m` }]);
  expect(shown()).toEqual(["the first", "櫓櫓櫓櫓櫓…", ""]);
  screen.status([]);
  expect(shown()).toEqual(["the first", ""]);
});

test("a status that the terminal broke when it was made narrower is taken away whole", () => {
  const { screen, stream, shown } = screenOf(40);
  screen.line("kept");
  screen.status([{ text: "a status of thirty characters" }]);
  expect(shown()).toHaveLength(3);
  stream.columns = 20;
  screen.line("kept too");
  expect(wrapped("a status of thirty characters", 20, "").length).toBe(2);
  expect(shown()[0]).toBe("kept");
  expect(shown().filter((line) => line.startsWith("a status"))).toHaveLength(1);
});
