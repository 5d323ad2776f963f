/** The floor: a loop of write(2) in C (write-loop.c), told to by this process. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { frameBytes } from "../frame-size.ts";
import { contenderArguments, serveRounds } from "../serve-rounds.ts";

const { connections, more } = contenderArguments();
const child = spawn(more[0] ?? "", [String(connections), String(frameBytes)], {
  stdio: ["pipe", "pipe", "inherit"],
});
const [port] = await new Promise<string[]>((resolve) =>
  createInterface(child.stdout).once("line", (line) => resolve([line])),
);
let entries = 0;

await serveRounds({
  port: Number(port),
  path: "/",
  prepare(count) {
    entries = count;
    return count * connections;
  },
  send: () => void child.stdin.write(`${entries}\n`),
});
