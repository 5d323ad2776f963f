/** Whose name answers carry where the settings name people. */
import { expect, test } from "vitest";
import { answeredStore } from "./answered-store.ts";

const person = (name: string, receivers: readonly string[] = []) => ({
  ...{ name, tokens: [], operators: [`${name}-token`], calendarTokens: [], receivers },
});
const scene = () =>
  answeredStore("2026-11-20T17:30", {}, undefined, [
    person("青井", ["email:aoi", "email:desk"]),
    person("Jun", ["email:desk"]),
  ]);
const silence = { match: "rule=loud", for: "3h", because: "known" };

test("the token's name wins over what the body says, and the body need not say any", async () => {
  const { fire, post, told, silences } = scene();
  const alert = fire("loud").event.id;
  await post("/control/acknowledge", { alert, by: "Jun" }, "青井");
  await post("/control/rate", { alert, worth: "useful" }, "Jun");
  await post("/control/silences", { ...silence, author: "hana" }, "青井");
  await post("/control/silences/expire", { id: silences()[0]?.id }, "Jun");
  await post("/control/alerts/answer", { do: "resolve", alerts: [alert], by: "hana" }, "青井");
  expect(told(/acknowledged|rated|resolved/).map(({ now }) => now.by)).toEqual(["青井", "Jun", "青井"]);
  expect(told(/silence/).map(({ now }) => now.author ?? now.by)).toEqual(["青井", expect.anything()]);
});

test("a body that says nothing else stays refused, whoever sends it", async () => {
  const { post, told } = scene();
  for (const body of [[], "青井", { by: "青井" }, { alert: "1", by: "a", more: 1 }])
    expect((await post("/control/acknowledge", body as object, "青井")).status).toBe(400);
  expect(told(/acknowledged/)).toEqual([]);
});

test.each(["青井", "Jun", " jun ", "ＪＵＮ", "j\u0000un", "ju\u200bn"])(
  "without their token nobody answers as %j",
  async (by) => {
    const { fire, post, told } = scene();
    const alert = fire("loud").event.id;
    const answers = [
      await post("/control/acknowledge", { alert, by }),
      await post("/control/alerts/answer", { do: "resolve", alerts: [alert], by }),
      await post("/control/silences", { ...silence, author: by }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(told(/acknowledged|resolved|silence/)).toEqual([]);
    expect((await post("/control/acknowledge", { alert, by: "hana" })).status).toBe(200);
  },
);

test("a link of a receiver that is one person's answers by their name, and of a shared one by its own", async () => {
  const { fire, links, open, told } = scene();
  for (const receiver of ["email:aoi", "email:desk", "email:other"])
    await open(links(fire("loud", { key: receiver }), receiver)?.acknowledge ?? "", { acknowledge: "1" });
  expect(told(/acknowledged/).map(({ now }) => now.by)).toEqual(["青井", "email:desk", "email:other"]);
});
