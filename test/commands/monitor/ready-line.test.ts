/** What whoever starts a monitor is told of its addresses. */
import { expect, test } from "vitest";
import { readyLine } from "../../../src/commands/monitor/run.ts";

const here = { feed: "ws://127.0.0.1:8080/feed", page: "http://127.0.0.1:8080/", simulated: [] };

test("a person is sent to the address that people have, a program gets all of them", () => {
  const ready = { ready: true as const, ...here };
  expect(readyLine(ready, { isTTY: true })).toBe(
    "open http://127.0.0.1:8080/ (the feed: ws://127.0.0.1:8080/feed); Ctrl-C stops it",
  );
  const known = { ...ready, publicUrl: "https://yagura.example.com/watch/" };
  expect(readyLine(known, { isTTY: true })).toContain("open https://yagura.example.com/watch/ (");
  expect(JSON.parse(readyLine(known, { isTTY: false }))).toEqual(known);
});
