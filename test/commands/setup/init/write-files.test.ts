import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeFiles } from "../../../../src/commands/setup/init/write-files.ts";
import { tmpFolder } from "../../../support/tmp-folder.ts";

/** What `yagura init` writes into a folder of its own, from a shipped one that its group may write. */
function scene() {
  const home = tmpFolder();
  const [folder, shipped] = [join(home, "desk"), join(home, "shipped")];
  for (const part of ["rules", "docs/schema"]) mkdirSync(join(shipped, part), { recursive: true });
  writeFileSync(join(shipped, "rules/a.yaml"), "rules: []\n");
  writeFileSync(join(shipped, "docs/schema/config.json"), "{}\n");
  for (const part of ["rules", "rules/a.yaml", "docs/schema"]) chmodSync(join(shipped, part), 0o777);
  const file = join(folder, "config/monitor.yaml");
  const write = (text = "retention: 1d\n", before?: string) =>
    writeFiles({
      draft: {
        ...{ file, environment: {}, text, secrets: new Map([["api-key", "hunter2"]]) },
        ...{ stocks: [{ code: "7203" }], list: { path: "watch.csv", text: "code\n7203\n" } },
      },
      ...{ before, beside: false, rules: join(folder, "rules"), shipped },
    });
  return { home, folder, file, write };
}

/** Sets the umask until the test ends. */
function withUmask(mask: number): void {
  const before = process.umask(mask);
  onTestFinished(() => {
    process.umask(before);
  });
}

const rights = (path: string) => (lstatSync(path).mode & 0o777).toString(8);

test("nobody but the owner may write what is written, whatever the umask", () => {
  withUmask(0);
  const { folder, write } = scene();
  write();
  const all = readdirSync(folder, { recursive: true }) as string[];
  expect(all).toContain("config/monitor.yaml");
  expect(all.filter((name) => (lstatSync(join(folder, name)).mode & 0o022) !== 0)).toEqual([]);
  expect(rights(join(folder, "config/secrets"))).toBe("700");
  expect(rights(join(folder, "config/secrets/api-key"))).toBe("600");
});

test("a narrow umask stays narrow, and a file keeps what it was", () => {
  withUmask(0o077);
  const { folder, file, write } = scene();
  write();
  expect(rights(file)).toBe("600");
  process.umask(0);
  write("retention: 2d\n", readFileSync(file, "utf8"));
  expect([readFileSync(file, "utf8"), rights(file)]).toEqual(["retention: 2d\n", "600"]);
  chmodSync(file, 0o666);
  write("retention: 3d\n", readFileSync(file, "utf8"));
  expect(rights(file)).toBe("644");
  expect(rights(join(folder, "config/watch.csv"))).toBe("600");
});

test.each([
  ["a folder elsewhere", (home: string) => mkdirSync(join(home, "elsewhere"))],
  ["nothing", () => undefined],
])("secrets are not written through a link that leads to %s", (_, make) => {
  const { home, folder, write } = scene();
  make(home);
  mkdirSync(join(folder, "config"), { recursive: true });
  symlinkSync(join(home, "elsewhere"), join(folder, "config/secrets"));
  expect(() => write()).toThrow(/secrets is no folder of its own/);
  expect(readdirSync(folder, { recursive: true })).toEqual(["config", "config/secrets"]);
  expect(readdirSync(home).includes("elsewhere") ? readdirSync(join(home, "elsewhere")) : []).toEqual([]);
});
