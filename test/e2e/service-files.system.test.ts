/** The files that run it as a service: the unit for systemd, and the compose file; and the unit of a NATS server. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { loadConfig } from "../../src/config/load-config.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

const root = join(import.meta.dirname, "../..");
const unit = join(root, "config/systemd/yagura.service");

const natsUnit = join(root, "config/nats/yagura-nats.service");

/** A unit as it is installed, with a program that is here. */
function installed(file = unit): string {
  const path = join(tmpFolder(), basename(file));
  const text = readFileSync(file, "utf8");
  writeFileSync(path, text.replace(/\/usr\/(?:local\/)?bin\/(?:node|nats-server)/, process.execPath));
  return path;
}

describe("the unit for systemd", () => {
  test.each([unit, natsUnit])("is accepted by systemd-analyze verify without a word: %s", (file) => {
    const { status, stdout, stderr } = spawnSync("systemd-analyze", ["verify", installed(file)], {
      encoding: "utf8",
    });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "", stderr: "" });
  });

  test("is confined: systemd-analyze security rates it 1.5 or better", () => {
    const [level] = [unit, natsUnit].map((file) => {
      const args = ["security", "--offline=true", "--threshold=15", "--no-pager", installed(file)];
      const { status, stdout } = spawnSync("systemd-analyze", args, { encoding: "utf8" });
      const [, found] = /Overall exposure level for [\w-]+\.service: ([\d.]+) OK/.exec(stdout) ?? [];
      expect(Number(found)).toBeLessThanOrEqual(1.5);
      expect(status).toBe(0);
      return found;
    });
    const documented = readFileSync(join(root, "docs/operating.md"), "utf8");
    expect(documented).toContain(`rates the unit ${level} (OK)`);
  });

  test("starts what the package has, gives the program its time to stop, and keeps its state where settings in /etc put it", () => {
    const lines = readFileSync(unit, "utf8").split("\n");
    const settingOf = (name: string) =>
      lines.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1);
    const [, program = "", config = ""] =
      / \/opt\/yagura\/(\S+) run --config (\S+)$/.exec(settingOf("ExecStart") ?? "") ?? [];
    expect(existsSync(join(root, program))).toBe(true);
    expect(config).toBe("/etc/yagura/monitor.yaml");
    expect(`/var/lib/${settingOf("StateDirectory")}`).toBe(settingOf("WorkingDirectory"));
    expect(Number.parseInt(settingOf("TimeoutStopSec") ?? "", 10)).toBeGreaterThan(10);
  });

  test("is for the user that the file for systemd-sysusers makes", () => {
    const users = readFileSync(join(root, "config/systemd/yagura.sysusers"), "utf8");
    expect(users).toMatch(/^u yagura /m);
    const shown = execFileSync(
      "systemd-sysusers",
      ["--dry-run", join(root, "config/systemd/yagura.sysusers")],
      {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    expect(shown).not.toMatch(/error|invalid/i);
  });
});

const duration = z.string().regex(/^(\d+(us|ms|s|m|h))+$/);
/** A bind of a relative path, or a named volume. */
const volume = z.string().regex(/^(\.\/[\w./-]+|[a-z][\w-]*):\/[\w./-]+(:ro)?$/);
const variable = /\$\{([A-Z_]+)/g;

/** The part of the Compose Specification that the file uses; a key that it does not know is a mistake. */
const composeFile = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9_-]*$/),
  services: z.record(
    z.string(),
    z.strictObject({
      build: z.literal("."),
      image: z.string(),
      restart: z.enum(["no", "always", "on-failure", "unless-stopped"]),
      stop_grace_period: duration,
      user: z.string(),
      read_only: z.literal(true),
      cap_drop: z.tuple([z.literal("ALL")]),
      security_opt: z.tuple([z.literal("no-new-privileges:true")]),
      tmpfs: z.array(z.string().startsWith("/")),
      volumes: z.array(volume),
      ports: z.array(z.string()),
      environment: z.record(z.string().regex(/^[A-Z_]+$/), z.string()),
      logging: z.strictObject({ driver: z.string(), options: z.record(z.string(), z.string()) }),
    }),
  ),
  volumes: z.record(z.string(), z.null()),
});

describe("the compose file", () => {
  const text = readFileSync(join(root, "compose.yaml"), "utf8");
  const file = composeFile.parse(parse(text));
  const { yagura } = file.services;
  const dockerfile = readFileSync(join(root, "Dockerfile"), "utf8");

  test("writes to a named volume alone, where the image does, and reads what is in the checkout", () => {
    const mounts = (yagura?.volumes ?? []).map((each) => each.split(":"));
    const written = mounts.filter(([, , mode]) => mode !== "ro");
    expect(written).toEqual([[Object.keys(file.volumes)[0], "/data"]]);
    expect(dockerfile).toContain("VOLUME /data");
    for (const [from = "", , mode] of mounts)
      if (mode === "ro") expect(existsSync(join(root, from))).toBe(true);
  });

  test("is reached from this machine alone, at the port that the image exposes", () => {
    expect(yagura?.ports).toHaveLength(1);
    expect(yagura?.ports[0]).toMatch(/^127\.0\.0\.1:\$\{YAGURA_PORT:-8080\}:8080$/);
    expect(dockerfile).toContain("EXPOSE 8080");
  });

  test("gives the settings all that they ask of the environment, and does not start without a token", () => {
    const settings = readFileSync(join(root, "config/monitor.yaml"), "utf8");
    const commentless = settings.replace(/^\s*#.*$/gm, "");
    const asked = new Set([...commentless.matchAll(variable)].flatMap(([, name = ""]) => name));
    // The port inside stays; the one outside is that of `ports`.
    asked.delete("YAGURA_PORT");
    asked.delete("NAME");
    expect(new Set(Object.keys(yagura?.environment ?? {}))).toEqual(asked);
    expect(yagura?.environment.YAGURA_FEED_TOKEN).toMatch(/^\$\{YAGURA_FEED_TOKEN:\?/);
    const given = Object.fromEntries([...asked].map((name) => [name, ""]));
    const path = join(root, "config/monitor.yaml");
    const loaded = (token: string) =>
      loadConfig(path, { ...given, YAGURA_HOST: "0.0.0.0", YAGURA_FEED_TOKEN: token });
    expect(loaded("a-token")).toMatchObject({ ok: true });
    expect(loaded("")).toMatchObject({
      ok: false,
      problems: [{ message: expect.stringContaining("this token is empty") }],
    });
  });
});
