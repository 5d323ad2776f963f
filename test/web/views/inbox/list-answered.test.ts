/** Open alerts as they are shown once the reader answered them here. */
import { expect, test } from "vitest";
import type { AnsweredState } from "../../../../src/web/shell/undo-queue.ts";
import { withAnswers } from "../../../../src/web/views/inbox/list.ts";
import { episode } from "./episode.ts";

const answers = (...pairs: [string, AnsweredState][]) => new Map(pairs);

test("what is ended is gone, what is answered stands as it will, and the rest is untouched", () => {
  const all = [episode(1), episode(2), episode(3), episode(4)];
  const shown = withAnswers(
    all,
    answers(["e-1", "over"], ["e-2", "acknowledged"], ["e-3", "silenced"], ["e-99", "over"]),
  );
  expect(shown.map(({ alert, state }) => [alert, state])).toEqual([
    ["e-2", "acknowledged"],
    ["e-3", "silenced"],
    ["e-4", "firing"],
  ]);
  expect(shown[2]).toBe(all[3]);
  expect(all.every(({ state }) => state === "firing")).toBe(true);
});

test("one that is quiet stays so though somebody knows of it, and may be ended", () => {
  const quiet = [episode(1, { state: "silenced" })];
  expect(withAnswers(quiet, answers(["e-1", "acknowledged"]))[0]?.state).toBe("silenced");
  expect(withAnswers(quiet, answers(["e-1", "over"]))).toEqual([]);
});

test("an alert that did not change is the same object again, and without answers so is the list", () => {
  const all = [episode(1)];
  expect(withAnswers(all, answers())).toBe(all);
  const known = answers(["e-1", "acknowledged"]);
  expect(withAnswers(all, known)[0]).toBe(withAnswers(all, known)[0]);
});
