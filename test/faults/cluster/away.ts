/** A place behind a cable that can be pulled: a network namespace, whose programs reach this machine over a bridge. */
import { execFileSync } from "node:child_process";
import { onTestFinished } from "vitest";

export interface Away {
  /** Of this machine, as those there see it. */
  readonly here: string;
  /** Of the place. */
  readonly there: string;
  /** Begins the command of a program that runs there. */
  readonly through: readonly string[];
  cut(): void;
  heal(): void;
}

const ip = (...words: string[]) => execFileSync("ip", words, { stdio: "pipe" });

/** Undefined: this machine allows no namespaces. */
export function openAway(): Away | undefined {
  const id = process.pid % 10_000;
  const [name, bridge, near, far] = [`yagura${id}`, `ygb${id}`, `ygn${id}`, `ygf${id}`];
  const net = `10.213.${process.pid % 256}`;
  try {
    ip("netns", "add", name);
  } catch {
    return undefined;
  }
  onTestFinished(() => {
    for (const link of [near, bridge]) execFileSync("ip", ["link", "del", link], { stdio: "pipe" });
    ip("netns", "del", name);
  });
  ip("link", "add", bridge, "type", "bridge");
  ip("link", "add", near, "type", "veth", "peer", "name", far, "netns", name);
  ip("addr", "add", `${net}.1/24`, "dev", bridge);
  ip("-n", name, "addr", "add", `${net}.2/24`, "dev", far);
  ip("link", "set", near, "master", bridge);
  for (const link of [bridge, near]) ip("link", "set", link, "up");
  for (const link of ["lo", far]) ip("-n", name, "link", "set", link, "up");
  return {
    here: `${net}.1`,
    there: `${net}.2`,
    through: ["ip", "netns", "exec", name],
    // Both sides stay up: neither is told that the other is gone.
    cut: () => ip("link", "set", near, "nomaster"),
    heal: () => ip("link", "set", near, "master", bridge),
  };
}
