/**
 * Tests that run unchanged against a machine of a cluster that follows: `npm run test:follower`, and some of them in
 * each run. test/support/against-follower.ts puts the machine that writes behind it.
 */

/** In each build. */
export const inEachRun: readonly string[] = ["test/programs/read-log.system.test.ts"];

/** With YAGURA_AGAINST=follower. */
export const all: readonly string[] = [
  "test/web/*.system.test.ts",
  "test/programs/*.system.test.ts",
  "test/e2e/answers.system.test.ts",
  "test/e2e/end-to-end.test.ts",
  "test/e2e/quarantine.long.test.ts",
  "test/e2e/reload.long.test.ts",
  "test/e2e/webhook.long.test.ts",
  "test/e2e/simulated*.test.ts",
  "test/faults/feed-drops.test.ts",
];

/** Tests that by their nature ask the machine that writes, or one that is alone, by their names, with the reason. */
export const leftOut: Readonly<Record<string, string>> = {
  "begins anew with another database, and says what is gone until one takes note of it":
    "a follower whose database is gone takes that of the cluster",
  "opens on what is mine, and takes an edited list in without a reload":
    "the page edits the settings of the machine that writes; a follower reads its own when it is asked to reload",
  "what cannot be added is said, and an edit of the settings is in effect":
    "the same: the edit is in effect where it was made",
  "stays signed in over a restart of the monitor":
    "a follower keeps sessions in memory: one that ends there could not be ended elsewhere",
  "signs a device up, which gets what its receiver gets in its hours and groups, and goes on elsewhere":
    "without `publicUrl` a message links to the machine that sends it, which is another one",
  "every message arrives over a kill, each of its copies with one id and body, signed":
    "it kills the machine that sends, and that is the one that writes",
  "watchlists, overrides and a level of the log count at once, other sections wait for a restart, mistakes have their place, and a stop meanwhile ends it":
    "it asks one process to reload, and reads its log",
};
