/** Some years of the parts of the world, pinned as `pinned-world.test.ts` pins what the services serve. */
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { pinnedYears } from "./years.ts";

it("the years of the world are what they always were", { timeout: 120_000 }, async () => {
  const sha = (said: string) => createHash("sha256").update(said).digest("hex").slice(0, 16);
  const lines = pinnedYears().map(
    ([part, said]) => `${String(said.length).padStart(9)} ${sha(said)}  ${part}\n`,
  );
  await expect(lines.join("")).toMatchFileSnapshot("years.txt");
});
