/**
 * What tests need of the system beyond what `npm ci` brings, and which files need it. `npm test` needs none of it; a
 * part of the tests says at its start what it lacks. On Debian `test/setup.sh` installs all of it.
 */
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** A part of the tests that may need more than npm, with its command `npm run test:PART`. */
export type Part = "system" | "long";

interface Need {
  /** What it is, in the words of who has to get it. */
  readonly name: string;
  readonly isThere: () => boolean;
  /** Patterns of the test files of each part that need it. */
  readonly files: Readonly<Partial<Record<Part, readonly string[]>>>;
}

/**
 * Chromium's own program for use without a window: the same engine in a third less processor time. Where it is not
 * installed, the whole browser; undefined where there is neither.
 */
export const chromiumProgram = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((path) =>
  existsSync(path),
);

const needs: readonly Need[] = [
  {
    name: "Chromium (/usr/bin/chromium-headless-shell or /usr/bin/chromium)",
    isThere: () => chromiumProgram !== undefined,
    files: {
      system: [
        "test/web/**/*.system.test.ts",
        "test/e2e/answers.system.test.ts",
        "test/programs/programs.system.test.ts",
      ],
      long: ["test/faults/hostile-texts.test.ts"],
    },
  },
  {
    name: "promtool",
    isThere: () => isInPath("promtool"),
    files: { system: ["test/prometheus/promtool.system.test.ts", "test/docs/scrape-config.system.test.ts"] },
  },
  {
    name: "nats-server 2.12 or newer",
    isThere: () => isAtLeast(spawnSync("nats-server", ["--version"], { encoding: "utf8" }).stdout, [2, 12]),
    files: { system: ["test/cluster/*.system.test.ts"], long: ["test/faults/cluster-*.test.ts"] },
  },
  {
    name: "openssl (/usr/bin/openssl)",
    isThere: () => existsSync("/usr/bin/openssl"),
    files: {
      system: ["test/e2e/certificates.system.test.ts", "test/docs/signing-in-shell.system.test.ts"],
      long: ["test/faults/mail-servers.test.ts", "test/faults/services.test.ts"],
    },
  },
  {
    name: "bash, zsh and fish",
    isThere: () => ["bash", "zsh", "fish"].every(isInPath),
    files: { system: ["test/commands/setup/shells.system.test.ts"] },
  },
  {
    name: "systemd (systemd-analyze, systemd-sysusers)",
    isThere: () => ["systemd-analyze", "systemd-sysusers"].every(isInPath),
    files: { system: ["test/e2e/service-files.system.test.ts"] },
  },
  {
    name: "postfix (/usr/sbin/postfix), and root to run it",
    isThere: () => existsSync("/usr/sbin/postfix") && isRoot(),
    files: { system: ["test/e2e/postfix-month.system.test.ts"], long: ["test/faults/postfix.test.ts"] },
  },
  {
    name: "Python 3 (/usr/bin/python3)",
    isThere: () => existsSync("/usr/bin/python3"),
    files: { system: ["test/e2e/init.system.test.ts", "test/e2e/on-terminal.system.test.ts"] },
  },
  {
    name: "Python's packages websockets and wsproto",
    isThere: () => spawnSync("/usr/bin/python3", ["-c", "import websockets, wsproto"]).status === 0,
    files: {
      system: [
        "test/programs/python-client.system.test.ts",
        "test/programs/programs.system.test.ts",
        "test/client/conformance/clients.system.test.ts",
      ],
      long: ["test/faults/feed-libraries.test.ts"],
    },
  },
  {
    name: "Python's package icalendar",
    isThere: () => spawnSync("/usr/bin/python3", ["-c", "import icalendar"]).status === 0,
    files: { system: ["test/page/calendar-text.system.test.ts"] },
  },
  {
    name: "jq",
    isThere: () => isInPath("jq"),
    files: {
      system: [
        "test/programs/programs.system.test.ts",
        "test/programs/read-log.system.test.ts",
        "test/client/conformance/clients.system.test.ts",
      ],
    },
  },
  {
    name: "curl",
    isThere: () => isInPath("curl"),
    files: { system: ["test/programs/read-log.system.test.ts"] },
  },
  {
    name: "prlimit",
    isThere: () => isInPath("prlimit"),
    files: { system: ["test/lib/replace-file.system.test.ts"], long: ["test/faults/disk.test.ts"] },
  },
  {
    name: "root that may mount (`unshare --mount`)",
    isThere: () => spawnSync("unshare", ["--mount", "true"]).status === 0,
    files: { system: ["test/e2e/image.system.test.ts", "test/history/full-disk.system.test.ts"] },
  },
  {
    name: "strace that may trace",
    isThere: () => spawnSync("strace", ["-o", "/dev/null", "true"]).status === 0,
    files: {
      long: ["commit-calls", "disk-calls", "disk", "files-hang", "monitor-kill", "power-loss"].map(
        (name) => `test/faults/${name}.test.ts`,
      ),
    },
  },
  {
    name: "Linux (/proc, every address of 127.0.0.0/8)",
    isThere: () => process.platform === "linux",
    files: { long: ["test/faults/files.test.ts", "test/faults/feed-handshakes.test.ts"] },
  },
];

/** What this machine lacks for a part, with the files that cannot run. */
export function lackingFor(
  part: Part,
): readonly { readonly name: string; readonly files: readonly string[] }[] {
  return needs.flatMap(({ name, isThere, files: { [part]: files } }) =>
    files === undefined || isThere() ? [] : [{ name, files }],
  );
}

/** Every pattern of a part that is in the table. */
export function patternsOf(part: Part): readonly string[] {
  return needs.flatMap(({ files }) => files[part] ?? []);
}

function isInPath(program: string): boolean {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** @param said what a program says of its version; null: there is no such program */
function isAtLeast(said: string | null, [major, minor]: readonly [number, number]): boolean {
  const [, first = 0, second = 0] = /(\d+)\.(\d+)/.exec(said ?? "")?.map(Number) ?? [];
  return first > major || (first === major && second >= minor);
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}
