import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** A whole year begins first, or the others would be done long before it. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isYear = ({ moduleId }: TestSpecification) => moduleId.includes("/test/year/");
    return [...sorted.filter(isYear), ...sorted.filter((file) => !isYear(file))];
  }
}

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    benchmark: { include: ["test/bench/**/*.bench.ts"] },
    testTimeout: process.env.LONG === undefined ? 30_000 : 900_000,
    hookTimeout: 30_000,
    pool: "forks",
    // Most tests wait more than they compute. A share over 100 % would be taken for 100.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: LongestFirst },
    // A test left with .only or .skip must not pass on the build machine.
    allowOnly: !process.env.CI,
  },
});
