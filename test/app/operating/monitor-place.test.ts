/** Rules for the file by which commands find a running monitor. */
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keepPlace, runningPlace } from "../../../src/app/operating/monitor-place.ts";
import { tmpFolder } from "../../support/tmp-folder.ts";

function database(): string {
  const state = join(tmpFolder(), "yagura.db");
  writeFileSync(state, "");
  return state;
}

const place = { pid: process.pid, host: "127.0.0.1", port: 4_711 };
/** No process has it: it is above any limit of a system. */
const nobody = 2 ** 30;

test("a monitor is found by its database while it runs; its file is its owner's alone and holds nothing else", () => {
  const state = database();
  expect(runningPlace(state)).toBeUndefined();
  const forget = keepPlace(state, place);
  expect(runningPlace(state)).toEqual(place);
  expect(statSync(`${state}.running`).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(`${state}.running`, "utf8"))).toEqual(place);
  expect(readdirSync(join(state, ".."))).toHaveLength(2);
  forget();
  expect(existsSync(`${state}.running`)).toBe(false);
});

test("the file of a monitor that was killed counts as none, and the next one takes its place", () => {
  const state = database();
  const forgetFirst = keepPlace(state, { ...place, pid: nobody });
  expect(runningPlace(state)).toBeUndefined();
  keepPlace(state, place);
  expect(runningPlace(state)).toEqual(place);
  // The end of the one before takes nothing from the one that runs.
  forgetFirst();
  expect(runningPlace(state)).toEqual(place);
});

test("a file that others can write, that is a link, or that says something else is not trusted", () => {
  const state = database();
  keepPlace(state, place);
  const path = `${state}.running`;
  chmodSync(path, 0o666);
  expect(runningPlace(state)).toBeUndefined();
  chmodSync(path, 0o600);
  for (const text of ["", "{", "null", '{"pid":1}', '{"pid":"1","host":"h","port":1}', " ".repeat(20_000)]) {
    writeFileSync(path, text);
    expect(runningPlace(state)).toBeUndefined();
  }
  const other = database();
  keepPlace(state, place);
  symlinkSync(path, `${other}.running`);
  expect(runningPlace(other)).toBeUndefined();
});
