/** What a receiver is told: its language is its own, else that of its output; its lists are those of its people. */
import { expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { alertsSetting } from "../../src/alerts/settings.ts";
import { tellingOf } from "../../src/config/telling.ts";
import { builtInTypes } from "../../src/files/event-types.ts";
import type { Person } from "../../src/model/people.ts";
import { languageOfTarget, outputSections, resolveOutputs } from "../../src/outputs/index.ts";
import { alertOf, causeOf, notificationOf, toldOf } from "../outputs/letter/scene.ts";
import { outputSettings } from "../support/output-settings.ts";

const settingsWith = (email: object) =>
  resolveOutputs(z.strictObject(outputSections).parse({ email, webhook: {} }), {
    file: "/none",
    data: "/none",
  });

test.each([
  [{}, undefined, "en"],
  [{ language: "ja" }, undefined, "ja"],
  [{ language: "ja" }, "receivers: { 'email:desk': { language: en } }", "en"],
  [{}, "receivers: { 'email:desk': { language: ja } }", "ja"],
  [{}, "receivers: { 'email:other': { language: ja } }", "en"],
])("with email %j and alerts %s, email:desk is told in %s", (email, alerts, language) => {
  const settings = {
    outputs: settingsWith(email),
    alerts: alerts === undefined ? undefined : z.parse(alertsSetting, parse(alerts)),
    people: [],
  };
  const facts = {
    types: builtInTypes,
    monitorUrl: () => "http://localhost:8080/",
    watchlists: () => ({}),
    simulated: () => false,
  };
  const policy = tellingOf(settings, facts).alerts?.policy;
  expect(policy?.terms("email:desk").language).toBe(language);
});

test("a target that no output knows is told in English, should it ever be", () => {
  expect(languageOfTarget("pager:desk", settingsWith({ language: "ja" }))).toBe("en");
});

test("a message speaks of the lists of those who read it, and of all lists where the settings name nobody", () => {
  const people = (["aoi", "jun"] as const).map(
    (name): Person => ({
      ...{ name, tokens: ["token"], operators: [], calendarTokens: [] },
      ...{ receivers: [`email:${name}`, "email:both"], watchlists: [name] },
    }),
  );
  const watchlists = {
    aoi: [{ code: "9901", shares: 300, price: 2_500 }],
    jun: [{ code: "9901", note: "sold" }],
    desk: [{ code: "9901" }],
  };
  const names = ["aoi", "jun", "both", "desk"];
  const settings = {
    outputs: outputSettings(Object.fromEntries(names.map((name) => [name, [`${name}@example.com`]]))),
    ...{ alerts: undefined, people },
  };
  const { alerts } = tellingOf(settings, {
    types: builtInTypes,
    monitorUrl: () => "http://localhost:8080/",
    watchlists: () => watchlists,
    simulated: () => false,
  });
  const cause = causeOf();
  const told = toldOf(alertOf({}, cause), cause);
  const messages = alerts.compose(
    names.map((name) => notificationOf([told], { receiver: `email:${name}`, name })),
  );
  const about = messages.map(({ text }) => /^On your list.*$/m.exec(text)?.[0]);
  expect(about).toEqual([
    "On your list aoi: 300 shares at 2,500 yen.",
    "On your list jun. sold",
    "On your lists aoi, jun: 300 shares at 2,500 yen.",
    "On your lists aoi, jun, desk: 300 shares at 2,500 yen.",
  ]);
});
