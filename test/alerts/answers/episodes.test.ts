/** Answers to alerts, as entries of the log. */
import { expect, test } from "vitest";
import { resolving } from "../../../src/alerts/answers/episodes.ts";
import { createScene, report, ruleOf } from "../../why/scene.ts";

test("an alert that is resolved by hand is told with its own title, labels and cause", () => {
  const scene = createScene(ruleOf("when: now.ratio >= 1\nby: now.code\nlabels: { book: japan }"));
  scene.at("2026-01-05T17:30", report(1.1));
  scene.withStore("2026-01-05T18:00", (store) => {
    const [fired] = store.log.read(1, 1).map(({ json }) => JSON.parse(json));
    const answered = resolving("2", { by: "Aoi" }, { memory: store.alerts, log: store.log });
    if (answered.kind !== "told") throw new Error(answered.kind);
    const { title, cause, labels, recipients, data } = fired.data.now;
    expect(title).not.toBe("test");
    expect(answered.draft.data.now).toMatchObject({ title, cause, labels, recipients, data, why: "hand" });
  });
});
