/** Settings that grant, sign or limit and come out empty, in every way: none of them opens anything. */
import { expect, test } from "vitest";
import { emptyWays, grantingSettings, settingsScene } from "../config/granting-settings.ts";
import { everyTrial, tell } from "./trials.ts";

/** The quick part tries all of them, each by its name: config/empty-values. */
const settings = Object.entries(grantingSettings).filter((_, place) => everyTrial || place % 10 === 0);

test("every setting that grants, signs or limits, empty in every way", async (context) => {
  const { tryEmpty } = settingsScene();
  const opened: string[] = [];
  let tried = 0;
  for (const [name, setting] of settings)
    for (const way of emptyWays) {
      tried += 1;
      await tryEmpty(setting, way).catch((error: Error) => opened.push(`${name}: ${error.message}`));
    }
  tell(context, {
    fault: "a setting that grants, signs or limits comes out empty",
    tried,
    lost: 0,
    wrong: opened.length,
    shown: `${settings.length} settings in ${emptyWays.length} ways`,
    failsWith: "an empty entry of a list that is left out",
  });
  expect(opened).toEqual([]);
});
