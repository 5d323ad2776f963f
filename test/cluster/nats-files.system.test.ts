/** The files that run NATS servers for a cluster: their settings, and what the unit and the compose file give them. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";

const root = join(import.meta.dirname, "../..");
const folder = join(root, "config/nats");
const read = (name: string) => readFileSync(join(folder, name), "utf8");
const settings = read("nats-server.conf");
const asked = new Set([...settings.replace(/#.*$/gm, "").matchAll(/\$([A-Z_]+)/g)].map(([, name]) => name));
const example = Object.fromEntries(
  [...read("environment.example").matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = "", value]) => [
    name,
    value,
  ]),
);

test("the settings are taken by a server with what the unit gives it, and sync before they confirm", () => {
  const [, store] = /^Environment=NATS_STORE=(\S+)$/m.exec(read("yagura-nats.service")) ?? [];
  const env = { ...example, NATS_STORE: store };
  expect(new Set(Object.keys(env))).toEqual(asked);
  const args = ["-t", "-c", join(folder, "nats-server.conf")];
  const { status, stderr } = spawnSync("nats-server", args, {
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringContaining("is valid") });
  expect(settings).toMatch(/^ {2}sync_interval: always$/m);
});

test("the compose file gives each server what the settings ask, and lets programs of this machine alone in", () => {
  const { services, volumes } = parse(read("compose.yaml"), { merge: true });
  const addresses = Object.entries<Record<string, never>>(services).map(([name, service]) => {
    const { environment, ports, stop_signal, volumes: mounts } = service;
    expect(new Set(Object.keys(environment ?? {}))).toEqual(asked);
    expect(environment).toMatchObject({ NATS_NAME: name, NATS_STORE: "/data" });
    expect(stop_signal).toBe("SIGUSR2");
    expect(mounts).toEqual(["./nats-server.conf:/etc/yagura-nats/nats-server.conf:ro", `${name}:/data`]);
    const [, address] = /^(127\.0\.0\.1:\d+):4222$/.exec(String(ports)) ?? [];
    return `"nats://${address}"`;
  });
  expect(Object.keys(volumes)).toEqual(Object.keys(services));
  expect(readFileSync(join(root, "docs/cluster.md"), "utf8")).toContain(`nats: [${addresses.join(", ")}]`);
});
