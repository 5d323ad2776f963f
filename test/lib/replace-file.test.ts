import {
  chmodSync,
  lstatSync,
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
import { asNobody } from "../support/as-nobody.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

test("a file is replaced with its rights, and nothing is left beside it", async () => {
  const folder = tmpFolder();
  const path = join(folder, "a.yaml");
  writeFileSync(path, "one\n");
  chmodSync(path, 0o640);
  expect(await replaceFile({ path, before: "one\n", after: "two\n" })).toEqual({ kind: "written" });
  expect(readFileSync(path, "utf8")).toBe("two\n");
  expect(statSync(path).mode & 0o777).toBe(0o640);
  expect(readdirSync(folder)).toEqual(["a.yaml"]);
});

test("a file that changed meanwhile, went or came stays as it is", async () => {
  const folder = tmpFolder();
  const path = join(folder, "a.yaml");
  writeFileSync(path, "edited by hand\n");
  const changed = { kind: "changed" };
  expect(await replaceFile({ path, before: "one\n", after: "two\n" })).toEqual(changed);
  expect(await replaceFile({ path, before: undefined, after: "two\n" })).toEqual(changed);
  expect(readFileSync(path, "utf8")).toBe("edited by hand\n");
  expect(await replaceFile({ path: join(folder, "gone.yaml"), before: "one\n", after: "x" })).toEqual(
    changed,
  );
  expect(readdirSync(folder)).toEqual(["a.yaml"]);
});

test("of two edits of one text the second is refused", async () => {
  const path = join(tmpFolder(), "a.yaml");
  writeFileSync(path, "one\n");
  const both = ["two\n", "three\n"].map((after) => replaceFile({ path, before: "one\n", after }));
  expect(await Promise.all(both)).toEqual([{ kind: "written" }, { kind: "changed" }]);
  expect(readFileSync(path, "utf8")).toBe("two\n");
});

test("a link stays a link, and one that leads out of the folder is refused", async () => {
  const home = tmpFolder();
  const within = join(home, "rules");
  mkdirSync(within);
  writeFileSync(join(home, "outside.yaml"), "one\n");
  writeFileSync(join(within, "inside.yaml"), "one\n");
  symlinkSync("../outside.yaml", join(within, "out.yaml"));
  symlinkSync("inside.yaml", join(within, "in.yaml"));
  const edit = { before: "one\n", after: "two\n", within };
  expect(await replaceFile({ ...edit, path: join(within, "out.yaml") })).toMatchObject({
    kind: "refused",
    message: expect.stringContaining("leads out of its folder"),
  });
  expect(readFileSync(join(home, "outside.yaml"), "utf8")).toBe("one\n");
  expect(await replaceFile({ ...edit, path: join(within, "in.yaml") })).toEqual({ kind: "written" });
  expect(lstatSync(join(within, "in.yaml")).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(within, "inside.yaml"), "utf8")).toBe("two\n");
});

test("a file that its owner made read-only is left alone", async () => {
  const path = join(tmpFolder(), "a.yaml");
  writeFileSync(path, "one\n");
  chmodSync(path, 0o444);
  expect(await replaceFile({ path, before: "one\n", after: "two\n" })).toEqual({
    kind: "refused",
    message: "the file is read-only",
  });
  expect(readFileSync(path, "utf8")).toBe("one\n");
});

test("where no file may stand beside it, the file itself is written, and keeps its owner", async () => {
  const folder = tmpFolder();
  const path = join(folder, "a.yaml");
  writeFileSync(path, "one\n");
  chmodSync(path, 0o666);
  chmodSync(folder, 0o555);
  const { ino, uid } = statSync(path);
  try {
    expect(await asNobody(() => replaceFile({ path, before: "one\n", after: "two\n" }))).toEqual({
      kind: "written",
    });
  } finally {
    chmodSync(folder, 0o755);
  }
  expect(readFileSync(path, "utf8")).toBe("two\n");
  expect(statSync(path)).toMatchObject({ ino, uid });
  expect(readdirSync(folder)).toEqual(["a.yaml"]);
});
