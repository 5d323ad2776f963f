import { expect, test } from "vitest";
import { createProgress, createProgressLine } from "../../src/commands/terminal.ts";

function written(isTTY: boolean, work: (progress: ReturnType<typeof createProgress>) => void): string[] {
  const lines: string[] = [];
  const write = (text: string | Uint8Array) => lines.push(String(text)) > 0;
  work(createProgress({ isTTY, write } as never));
  return lines;
}

test("on a pipe it writes a line for each hundred thousand entries, and none for a short log", () => {
  expect(written(false, ({ tell }) => tell(99_999, 99_999))).toEqual([]);
  const lines = written(false, ({ tell, clear }) => {
    for (const read of [60_000, 120_000, 180_000, 240_000]) tell(read, 240_000);
    clear();
  });
  expect(lines).toEqual(["120,000 of 240,000 entries, 50 %\n", "240,000 of 240,000 entries, 100 %\n"]);
});

test("on a terminal one line changes and is taken away at the end, and a short log writes nothing", () => {
  const lines = written(true, ({ tell, clear }) => {
    for (const read of [1_000, 6_000, 6_100, 12_000]) tell(read, 12_000);
    clear();
  });
  expect(lines).toEqual([
    "\r\x1b[K6,000 of 12,000 entries, 50 %",
    "\r\x1b[K12,000 of 12,000 entries, 100 %",
    "\r\x1b[K",
  ]);
  expect(written(true, ({ tell, clear }) => [tell(10, 20), clear()])).toEqual([]);
});

test("a line of progress changes on a terminal, within its width, and is a line of its own on a pipe", () => {
  const lines: string[] = [];
  const write = (text: string | Uint8Array) => lines.push(String(text)) > 0;
  const onTerminal = createProgressLine({ isTTY: true, columns: 11, write } as never);
  for (const text of ["page 1, 10 rows", "page 2, 20 rows"]) onTerminal.show(text);
  onTerminal.clear();
  onTerminal.clear();
  expect(lines.splice(0)).toEqual(["\r\x1b[Kpage 1, 10", "\r\x1b[Kpage 2, 20", "\r\x1b[K"]);
  const onPipe = createProgressLine({ write } as never);
  onPipe.show("page 1, 10 rows");
  onPipe.clear();
  expect(lines).toEqual(["page 1, 10 rows\n"]);
});
