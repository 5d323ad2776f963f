/** Rules for completion, run by the shells themselves. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createProgram } from "../../../src/commands/index.ts";
import { bashScript, callsOf, fishScript, zshScript } from "../../../src/commands/setup/completion.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";

const program = createProgram();
const calls = callsOf(program);
const names = program.commands.map((command) => command.name());

/** A folder with a script and a file that can be completed. */
function folderOf(script: string): string {
  const folder = tmpFolder();
  writeFileSync(join(folder, "script"), script);
  writeFileSync(join(folder, "a file.yaml"), "");
  return folder;
}

function ran(shell: string, args: string[], folder: string): string[] {
  const env = { PATH: process.env.PATH, HOME: folder, LANG: "C.UTF-8" };
  const said = execFileSync(shell, args, { cwd: folder, env, encoding: "utf8" });
  return said.split("\n").filter((line) => line !== "");
}

const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;

/** Each offers what can stand in the place of the last word. */
const shells = {
  bash(words: string[]) {
    const line = words.map(quoted).join(" ");
    const ask = `source ./script; COMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _yagura; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return ran("bash", ["--noprofile", "--norc", "-uc", ask], folderOf(bashScript(calls)));
  },
  fish(words: string[]) {
    const ask = `source ./script; complete -C ${quoted(words.join(" "))}`;
    const offered = ran("fish", ["--no-config", "-c", ask], folderOf(fishScript(calls)));
    return offered.map((line) => line.split("\t")[0] ?? "");
  },
  // The functions of its completion system, which needs a terminal, print what they are given.
  zsh(words: string[]) {
    const stubs = `compdef() { :; }; _files() { print -l *(N); }; compadd() { shift; print -l -- "$@"; }
_describe() { local each; for each in "\${(@P)argv[-1]}"; do print -r -- "\${each%%:*}"; done; }`;
    const ask = `${stubs}; source ./script; words=(${words.map(quoted).join(" ")}); CURRENT=${words.length}; _yagura`;
    const offered = ran("zsh", ["-f", "-c", ask], folderOf(zshScript(calls)));
    return offered.filter((word) => word.startsWith(words.at(-1) ?? ""));
  },
};

describe.each(Object.entries(shells))("%s", (_, offered) => {
  test("completes every command, and a part of its name", () => {
    expect(names.filter((name) => !offered(["yagura", ""]).includes(name))).toEqual([]);
    expect(offered(["yagura", "hea"])).toEqual(["healthcheck"]);
    expect(offered(["yagura", "ack"]).sort()).toEqual(["ack", "acknowledge"]);
  });

  test("completes options of a call, its own and those of the command that it is a part of", () => {
    const ofShow = offered(["yagura", "history", "show", "7203", "--"]);
    expect(ofShow).toEqual(expect.arrayContaining(["--since", "--format", "--config", "--json"]));
    expect(ofShow).not.toContain("--dry-run");
    expect(offered(["yagura", "history", "fetch", "--dr"])).toEqual(["--dry-run"]);
    expect(offered(["yagura", "history", "s"])).toContain("show");
  });

  test("completes what an argument may be, and files where one is asked for", () => {
    expect(offered(["yagura", "completion", "z"])).toEqual(["zsh"]);
    expect(offered(["yagura", "check", "--config", "a"])).toEqual(["a file.yaml"]);
    expect(offered(["yagura", "verify", "a"])).toEqual(["a file.yaml"]);
    // A text that only the person knows.
    expect(offered(["yagura", "why", "--rule", "a"])).toEqual([]);
  });
});
