/**
 * The steps of the Dockerfile, run without docker: in a root of its own with this machine's system beside it, read only
 * but for what the image may write, as an ordinary user without rights. What asks a registry is left to the checkout.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../support/free-port.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";

const root = join(import.meta.dirname, "../..");

interface Step {
  readonly word: string;
  readonly rest: string;
}

/** The steps of each stage. */
function stages(): Step[][] {
  const text = readFileSync(join(root, "Dockerfile"), "utf8").replace(/^#.*\n/gm, "");
  return text
    .split(/^(?=FROM )/m)
    .filter((stage) => stage.trim() !== "")
    .map((stage) =>
      stage
        .trim()
        .split("\n")
        .filter((line) => line.trim() !== "")
        .map((line) => {
          const [, word = "", rest = ""] = /^(\w+) (.*)$/.exec(line) ?? [];
          return { word, rest };
        }),
    );
}

/** Steps that need a registry: their outcome is here already. */
const atRegistry = /apt-get|npm ci/;

/** Files from where a stage takes them to where it puts them, as COPY does. */
function copy(rest: string, from: string, into: string): void {
  const words = rest.split(" ").filter((word) => !word.startsWith("--"));
  const to = words.pop() ?? "";
  for (const word of words) {
    const source = join(from, word);
    const isInto = to.endsWith("/") || words.length > 1;
    const target = join(into, to, isInto ? (word.split("/").at(-1) ?? "") : "");
    mkdirSync(dirname(target), { recursive: true });
    cpSync(source, target, { recursive: true });
  }
}

function built(folder: string, steps: readonly Step[]): void {
  // No copy: the build only reads them.
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  for (const { word, rest } of steps) {
    if (word === "COPY") copy(rest, root, folder);
    if (word !== "RUN" || atRegistry.test(rest)) continue;
    const command = rest.replace(/ && npm prune .*/, "");
    execFileSync("sh", ["-c", command], { cwd: folder, stdio: "pipe" });
  }
}

/** The user that the base image has. */
const node = 1000;
/** Packages that the bundle leaves out, and what they need. */
const unbundled = ["better-sqlite3", "bindings", "file-uri-to-path"];

/** The last stage in a root of its own; its RUN steps run there. */
function assembled(image: string, build: string, steps: readonly Step[]): void {
  for (const name of ["tmp", "app"]) mkdirSync(join(image, name));
  for (const { word, rest } of steps) {
    if (word === "COPY" && rest.includes("/node_modules "))
      for (const name of unbundled)
        copy(`node_modules/${name} ./node_modules/${name}`, root, join(image, "app"));
    else if (word === "COPY" && rest.startsWith("--from=build"))
      copy(rest.replaceAll("/app/", ""), build, join(image, "app"));
    else if (word === "COPY") copy(rest, root, join(image, "app"));
    else if (word === "RUN") {
      const command = rest.replace("chown node:node", `chown ${node}:${node}`);
      enter(image, { command: ["sh", "-c", command], isWritable: true });
    }
  }
}

const systemFolders = ["/usr", "/bin", "/lib", "/lib64", "/etc"];
/** The folder of a node that did not come with the system. */
const nodeFolder = process.execPath.startsWith("/usr/") ? [] : [dirname(dirname(process.execPath))];
const path = `/usr/sbin:/usr/bin:/sbin:/bin:${dirname(process.execPath)}`;

interface Entered {
  readonly command: readonly string[];
  /** As the build does: by root, everything writable. */
  readonly isWritable?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
}

function entering(image: string, { command, isWritable = false, environment = {} }: Entered): string[] {
  const seen = (path: string) => `mkdir -p ${image}${path}; mount --rbind ${path} ${image}${path};`;
  const system = [...systemFolders, ...nodeFolder].map(
    (path) => `${seen(path)} mount -o remount,bind,ro ${image}${path};`,
  );
  const mounts = [
    `mount --bind ${image} ${image};`,
    ...[...system, seen("/proc"), seen("/dev")],
    ...(isWritable
      ? []
      : [
          `mount --bind ${image}/data ${image}/data; mount -t tmpfs -o mode=1777 tmpfs ${image}/tmp;`,
          `mount -o remount,bind,ro ${image};`,
        ]),
  ];
  const variables = Object.entries({ PATH: path, ...environment }).map(([name, value]) => `${name}=${value}`);
  const user = isWritable ? [] : ["setpriv", `--reuid=${node}`, `--regid=${node}`, "--clear-groups"];
  const rights = isWritable ? [] : ["--no-new-privs", "--inh-caps=-all", "--bounding-set=-all"];
  const inside = ["env", "-i", ...variables, ...user, ...rights, "env", "-C", "/app", ...command];
  const quoted = inside.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  return [
    "--mount",
    "--propagation",
    "private",
    "sh",
    "-ec",
    `${mounts.join(" ")} exec chroot ${image} ${quoted}`,
  ];
}

function enter(image: string, entered: Entered): string {
  return execFileSync("unshare", entering(image, entered), {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

function started(
  image: string,
  entered: Entered,
): { child: ChildProcess; said(): { out: string; log: string } } {
  const child = spawn("unshare", entering(image, entered), { stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let [out, log] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    log += text;
  });
  return { child, said: () => ({ out, log }) };
}

/** What a person who mounts and changes owners needs. */
const isRoot = process.getuid?.() === 0;

test.runIf(isRoot)(
  "its steps make an image that runs as an ordinary user on a read-only root, is well, and writes to /data alone",
  async () => {
    const [build = [], final = []] = stages();
    const folder = tmpFolder();
    // Its owner alone reads a folder of the tests.
    chownSync(folder, node, node);
    const [checkout, image] = [join(folder, "build"), join(folder, "image")];
    for (const each of [checkout, image]) mkdirSync(each);
    built(checkout, build);
    assembled(image, checkout, final);

    const has = (word: string) => final.filter((step) => step.word === word).map(({ rest }) => rest);
    expect(has("USER")).toEqual(["node"]);
    const [command = "[]"] = has("CMD");
    const [health = ""] = has("HEALTHCHECK");
    const port = await freePort();
    const environment = {
      ...Object.fromEntries(has("ENV").map((rest) => rest.split("=") as [string, string])),
      ...{ YAGURA_HOST: "0.0.0.0", YAGURA_FEED_TOKEN: "a-token", YAGURA_PORT: String(port) },
    };
    const write = "touch /app/x /app/config/x /etc/x 2>&1; touch /data/x && rm /data/x && id -u";
    const tried = enter(image, { command: ["sh", "-c", write], environment });
    expect(tried.match(/Read-only file system/g)).toHaveLength(3);
    expect(tried.trimEnd().split("\n").at(-1)).toBe(String(node));

    const { child, said } = started(image, { command: JSON.parse(command), environment });
    await until("the ready line", () => said().out.includes('"ready":true') || child.exitCode !== null);
    expect(said().out, said().log).toContain('"ready":true');
    const check = JSON.parse(health.slice(health.indexOf("[")));
    await until("a health check that passes", () => {
      const healthy = enter(image, { command: check, environment });
      return /^well\b/.test(healthy);
    });
    const closed = once(child, "close");
    child.kill(has("STOPSIGNAL")[0] as NodeJS.Signals);
    expect((await closed)[0]).toBe(0);

    const files = readdirSync(join(image, "data")).filter((name) => name.startsWith("yagura.db"));
    expect(files).toContain("yagura.db");
    for (const name of files) {
      const { uid, mode } = lstatSync(join(image, "data", name));
      expect([name, uid, mode & 0o777]).toEqual([name, node, 0o600]);
    }
    expect(statSync(join(image, "app/dist/main.js")).uid).toBe(0);
  },
);
