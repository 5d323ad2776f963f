import { expect, test } from "vitest";
import { stringify } from "yaml";
import { makeCases } from "../client/conformance/cases.ts";

test("docs/clients/conformance.yaml has the cases of the kit", async () => {
  const head = "# The cases of the conformance kit (docs/clients.md), written by `npm run docs`.\n";
  const written =
    head + stringify(makeCases(), { lineWidth: 0, aliasDuplicateObjects: false, collectionStyle: "any" });
  await expect(written, "run `npm run docs`").toMatchFileSnapshot("../../docs/clients/conformance.yaml");
});
