/** The language of what a receiver is told: its own, else that of its output. */
import { expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { alertsSetting } from "../../src/alerts/settings.ts";
import { tellingOf } from "../../src/config/telling.ts";
import { builtInTypes } from "../../src/files/event-types.ts";
import { languageOfTarget, outputSections, resolveOutputs } from "../../src/outputs/index.ts";

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
