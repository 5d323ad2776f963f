/** The lines of `yagura tail`. */
import { expect, test } from "vitest";
import { entryLine } from "../../../src/commands/log/feed.ts";

test("an entry is told by Japan's clock, named", () => {
  const data = { now: { title: "a title" } };
  const event = { time: "2026-11-20T18:31:02.123Z", type: "alert.fired", subject: "7203", data };
  expect(entryLine({ seq: 7, event } as never)).toBe(
    "7  2026-11-21 03:31:02 JST  alert.fired  7203  a title",
  );
});
