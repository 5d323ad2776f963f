import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const read = (name: string) => JSON.parse(readFileSync(join(root, name), "utf8"));
const lock: { packages: Record<string, { version?: string; resolved?: string }> } = read("package-lock.json");

/** Versions below these have known holes. */
const floors = { ws: "8.21.0", undici: "7.28.0", nodemailer: "9.1.1", yaml: "2.9.1" };

const newer = (version: string, floor: string) => {
  const [a, b] = [version, floor].map((text) => text.split(".").map(Number));
  for (const index of [0, 1, 2]) {
    const difference = (a?.[index] ?? 0) - (b?.[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
};

for (const [name, floor] of Object.entries(floors)) {
  test(`${name} is at least ${floor} in the lockfile`, () => {
    expect(newer(lock.packages[`node_modules/${name}`]?.version ?? "0.0.0", floor)).toBe(true);
  });
}

test("every dependency is pinned exactly", () => {
  const { dependencies, devDependencies } = read("package.json");
  const loose = Object.entries<string>({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+$/.test(version),
  );
  expect(loose).toEqual([]);
});

test("the lockfile records no download addresses", () => {
  expect(Object.values(lock.packages).filter((entry) => entry.resolved !== undefined)).toEqual([]);
});
