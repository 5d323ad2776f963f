/** Small files that people wrote: read whole or refused in words, in both ways of reading. */
import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  asUnread,
  inTime,
  readSmallFile,
  readSmallFileNow,
  Unread,
  unansweredFiles,
} from "../../src/lib/read-small-file.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

const readers = [
  ["while other things go on", readSmallFile],
  ["at once", async (path: string, most: number) => readSmallFileNow(path, most)],
] as const;

describe.each(readers)("a file that is read %s", (_, read) => {
  const refusal = (path: string, most = 1_000) =>
    read(path, most).then(
      () => "read",
      (error: Unread) => [error.name, error.message, error.code],
    );

  test("comes whole up to the limit, of one piece and of several, and one byte more is too large", async () => {
    const path = join(tmpFolder(), "file");
    for (const bytes of [0, 1, 65_535, 65_536, 65_537, 200_000]) {
      const text = Buffer.alloc(bytes, "0123456789");
      writeFileSync(path, text);
      expect((await read(path, bytes)).equals(text)).toBe(true);
      if (bytes > 0)
        expect(await refusal(path, bytes - 1)).toEqual([
          "Unread",
          `the file is larger than ${(bytes - 1) / 1_000_000} MB`,
          undefined,
        ]);
    }
  });

  // Other systems have no such files.
  const testOnLinux = test.runIf(process.platform === "linux");
  testOnLinux("is too large where it says that it is empty and is not", async () => {
    expect((await read("/proc/self/stat", 100_000)).length).toBeGreaterThan(10);
    expect(await refusal("/proc/self/stat", 10)).toEqual([
      "Unread",
      "the file is larger than 0.00001 MB",
      undefined,
    ]);
  });

  test("is told in words where it is none, or not there", async () => {
    const folder = tmpFolder();
    const at = (name: string) => join(folder, name);
    mkdirSync(at("folder"));
    writeFileSync(at("file"), "x");
    symlinkSync(at("link"), at("link"));
    spawnSync("mkfifo", [at("pipe")]);
    expect(await refusal(at("folder"))).toEqual(["Unread", "this is a folder, and no file", undefined]);
    expect(await refusal(at("pipe"))).toEqual(["Unread", "this is a pipe, and no file", undefined]);
    expect(await refusal("/dev/null")).toEqual(["Unread", "this is a device, and no file", undefined]);
    expect(await refusal(at("missing"))).toEqual(["Unread", "there is no such file", "ENOENT"]);
    expect(await refusal(join(at("file"), "x"))).toEqual(["Unread", "there is no such file", "ENOTDIR"]);
    expect(await refusal(at("link"))).toEqual([
      "Unread",
      "the file is a link that leads back to itself",
      "ELOOP",
    ]);
  });
});

test("an error of the system that has no words of its own is told by its code", () => {
  const told = (code?: string) => {
    const { message, code: kept } = asUnread(Object.assign(new Error("x"), code && { code }));
    return [message, kept];
  };
  expect(told("EIO")).toEqual(["the file cannot be read (EIO)", "EIO"]);
  expect(told()).toEqual(["the file cannot be read", undefined]);
  const own = new Unread("own words");
  expect(asUnread(own)).toBe(own);
});

test("a read without an answer is given up after its limit, and counted until the answer comes", async () => {
  let answer: (text: string) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const hanging = new Promise<string>((resolve) => {
    answer = resolve;
  });
  const failing = new Promise<string>((_, reject) => {
    fail = reject;
  });
  const before = unansweredFiles();
  await expect(inTime(hanging, 2)).rejects.toThrow("no answer within 0.002 s: is it on a mount that hangs?");
  await expect(inTime(failing, 2)).rejects.toThrow(Unread);
  expect(unansweredFiles()).toBe(before + 2);
  answer("late");
  fail(new Error("late"));
  await Promise.allSettled([hanging, failing]);
  expect(unansweredFiles()).toBe(before);
  expect(await inTime(Promise.resolve("in time"), 1_000)).toBe("in time");
});
