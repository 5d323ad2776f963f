import { expect, test } from "vitest";
import type { Log } from "../../src/lib/log.ts";
import { createWrongTokenWatch } from "../../src/server/guesses.ts";
import { createHandClock } from "../support/hand-clock.ts";

function written() {
  const lines: object[] = [];
  const log = { warn: (line: object) => lines.push(line) } as unknown as Log;
  const clock = createHandClock();
  return { lines, clock, wrong: createWrongTokenWatch(log, clock).wrongToken };
}

test("an address that guesses is named once a minute, with how many more there were", () => {
  const { lines, clock, wrong } = written();
  for (let guess = 0; guess < 50; guess++) wrong("192.0.2.1");
  wrong("192.0.2.2");
  clock.move(60_000);
  wrong("192.0.2.1");
  expect(lines).toEqual([
    { address: "192.0.2.1", untold: 0 },
    { address: "192.0.2.2", untold: 49 },
    { address: "192.0.2.1", untold: 0 },
  ]);
});

test("one who has many addresses does not fill the disk with lines", () => {
  const { lines, clock, wrong } = written();
  for (let guess = 0; guess < 10_000; guess++) wrong(`2001:db8::${guess.toString(16)}`);
  expect(lines).toHaveLength(30);
  clock.move(60_000);
  wrong("192.0.2.1");
  expect(lines.at(-1)).toEqual({ address: "192.0.2.1", untold: 9_970 });
});
