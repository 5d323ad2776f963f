/** Settings that grant, sign or limit and come out empty, in every way: none of them opens anything. */
import { expect, test } from "vitest";
import { emptyWays, grantingSettings, settingsScene } from "../config/granting-settings.ts";
import { tell } from "./trials.ts";

test("every setting that grants, signs or limits, empty in every way", async (context) => {
  const { tryEmpty } = settingsScene();
  const opened: string[] = [];
  let tried = 0;
  for (const [name, setting] of Object.entries(grantingSettings))
    for (const way of emptyWays) {
      tried += 1;
      await tryEmpty(setting, way).catch((error: Error) => opened.push(`${name}: ${error.message}`));
    }
  tell(context, {
    fault: "a setting that grants, signs or limits comes out empty",
    tried,
    lost: 0,
    wrong: opened.length,
    shown: `${Object.keys(grantingSettings).length} settings in ${emptyWays.length} ways`,
    failsWith: "an empty entry of a list that is left out",
  });
  expect(opened).toEqual([]);
});
