import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { replaceFile } from "../../src/lib/replace-file.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

function written(text: string) {
  const folder = tmpFolder();
  const file = join(folder, "mine.yaml");
  writeFileSync(file, text);
  return { folder, file };
}

test("the file is the new one with the old one's rights, and nothing is left beside it", async () => {
  const { folder, file } = written("before");
  chmodSync(file, 0o640);
  expect(await replaceFile(file, "before", "after")).toEqual({ ok: true });
  expect(readFileSync(file, "utf8")).toBe("after");
  expect(statSync(file).mode & 0o777).toBe(0o640);
  expect(readdirSync(folder)).toEqual(["mine.yaml"]);
});

test("what a link leads to is replaced, not the link", async () => {
  const { folder, file } = written("before");
  mkdirSync(join(folder, "links"));
  const link = join(folder, "links", "mine.yaml");
  symlinkSync(file, link);
  expect(await replaceFile(link, "before", "after")).toEqual({ ok: true });
  expect(readFileSync(file, "utf8")).toBe("after");
});

test("a file that somebody else has saved, that is read-only or gone is left alone", async () => {
  const { file } = written("theirs");
  expect(await replaceFile(file, "before", "after")).toMatchObject({ ok: false, reason: "changed" });
  chmodSync(file, 0o444);
  expect(await replaceFile(file, "theirs", "after")).toMatchObject({ ok: false, reason: "refused" });
  expect(readFileSync(file, "utf8")).toBe("theirs");
  expect(await replaceFile(`${file}.gone`, "", "after")).toMatchObject({ ok: false, reason: "refused" });
});
