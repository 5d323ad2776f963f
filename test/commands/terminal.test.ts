/** Rules for what a command does with the stream that it prints to. */
import { expect, test } from "vitest";
import { terminalOf } from "../../src/commands/terminal.ts";

const stream = (isTTY: boolean, colours: boolean) => ({ isTTY, columns: 80, hasColors: () => colours });

test("a terminal has a width, and colours where it can show them", () => {
  const { columns, paint } = terminalOf(stream(true, true));
  expect(columns).toBe(80);
  expect(paint("red", "failing")).toBe("\u001b[31mfailing\u001b[39m");
});

test("NO_COLOR, or a terminal without colours, gives plain words", () => {
  expect(terminalOf(stream(true, false)).paint("red", "failing")).toBe("failing");
});

test("what is piped is whole and plain", () => {
  const { columns, paint } = terminalOf(stream(false, true));
  expect([columns, paint("red", "failing")]).toEqual([undefined, "failing"]);
  expect(terminalOf({}).columns).toBeUndefined();
});
