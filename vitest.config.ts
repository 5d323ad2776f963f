import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Tests that start the program, measure their process or live for long: each file has a process of its own. */
const alone = [
  "test/e2e/**/*.test.ts",
  "test/faults/**/*.test.ts",
  "test/programs/**/*.test.ts",
  "test/year/**/*.test.ts",
];

/**
 * Whole weeks begin first, or the others would be done long before them. Files that share processes come last and
 * next to each other: a process that was followed by one of its own would end, and what it has loaded with it.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = ({ moduleId, project }: TestSpecification) =>
      moduleId.includes("/test/year/") ? 0 : project.name === "alone" ? 1 : 2;
    return sorted.toSorted((a, b) => place(a) - place(b));
  }
}

const own = {
  // For a test that hangs, not for one on a slow machine: none is right by being in time.
  testTimeout: process.env.LONG === undefined ? 120_000 : 900_000,
  hookTimeout: 120_000,
  pool: "forks" as const,
  // A test left with .only or .skip must not pass on the build machine.
  allowOnly: !process.env.CI,
};

export default defineConfig({
  test: {
    // Most tests wait more than they compute. A share over 100 % would be taken for 100.
    maxWorkers: availableParallelism() * 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: { ...own, name: "alone", include: alone, benchmark: { include: ["test/bench/**/*.bench.ts"] } },
      },
      {
        // Hardly anything of src is kept for a whole process: a file loads what those before it have not.
        test: {
          ...own,
          name: "together",
          include: ["test/**/*.test.ts"],
          exclude: alone,
          isolate: false,
          benchmark: { include: [] },
        },
      },
    ],
  },
});
