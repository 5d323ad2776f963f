import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { all, inEachRun } from "./test/against-follower.ts";
import { lackingFor, type Part } from "./test/needs.ts";

/** Files that need a program of the system, a browser or rights of root: `npm run test:system`. */
const system = ["test/**/*.system.test.ts"];
/** Kills, damage and whole weeks: `npm run test:long`. */
const long = ["test/faults/**/*.test.ts", "test/year/**/*.test.ts", "test/**/*.long.test.ts"];
/** Quick tests that start the program or measure their process: each file has a process of its own. */
const programs = ["test/e2e/**/*.test.ts", "test/programs/**/*.test.ts"];

/** Files that cannot run here. The build machine leaves nothing out: there the start of the part fails. */
const lackingIn = (part: Part) => (process.env.CI ? [] : lackingFor(part).flatMap(({ files }) => files));

/** Long lives begin first, or the others would be done before them; what shares processes comes last and together. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = ({ moduleId, project }: TestSpecification) =>
      moduleId.includes("/test/year/") ? 0 : project.name === "quick" ? 2 : 1;
    return sorted.toSorted((a, b) => place(a) - place(b));
  }
}

/** Whether random tests and faults try all that they can. */
const isWhole = process.env.LONG !== undefined || process.env.FAULTS === "all";

const own = {
  // For a test that hangs, not for one on a slow machine: none is right by being in time.
  testTimeout: isWhole ? 3_600_000 : 120_000,
  hookTimeout: 120_000,
  pool: "forks" as const,
  // A test left with .only or .skip must not pass on the build machine.
  allowOnly: !process.env.CI,
};
/** Needs what those of the system do, and a server of NATS. */
const followerFiles = process.env.YAGURA_AGAINST === undefined ? inEachRun : all;
const lackingForFollower = lackingIn("system").some((pattern) => pattern.startsWith("test/cluster/"))
  ? followerFiles
  : lackingIn("system");
const noBench = { benchmark: { include: [] } };

export default defineConfig({
  test: {
    // Most tests wait more than they compute. A share over 100 % would be taken for 100.
    maxWorkers: availableParallelism() * 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // Hardly anything of src is kept for a whole process: a file loads what those before it have not.
        test: {
          ...own,
          ...noBench,
          name: "quick",
          include: ["test/**/*.test.ts"],
          exclude: [...system, ...long, ...programs],
          isolate: false,
        },
      },
      {
        test: {
          ...own,
          name: "quick-programs",
          include: programs,
          exclude: [...system, ...long],
          benchmark: { include: ["test/bench/**/*.bench.ts"] },
        },
      },
      ...(["system", "long"] as const).map((part) => ({
        test: {
          ...own,
          ...noBench,
          name: part,
          include: part === "system" ? system : long,
          exclude: lackingIn(part),
          testTimeout: isWhole ? 3_600_000 : 600_000,
          globalSetup: "test/say-needs.ts",
        },
      })),
      {
        test: {
          ...own,
          ...noBench,
          name: "follower",
          include: [...followerFiles],
          exclude: [...lackingForFollower],
          env: { YAGURA_AGAINST: "follower" },
          setupFiles: "test/support/leave-out.ts",
          testTimeout: isWhole ? 3_600_000 : 600_000,
        },
      },
    ],
  },
});
